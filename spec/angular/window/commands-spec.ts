import '@angular/compiler';
import { effect, signal } from '@angular/core';
import { windowOver, scrollOf } from '../support/lists';
import { expect } from 'chai';
import { injectObjectQuery } from '../../../src/angular/injectObjectQuery';
import { provideObjectQuery } from '../../../src/angular/provideObjectQuery';
import { withSession } from '../../../src/angular/withSession';
import { answer } from '../../support/scriptedTransport';
import { application, stable, tick } from '../support/angular';
import { Employee } from '../support/employees';
import { settled } from '../support/until';
import { book, idsIn, numbers, viewport } from './book';
import { toEnd, windowedList } from './lists';

const atEnd = async () => {
  const service = book(10, 10);
  const made = windowedList(service);
  await toEnd(made, 100);
  service.asked.length = 0;
  return { service, ...made };
};

describe('the commands of a list with a window', () => {
  it('pause: asks for nothing until resume, also at the end', async () => {
    const { service, list, view, rows } = await atEnd();
    list.pause();
    expect(list.status()).to.equal('paused');
    await view.scrollTo(0);
    expect([list.status(), service.asked]).to.deep.equal(['paused', []]);
    list.retry();
    await settled();
    expect([list.status(), service.asked, idsIn(rows(), 0, 10)]).to.deep.equal(['end', [0], numbers(0, 10)]);
  });

  it('pause: on the way forward too', async () => {
    const service = book(10, 10);
    const { list, view } = windowedList(service);
    await view.scrollTo(0, 5);
    list.pause();
    await view.scrollTo(5, 10);
    expect([list.status(), service.asked]).to.deep.equal(['paused', [0]]);
    list.retry();
    await settled();
    expect([list.status(), service.asked]).to.deep.equal(['idle', [0, 1]]);
  });

  it('pause: a page that is on its way may fail, and retry is over with the pause', async () => {
    const service = book(10, 10, true);
    const { list, view, rows } = windowedList(service);
    await view.scrollTo(0, 5);
    list.pause();
    service.turn(answer(503, {}));
    await settled();
    expect([list.status(), list.error()?._tag]).to.deep.equal(['error', 'HttpFailure']);
    list.retry();
    await settled();
    expect([list.status(), service.waiting()]).to.deep.equal(['loading', [0]]);
    service.turn();
    await settled();
    expect([list.status(), idsIn(rows())]).to.deep.equal(['idle', numbers(0, 10)]);
  });

  it('restart: drops the rows and begins at the top', async () => {
    const { service, list, rows } = await atEnd();
    scrollOf(list).offset = 500;
    list.reload({ clear: true });
    await settled();
    expect([list.status(), service.asked, rows().length]).to.deep.equal(['idle', [0], 10]);
    expect([scrollOf(list).offset, list.progress()]).to.deep.equal([0, { pages: 1, objects: 10 }]);
  });

  it('refresh: asks from the first page to the viewport, and rows stay until theirs comes', async () => {
    const { service, list, view, rows } = await atEnd();
    await view.scrollTo(31, 39);
    service.asked.length = 0;
    const row = rows()[35];
    service.counts[9] = 5;
    list.reload();
    await settled();
    expect(service.asked).to.deep.equal([0, 1, 2, 3]);
    expect(rows()[35]).to.equal(row);
    expect([list.status(), rows().length]).to.deep.equal(['idle', 100]);
    await view.scrollTo(90, 100);
    expect([list.status(), rows().length]).to.deep.equal(['end', 95]);
  });

  it('refresh: asks for each page once, where the rows that are shown leave no room for others', async () => {
    const service = book(3, 1, true);
    const { list, view, rows } = windowedList(service, { pages: 2, highWaterMark: 1 });
    const answered = async (): Promise<void> => {
      for (let turns = 0; turns < 10; turns += 1) {
        await settled();
        if (service.waiting().length > 0) service.turn();
      }
      await settled();
    };
    await answered();
    view.look(1, 3);
    await answered();
    view.look(1, 3);
    await answered();
    expect([list.status(), idsIn(rows(), 1, 3)]).to.deep.equal(['end', [1, 2]]);
    service.asked.length = 0;
    list.reload();
    await answered();
    expect([list.status(), service.asked, idsIn(rows(), 1, 3)]).to.deep.equal(['end', [0, 1, 2], [1, 2]]);
  });

  it('reload: has nothing to do while it loads', async () => {
    const service = book(10, 10, true);
    const { list, view } = windowedList(service);
    await view.scrollTo(0);
    list.reload();
    expect(service.asked).to.deep.equal([0]);
    expect(service.waiting()).to.deep.equal([0]);
  });

  it('make an effect that uses them depend on nothing', async () => {
    const { app, list, service } = await atEnd();
    let runs = 0;
    app.run(() =>
      effect(() => {
        runs += 1;
        list.reload();
        list.reload({ clear: true });
      }),
    );
    tick();
    await settled();
    await stable();
    expect([runs, service.asked.length > 0]).to.deep.equal([1, true]);
  });
});

describe('the session of a list with a window', () => {
  it('empties it, and begins again for the next user', async () => {
    const service = book(10, 10);
    const user = signal<string | null>('ada');
    const app = application(
      provideObjectQuery(
        () => ({ transport: service.transport, retry: false as const }),
        withSession(() => user()),
      ),
    );
    const list = app.run(() => {
      const client = injectObjectQuery();
      return windowOver((pace) => client.list({ ontologyRid: 'o', objectType: 't', properties: Employee, ...pace }), {
        pages: 2,
        highWaterMark: 0,
      });
    });
    const view = viewport();
    list.connect(view).subscribe();
    await toEnd({ view }, 100);
    expect(list.status()).to.equal('end');
    await view.scrollTo(0, 9);
    user.set(null);
    await stable();
    expect([list.value(), list.progress().objects, list.status()]).to.deep.equal([[], 0, 'idle']);
    service.asked.length = 0;
    await view.scrollTo(0, 0);
    expect(service.asked).to.deep.equal([]);
    user.set('grace');
    await stable();
    await view.scrollTo(0, 9);
    expect([service.asked, idsIn(list.value())]).to.deep.equal([[0], numbers(0, 10)]);
  });
});
