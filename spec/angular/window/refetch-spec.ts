import '@angular/compiler';
import { expect } from 'chai';
import { of, throwError } from 'rxjs';
import { createClient, type Transport } from '../../../src/index';
import { Employee, expired, sourceOver } from '../support/employees';
import { settled } from '../support/until';
import { book, idsIn, numbers } from './book';
import { toEnd, windowedList } from './lists';

describe('a page that fails when it is asked for again', () => {
  it('hands on what the source throws, and retry asks again', async () => {
    const service = book(10, 10);
    let isBroken = false;
    const source = sourceOver(service);
    const made = windowedList(service, {}, (pace) =>
      isBroken ? throwError(() => new Error('broken')) : source(pace),
    );
    await toEnd(made, 100);
    isBroken = true;
    await made.view.scrollTo(0);
    expect([made.list.status(), made.list.error()?._tag]).to.deep.equal([
      'error',
      'InvalidRequest',
    ]);
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
});

describe('law 13: an expired page token of a list with a window', () => {
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

  it('stops it after three restarts in a row that brought nothing new, each told as an event of the client', async () => {
    const service = book(10, 10);
    let isBroken = false;
    const transport: Transport = (request) =>
      isBroken && request.url.includes('pageToken') ? of(expired) : service.transport(request);
    const client = createClient({ transport, retry: false });
    const restarts: Array<number> = [];
    client.events.subscribe((event) => event.type === 'restart' && restarts.push(event.restarts));
    const made = windowedList(service, {}, (pace) =>
      client.list({ ontologyRid: 'o', objectType: 't', properties: Employee, ...pace }),
    );
    await toEnd(made, 50);
    service.asked.length = 0;
    isBroken = true;
    await made.view.scrollTo(20, 29);
    expect([made.list.status(), made.list.error()?._tag]).to.deep.equal([
      'error',
      'PageTokenExpired',
    ]);
    expect([service.asked, restarts]).to.deep.equal([
      [0, 0, 0],
      [1, 2, 3],
    ]);
    isBroken = false;
    made.list.retry();
    await settled();
    expect([made.list.status(), idsIn(made.rows(), 20, 30)]).to.deep.equal([
      'idle',
      numbers(20, 30),
    ]);
  });
});
