import '@angular/compiler';
import { isDataSource } from '@angular/cdk/collections';
import { windowOver } from '../support/lists';
import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { filter } from 'rxjs';
import type { WalkError } from '../../../src/model/errors/WalkError';
import { application } from '../support/angular';
import { type Employee, key, sourceOver } from '../support/employees';
import { settled } from '../support/until';
import { book, idsIn, numbers, viewport } from './book';
import { toEnd, windowedList } from './lists';

describe('walkWindow', () => {
  it('is a data source of the CDK', () => {
    expect(isDataSource(windowedList(book(1, 1)).list)).to.be.true;
  });

  it('keeps the pages nearest to the viewport, and leaves the places of the others empty', async () => {
    const made = windowedList(book(10, 10));
    await toEnd(made, 100);
    expect(made.list.status()).to.equal('end');
    expect(made.rows()).to.have.lengthOf(100);
    expect(idsIn(made.rows(), 0, 70)).to.deep.equal(Array(70).fill(undefined));
    expect(idsIn(made.rows(), 70)).to.deep.equal(numbers(70, 100));
    expect(idsIn(made.list.value())).to.deep.equal(numbers(70, 100));
    expect(made.list.value().map(key)).to.deep.equal(numbers(70, 100));
    expect(made.list.progress()).to.deep.equal({ pages: 10, objects: 100 });
  });

  it('asks again for a page that one scrolls back to, and for no other', async () => {
    const service = book(10, 10);
    const made = windowedList(service);
    await toEnd(made, 100);
    service.asked.length = 0;
    await made.view.scrollTo(31, 39);
    expect(service.asked).to.deep.equal([3]);
    expect(idsIn(made.rows(), 31, 39)).to.deep.equal(numbers(31, 39));
    expect(made.list.value()).to.have.lengthOf(30);
    expect([made.list.status(), made.list.status() !== 'end']).to.deep.equal(['end', false]);
    await made.view.scrollTo(0);
    await made.view.scrollTo(5, 15);
    expect(service.asked).to.deep.equal([3, 0, 1]);
    expect(idsIn(made.rows(), 0, 20)).to.deep.equal(numbers(0, 20));
  });

  it('asks again for the pages within the mark, ahead and behind, as far as the window has room', async () => {
    const service = book(20, 10);
    const made = windowedList(service, { rowsAhead: 10, pages: 5 });
    await toEnd(made, 200);
    service.asked.length = 0;
    await made.view.scrollTo(52, 58);
    expect(service.asked).to.deep.equal([5, 6, 4]);
  });

  it('walks no further ahead than it has room for', async () => {
    const service = book(20, 10);
    const made = windowedList(service, { rowsAhead: 1_000 });
    await settled();
    expect(service.asked).to.deep.equal([0, 1, 2]);
    await made.view.scrollTo(5, 15);
    expect(service.asked).to.deep.equal([0, 1, 2]);
    await made.view.scrollTo(10, 20);
    expect(service.asked).to.deep.equal([0, 1, 2, 3]);
    expect(made.list.value()).to.have.lengthOf(30);
  });

  it('has all pages in memory that the viewport shows, even if they are more', async () => {
    const service = book(20, 10);
    const made = windowedList(service, { pages: 2 });
    await made.view.scrollTo(0, 45);
    expect(idsIn(made.rows(), 0, 45)).to.deep.equal(numbers(0, 45));
    await made.view.scrollTo(20, 29);
    expect(made.list.value()).to.have.lengthOf(20);
    expect(idsIn(made.rows(), 20, 29)).to.deep.equal(numbers(20, 29));
  });

  it('changes one array in place, and emits it for every change', async () => {
    const made = windowedList(book(10, 10));
    await toEnd(made, 100);
    const [before, emitted] = [made.rows(), made.emitted()];
    await made.view.scrollTo(0);
    expect(made.rows()).to.equal(before);
    expect(made.emitted()).to.be.greaterThan(emitted);
  });

  it('sets an object apart that could not be read, also when it comes again', async () => {
    const service = book(10, 10);
    const made = windowedList(service);
    await toEnd(made, 100);
    service.answers.push({
      _tag: 'Right',
      right: {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          data: [{ properties: { id: 'no number' } }, ...numbers(1, 10).map((id) => ({ properties: { id } }))],
          nextPageToken: '0.1',
        }),
      },
    });
    await made.view.scrollTo(0, 9);
    expect(idsIn(made.rows(), 0, 9)).to.deep.equal(numbers(1, 10));
    expect(made.list.invalid()).to.have.lengthOf(1);
  });

  it('works with a walk whose objects are filtered, on the way back too', async () => {
    const service = book(10, 10);
    const isOdd = (result: E.Either<WalkError, Employee>): boolean => E.isLeft(result) || key(result.right) % 2 === 1;
    const made = windowedList(service, {}, (pace) => sourceOver(service)(pace).pipe(filter(isOdd)));
    await toEnd(made, 50);
    expect([made.list.status(), made.rows().length]).to.deep.equal(['end', 50]);
    await made.view.scrollTo(6, 14);
    expect(idsIn(made.rows(), 6, 14)).to.deep.equal([13, 15, 17, 19, 21, 23, 25, 27]);
    expect([made.rows().length, made.list.value().length]).to.deep.equal([50, 15]);
  });

  it('works with a walk that reads one page ahead', async () => {
    const service = book(10, 10);
    const view = viewport();
    const list = application().run(() =>
      windowOver((pace) => sourceOver(service)({ ...pace, readAhead: 1 }), { pages: 3 }),
    );
    let rows: ReadonlyArray<Employee | undefined> = [];
    list.connect(view).subscribe((now) => (rows = now));
    for (let start = 0; start < 100; start += 10) {
      await view.scrollTo(start);
      await settled();
    }
    await view.scrollTo(12, 18);
    for (let turns = 0; turns < 8; turns += 1) await settled();
    expect(idsIn(rows, 10, 20)).to.deep.equal(numbers(10, 20));
    expect(list.value()).to.have.lengthOf(30);
  });

  for (const pages of [null, {}, 0, -1, 1.5, NaN, '20']) {
    it(`must be a number of pages: not ${JSON.stringify(pages)}`, () => {
      const make = () => windowedList(book(1, 1), { pages: pages as never });
      expect(make).to.throw(TypeError, 'pages must be an integer of 1 or more');
    });
  }
});
