import '@angular/compiler';
import { expect } from 'chai';
import { NEVER, of, throwError } from 'rxjs';
import { createClient } from '../../../src/client/createClient';
import type { Transport } from '../../../src/transport/Transport';
import { answer } from '../../support/scriptedTransport';
import { Employee, sourceOver } from '../support/employees';
import { settled, until } from '../support/until';
import { book, expired, idsIn, numbers } from './book';
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
  it('comes though the viewport looks there at the moment in which it sees more rows', async () => {
    const service = book(5, 10);
    const { list, view, rows } = windowedList(service, { keepPages: 1 });
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
    // No timer can fire before the last one, however slow the machine: the pause after passing has not ended.
    for (let start = 570; start >= 0; start -= 10) {
      view.look(start, start + 9);
      await Promise.resolve();
    }
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
});

describe('a page that fails when it is asked for again', () => {
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
    expect([made.list.status(), made.list.error()?._tag]).to.deep.equal(['error', 'InvalidRequest']);
    expect(made.thrown.map(String)).to.deep.equal(['Error: broken']);
    isBroken = false;
    made.list.retry();
    await settled();
    expect([made.list.status(), idsIn(made.rows(), 0, 10)]).to.deep.equal(['end', numbers(0, 10)]);
  });
});

describe('a page that has changed when it comes again', () => {
  it('is asked for once where it has no rows any more', async () => {
    const service = book(3, 1, true);
    const { view, list, rows } = windowedList(service, { keepPages: 1, rowsAhead: 1 });
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

describe('law 13: an expired page token of a list with a window', () => {
  it('on the way forward: the walk begins again, and rows stay where they are', async () => {
    const service = book(10, 10);
    const made = windowedList(service);
    await toEnd(made, 50);
    const row = made.rows()[55];
    service.expire();
    service.asked.length = 0;
    await made.view.scrollTo(52, 60);
    expect(service.asked).to.deep.equal([6, 0, 1, 2, 3, 4, 5, 6]);
    expect(idsIn(made.rows(), 40, 70)).to.deep.equal(numbers(40, 70));
    // What says the same is the same object, so that nothing is rendered again for it.
    expect(made.rows()[55]).to.equal(row);
    expect(made.list.value()).to.have.lengthOf(30);
    expect([made.list.status(), made.list.progress()]).to.deep.equal(['idle', { pages: 13, objects: 70 }]);
  });

  it('stops the list after three restarts in a row that brought nothing new, and retry begins again', async () => {
    const service = book(10, 10);
    let isBroken = false;
    const transport: Transport = (request) =>
      isBroken && request.url.includes('pageToken') ? of(expired) : service.transport(request);
    const made = windowedList({ transport });
    await toEnd(made, 50);
    service.asked.length = 0;
    isBroken = true;
    await made.view.scrollTo(0, 9);
    expect([made.list.status(), made.list.error()]).to.deep.equal(['idle', undefined]);
    await made.view.scrollTo(20, 29);
    expect([made.list.status(), made.list.error()?._tag]).to.deep.equal(['error', 'PageTokenExpired']);
    expect(service.asked).to.deep.equal([0, 0, 0, 0]);
    expect(made.rows()).to.have.lengthOf(60);
    isBroken = false;
    made.list.retry();
    await settled();
    expect([made.list.status(), idsIn(made.rows(), 20, 30)]).to.deep.equal(['idle', numbers(20, 30)]);
  });

  it('may come any number of times, if each restart brings what the viewport shows', async () => {
    const service = book(10, 10);
    const made = windowedList(service);
    await toEnd(made, 100);
    for (const start of [50, 0, 60, 10, 70, 20, 80, 30]) {
      service.expire();
      await made.view.scrollTo(start + 1, start + 9);
      expect(idsIn(made.rows(), start, start + 10)).to.deep.equal(numbers(start, start + 10));
    }
    expect(made.list.status()).to.not.equal('error');
  });

  it('is told as an event of the client', async () => {
    const service = book(4, 10);
    const client = createClient({ transport: service.transport, retry: false });
    const events: Array<string> = [];
    client.events.subscribe(({ type }) => events.push(type));
    const made = windowedList(service, { keepPages: 1 }, (pace) =>
      client.list({ ontologyRid: 'o', objectType: 't', properties: Employee, ...pace }),
    );
    await toEnd(made, 40);
    service.expire();
    await made.view.scrollTo(11, 19);
    expect(events.filter((type) => type === 'restart')).to.deep.equal(['restart']);
  });
});
