import '@angular/compiler';
import { isDataSource } from '@angular/cdk/collections';
import { TransferState } from '@angular/core';
import { expect } from 'chai';
import { filter } from 'rxjs';
import {
  injectPagewalk,
  providePagewalk,
  walkWindow,
  withListCache,
  withTransferState,
} from '../../../src/angular';
import type { WalkError } from '../../../src/model/errors/WalkError';
import { type Application, application, stable } from '../support/angular';
import { withComponents } from '../support/components';
import { Employee, key, sourceOver } from '../support/employees';
import { scrollOf, seenIn, windowOver } from '../support/lists';
import { render, stateOf } from '../support/server';
import { settled } from '../support/until';
import { type Book, book, idsIn, numbers, viewport } from './book';
import { toEnd, windowedList } from './lists';
import * as E from 'fp-ts/Either';

describe('walkWindow', () => {
  it('is a data source of the CDK', () =>
    expect(isDataSource(windowedList(book(1, 1)).list)).to.be.true);

  it('keeps the pages nearest to the viewport, and leaves the places of the others empty', async () => {
    const made = windowedList(book(10, 10));
    await toEnd(made, 100);
    expect(made.list.status()).to.equal('end');
    expect(made.rows()).to.have.lengthOf(100);
    expect(idsIn(made.rows(), 0, 70)).to.deep.equal(Array(70).fill(undefined));
    expect(idsIn(made.rows(), 70)).to.deep.equal(numbers(70, 100));
    expect(idsIn(made.list.value())).to.deep.equal(numbers(70, 100));
    expect(made.list.progress()).to.deep.equal({ pages: 10, objects: 100 });
  });

  it('asks again for the pages within the mark, ahead and behind, as far as the window has room', async () => {
    const service = book(20, 10);
    const made = windowedList(service, { rowsAhead: 10, keepPages: 5 });
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
    const made = windowedList(service, { keepPages: 2 });
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
          data: [
            { properties: { id: 'no number' } },
            ...numbers(1, 10).map((id) => ({ properties: { id } })),
          ],
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
    const isOdd = (result: E.Either<WalkError, Employee>): boolean =>
      E.isLeft(result) || key(result.right) % 2 === 1;
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
      windowOver((pace) => sourceOver(service)({ ...pace, readAhead: 1 }), { keepPages: 3 }),
    );
    const rows = seenIn(list, view);
    for (let start = 0; start < 100; start += 10) {
      await view.scrollTo(start);
      await settled();
    }
    await view.scrollTo(12, 18);
    for (let turns = 0; turns < 8; turns += 1) await settled();
    expect(idsIn(rows(), 10, 20)).to.deep.equal(numbers(10, 20));
    expect(list.value()).to.have.lengthOf(30);
  });

  for (const pages of [null, {}, 0, -1, 1.5, NaN, '20']) {
    it(`must be a number of pages: not ${JSON.stringify(pages)}`, () => {
      const make = () => windowedList(book(1, 1), { keepPages: pages as never });
      expect(make).to.throw(TypeError, 'keepPages must be an integer of 1 or more');
    });
  }
});

const params = { ontologyRid: 'o', objectType: 't', properties: Employee };

/** A component with a window, and what its viewport sees. */
const shownOver = (service: Book) => {
  const app = withComponents(
    providePagewalk(
      () => ({ transport: service.transport, retry: false as const }),
      withListCache(),
    ),
  );
  const open = () => {
    const opened = app.open(() =>
      walkWindow({
        stream: ({ client }) => client.list(params),
        keepPages: 3,
        rowsAhead: 0,
        key,
        cacheKey: 'all',
      }),
    );
    const view = viewport();
    return { ...opened, view, rows: seenIn(opened.list, view) };
  };
  return { ...app, show: open };
};

describe('the place of a list with a window', () => {
  it('is kept while the component is away: rows that were seen are there at once, others are asked for by their tokens', async () => {
    const service = book(100, 10);
    const { show, leave: end } = shownOver(service);
    const first = show();
    await toEnd(first, 800);
    scrollOf(first.list).offset = 24_000;
    first.leave();
    service.asked.length = 0;

    const second = show();
    expect([scrollOf(second.list).offset, second.rows().length]).to.deep.equal([24_000, 810]);
    second.view.look(790, 800);
    expect(idsIn(second.rows(), 790, 800)).to.deep.equal(numbers(790, 800));
    await settled();
    expect(service.asked).to.deep.equal([]);
    await second.view.scrollTo(300);
    expect([idsIn(second.rows(), 300, 310), service.asked]).to.deep.equal([
      numbers(300, 310),
      [30],
    ]);
    await second.view.scrollTo(800);
    await second.view.scrollTo(810);
    expect([second.rows().length, second.list.status()]).to.deep.equal([830, 'idle']);
    second.leave();
    end();
  });
});

/** A list with a window in an application, and what its viewport sees. */
const listIn = (app: Application, skip = false) => {
  const list = app.run(() => {
    const client = injectPagewalk();
    return windowOver(
      (pace) => client.list({ ontologyRid: 'o', objectType: 't', properties: Employee, ...pace }),
      {
        keepPages: 2,
        rowsAhead: 100,
        server: { skip },
      },
    );
  });
  const view = viewport();
  let rows: ReadonlyArray<Employee | undefined> = [];
  const connect = (): void => {
    list.connect(view).subscribe((now) => (rows = now));
  };
  return { list, view, connect, rows: () => rows };
};

const providing = (service: Book, state: TransferState) => [
  { provide: TransferState, useValue: state },
  providePagewalk(
    () => ({ transport: service.transport, retry: false as const }),
    withTransferState(),
  ),
];

describe('a list with a window on the server', () => {
  it('asks for one page, or for none', async () => {
    for (const [ssr, asked] of [
      [undefined, [0]],
      [true, []],
    ] as const) {
      const service = book(5, 10);
      const { connect } = listIn(render(...providing(service, new TransferState())), ssr);
      connect();
      await settled();
      expect(service.asked).to.deep.equal(asked);
    }
  });

  it('hands its page to the browser, which asks for it again when it needs more, in place', async () => {
    const service = book(5, 10);
    const state = new TransferState();
    const rendered = listIn(render(...providing(service, state)));
    rendered.connect();
    await settled();
    service.asked.length = 0;
    const { list, connect, view, rows } = listIn(
      application(...providing(service, stateOf(state.toJson()))),
    );
    await stable();
    connect();
    await settled();
    expect([idsIn(rows()), service.asked, list.status()]).to.deep.equal([
      numbers(0, 10),
      [],
      'idle',
    ]);
    const row = rows()[3];
    await view.scrollTo(0, 6);
    await stable();
    expect([idsIn(rows()), service.asked]).to.deep.equal([numbers(0, 20), [0, 1]]);
    expect(rows()[3]).to.equal(row);
    await view.scrollTo(20, 30);
    await view.scrollTo(40, 50);
    await view.scrollTo(0, 6);
    expect(idsIn(rows(), 0, 6)).to.deep.equal(numbers(0, 6));
    expect([list.status(), list.value().length]).to.deep.equal(['end', 20]);
  });
});
