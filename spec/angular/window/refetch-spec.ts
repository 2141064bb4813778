import '@angular/compiler';
import { expect } from 'chai';
import { NEVER, throwError } from 'rxjs';
import { answer } from '../../support/scriptedTransport';
import { stable } from '../support/angular';
import { sourceOver } from '../support/employees';
import { settled, until } from '../support/until';
import { book, idsIn, numbers } from './book';
import { toEnd, windowedList } from './lists';

/** A list at its end, whose next requests wait. */
const atEnd = async (pages = 10, options: Parameters<typeof windowedList>[1] = {}) => {
  const service = book(pages, 10, true);
  const made = windowedList(service, options);
  for (let page = 0; page < pages; page += 1) {
    await made.view.scrollTo(page * 10, page * 10 + 10);
    service.turn();
    await settled();
  }
  service.asked.length = 0;
  expect(made.list.status()).to.equal('end');
  return { service, ...made };
};

describe('a page that is asked for again', () => {
  it('is on its way alone: the status is loading, and then what it was', async () => {
    const { service, list, view, rows } = await atEnd();
    await view.scrollTo(20);
    expect(list.status()).to.equal('loading');
    expect(idsIn(rows(), 20, 30)).to.deep.equal(Array(10).fill(undefined));
    service.turn();
    await settled();
    expect(list.status()).to.equal('end');
    expect(idsIn(rows(), 20, 30)).to.deep.equal(numbers(20, 30));
    expect([service.asked, service.mostAtOnce]).to.deep.equal([[2], 1]);
  });

  it('waits for the page ahead that is on its way, and comes before the next one', async () => {
    const service = book(20, 10, true);
    const { view, rows } = windowedList(service);
    for (let page = 0; page < 9; page += 1) {
      await view.scrollTo(page * 10);
      service.turn();
      await settled();
    }
    await view.scrollTo(90, 95);
    expect(service.waiting()).to.deep.equal([9]);
    view.look(0, 5);
    await settled();
    expect(service.waiting()).to.deep.equal([9]);
    service.turn();
    await settled();
    expect(service.waiting()).to.deep.equal([0]);
    service.turn();
    await settled();
    expect(idsIn(rows(), 0, 10)).to.deep.equal(numbers(0, 10));
    await view.scrollTo(95, 100);
    expect(service.waiting()).to.deep.equal([9]);
    service.turn();
    await settled();
    expect(service.waiting()).to.deep.equal([10]);
    expect(service.mostAtOnce).to.equal(1);
  });

  it('comes though the viewport looks there at the moment in which it sees more rows', async () => {
    const service = book(5, 10);
    const { list, view, rows } = windowedList(service, { pages: 1 });
    await view.scrollTo(10, 20);
    let isBack = false;
    list.connect({ viewChange: NEVER }).subscribe(({ length }) => {
      if (length < 40 || isBack) return;
      isBack = true;
      view.look(0, 5);
    });
    await view.scrollTo(20, 40);
    expect(idsIn(rows(), 0, 5)).to.deep.equal(numbers(0, 5));
    expect(list.status()).to.equal('idle');
  });

  it('is left when one has scrolled past it, and one who scrolls fast sends few requests', async () => {
    const { service, view, rows, list } = await atEnd(60);
    for (let start = 570; start >= 0; start -= 10) await view.scrollTo(start, start + 9);
    expect(service.asked).to.have.lengthOf(1);
    expect(service.aborted).to.equal(1);
    expect(list.status()).to.equal('loading');
    await until(() => service.waiting().length > 0);
    expect(service.waiting()).to.deep.equal([0]);
    service.turn();
    await settled();
    expect(idsIn(rows(), 0, 10)).to.deep.equal(numbers(0, 10));
    expect([service.asked, service.mostAtOnce, list.status()]).to.deep.equal([[56, 0], 1, 'end']);
  });

  it('is left when nobody looks any more, and asked for when somebody does', async () => {
    const { service, view, list } = await atEnd();
    await view.scrollTo(0);
    list.disconnect(view);
    await settled();
    expect([service.waiting(), service.aborted, list.status()]).to.deep.equal([[], 1, 'end']);
    list.connect(view);
    await settled();
    expect(service.waiting()).to.deep.equal([0]);
  });

  it('is not left behind when the list ends', async () => {
    const { app, service, view, list } = await atEnd();
    await view.scrollTo(0);
    app.leave();
    expect([service.waiting(), service.aborted]).to.deep.equal([[], 1]);
    await view.scrollTo(20);
    expect([service.waiting(), list.status()]).to.deep.equal([[], 'end']);
  });

  it('keeps a test waiting until it is there', async () => {
    const { service, view, rows } = await atEnd();
    await view.scrollTo(0);
    setTimeout(service.turn, 10);
    await stable();
    expect(idsIn(rows(), 0, 10)).to.deep.equal(numbers(0, 10));
  });
});

describe('a page that fails when it is asked for again', () => {
  it('stops the list, and retry asks for what the viewport shows then', async () => {
    const { service, view, list, rows } = await atEnd();
    await view.scrollTo(20);
    service.turn(answer(503, {}));
    await settled();
    expect([list.status(), list.error()?._tag, list.status() === 'loading']).to.deep.equal([
      'error',
      'HttpFailure',
      false,
    ]);
    expect(idsIn(list.value())).to.deep.equal(numbers(70, 100));
    await view.scrollTo(30);
    expect(service.asked).to.deep.equal([2]);
    list.retry();
    await settled();
    expect([list.status(), list.error(), service.waiting()]).to.deep.equal(['loading', undefined, [3]]);
    service.turn();
    await settled();
    expect([list.status(), idsIn(rows(), 30, 40)]).to.deep.equal(['end', numbers(30, 40)]);
  });

  it('stops nothing if no viewport shows it', async () => {
    const { service, view, list } = await atEnd(10, { rowsAhead: 5 });
    await view.scrollTo(21, 29);
    service.turn();
    await settled();
    expect(service.waiting()).to.deep.equal([3]);
    service.turn(answer(503, {}));
    await settled();
    expect(service.waiting()).to.deep.equal([1]);
    service.turn(answer(400, { errorName: 'InvalidPageToken' }));
    await settled();
    expect([list.status(), list.error(), service.waiting()]).to.deep.equal(['end', undefined, []]);
    await view.scrollTo(31, 39);
    expect(service.waiting()).to.deep.equal([3]);
  });

  it('hands on what the source throws, and retry asks again', async () => {
    const service = book(10, 10);
    let isBroken = false;
    const source = sourceOver(service);
    const made = windowedList(service, {}, (pace) => (isBroken ? throwError(() => new Error('broken')) : source(pace)));
    await toEnd(made, 100);
    isBroken = true;
    await made.view.scrollTo(0);
    expect([made.list.status(), made.list.error()]).to.deep.equal(['error', undefined]);
    expect(made.thrown.map(String)).to.deep.equal(['Error: broken']);
    isBroken = false;
    made.list.retry();
    await settled();
    expect([made.list.status(), idsIn(made.rows(), 0, 10)]).to.deep.equal(['end', numbers(0, 10)]);
  });
});

describe('a page that has changed when it comes again', () => {
  it('moves the rows behind it where it has more or fewer of them', async () => {
    for (const count of [7, 13]) {
      const service = book(10, 10);
      const made = windowedList(service);
      await toEnd(made, 100);
      await made.view.scrollTo(51, 69);
      service.counts[4] = count;
      await made.view.scrollTo(41, 49);
      expect(made.rows()).to.have.lengthOf(90 + count);
      expect(made.list.progress().objects).to.equal(90 + count);
      expect(idsIn(made.rows(), 40, 40 + count)).to.deep.equal(numbers(40, 40 + count));
      // Those behind it are the rows that they were.
      expect(idsIn(made.rows(), 40 + count, 60 + count)).to.deep.equal(numbers(50, 70));
      expect(made.list.value()).to.have.lengthOf(20 + count);
    }
  });

  it('ends the list where it is the last one now', async () => {
    const service = book(10, 10);
    const made = windowedList(service);
    await toEnd(made, 80);
    expect(made.list.status()).to.equal('idle');
    service.counts = [10, 10, 4];
    await made.view.scrollTo(21, 29);
    expect([made.list.status(), made.list.status() !== 'end']).to.deep.equal(['end', false]);
    expect(made.rows()).to.have.lengthOf(24);
    expect(idsIn(made.rows(), 20)).to.deep.equal(numbers(20, 24));
    expect(idsIn(made.list.value())).to.deep.equal(numbers(20, 24));
  });

  it('is asked for once where it has no rows any more', async () => {
    const service = book(3, 1, true);
    const { view, list, rows } = windowedList(service, { pages: 1, rowsAhead: 1 });
    for (let page = 0; page < 3; page += 1) {
      await view.scrollTo(page, page + 1);
      if (service.waiting().length > 0) service.turn();
      await settled();
    }
    await view.scrollTo(0, 1);
    while (service.waiting().length > 0) {
      service.turn();
      await settled();
    }
    service.counts = [1];
    service.asked.length = 0;
    await view.scrollTo(1, 2);
    for (let turns = 0; turns < 5 && service.waiting().length > 0; turns += 1) {
      service.turn();
      await settled();
    }
    expect([service.asked, list.status(), rows().length]).to.deep.equal([[1], 'end', 1]);
  });

  it('continues the list where it is no longer the last one', async () => {
    const service = book(10, 10);
    const made = windowedList(service);
    await toEnd(made, 100);
    await made.view.scrollTo(0);
    service.counts = Array<number>(12).fill(10);
    await made.view.scrollTo(90, 100);
    expect([made.list.status(), made.list.status() !== 'end']).to.deep.equal(['idle', true]);
    await made.view.scrollTo(100, 110);
    await made.view.scrollTo(110, 120);
    expect([made.list.status(), made.rows().length]).to.deep.equal(['end', 120]);
    expect(idsIn(made.rows(), 90)).to.deep.equal(numbers(90, 120));
  });
});

describe('at the limit of the service', () => {
  it('pages are still asked for again, and the limit is not tried again', async () => {
    const service = book(10, 10);
    const made = windowedList(service);
    await toEnd(made, 40);
    service.answers.push(answer(400, { errorName: 'ObjectsExceededLimit' }));
    await made.view.scrollTo(40, 50);
    expect([made.list.status(), made.list.error()?._tag]).to.deep.equal(['end', 'RetrievalLimitExceeded']);
    service.asked.length = 0;
    await made.view.scrollTo(0, 9);
    expect([made.list.status(), idsIn(made.rows(), 0, 10)]).to.deep.equal(['end', numbers(0, 10)]);
    await made.view.scrollTo(20, 50);
    expect(idsIn(made.rows(), 20, 50)).to.deep.equal(numbers(20, 50));
    expect(service.asked).to.not.include(5);
    expect(made.list.status()).to.equal('end');
  });
});
