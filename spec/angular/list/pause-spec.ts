import '@angular/compiler';
import { listOver, type ListOptions, scrolledOver } from '../support/lists';
import { expect } from 'chai';
import { NEVER, Subject } from 'rxjs';
import type { ListRange } from '@angular/cdk/collections';
import { answer, ok, pagesOf, scriptedTransport, type ScriptedTransport } from '../../support/scriptedTransport';
import { application } from '../support/angular';
import { type Employee, employees, idsOf, pagesOfEmployees, sourceOver, tokensOf } from '../support/employees';
import { settled } from '../support/until';

const inContext = (script: ScriptedTransport, options?: ListOptions<Employee>) =>
  application().run(() => listOver(sourceOver(script), options));

describe('pausing a list', () => {
  it('of 30 pages and going on asks for no page again', async () => {
    const script = scriptedTransport(...pagesOf(pagesOfEmployees(31, 2)));
    const list = inContext(script);
    await settled();
    for (let page = 1; page < 30; page += 1) {
      list.loadMore();
      await settled();
    }
    list.pause();
    expect(list.status()).to.equal('paused');
    list.loadMore();
    await settled();
    expect(script.requests).to.have.lengthOf(30);
    list.retry();
    expect(list.status()).to.equal('idle');
    list.loadMore();
    await settled();
    expect(list.status()).to.equal('end');
    expect(tokensOf(script)).to.deep.equal(['', ...Array.from({ length: 30 }, (_, page) => `token-${page + 1}`)]);
    expect(idsOf(list.value())).to.deep.equal(Array.from({ length: 62 }, (_, id) => id));
  });

  it('lets the page under way come, so that the walk keeps its place', async () => {
    const second = new Subject<ReturnType<typeof ok>>();
    const script = scriptedTransport(
      ok({ data: employees(0, 2), nextPageToken: 't' }),
      second,
      ok({ data: employees(4, 6) }),
    );
    const list = inContext(script);
    await settled();
    list.loadMore();
    expect(list.status() === 'loading').to.equal(true);
    list.pause();
    expect([list.status(), list.status() === 'loading']).to.deep.equal(['paused', false]);
    second.next(ok({ data: employees(2, 4), nextPageToken: 'u' }));
    second.complete();
    await settled();
    expect([list.status(), idsOf(list.value())]).to.deep.equal(['paused', [0, 1, 2, 3]]);
    list.retry();
    expect(list.status()).to.equal('idle');
    list.loadMore();
    await settled();
    expect(tokensOf(script)).to.deep.equal(['', 't', 'u']);
  });

  it('and going on before the page has come shows that it loads', async () => {
    const list = inContext(scriptedTransport(NEVER));
    await settled();
    list.pause();
    list.retry();
    expect(list.status()).to.equal('loading');
  });

  it('before its first page sends nothing until it goes on', async () => {
    const script = scriptedTransport(ok({ data: employees(0, 2) }));
    const list = inContext(script);
    list.pause();
    await settled();
    expect([list.status(), script.requests.length]).to.deep.equal(['paused', 0]);
    list.retry();
    await settled();
    expect([list.status(), script.requests.length]).to.deep.equal(['end', 1]);
  });

  it('is over with an error, with the last page and with restart', async () => {
    const script = scriptedTransport(
      answer(503, {}),
      ok({ data: employees(0, 2), nextPageToken: 't' }),
      ok({ data: [] }),
    );
    const list = inContext(script);
    list.pause();
    list.reload({ clear: true });
    await settled();
    expect(list.status()).to.equal('error');
    list.pause();
    expect(list.status()).to.equal('error');
    list.retry();
    await settled();
    expect(list.status()).to.equal('idle');
    list.loadMore();
    await settled();
    list.pause();
    list.retry();
    expect(list.status()).to.equal('end');
  });

  it('of a viewport asks for nothing however far one scrolls, and catches up when it goes on', async () => {
    const script = scriptedTransport(...pagesOf(pagesOfEmployees(5, 10)));
    const list = application().run(() => scrolledOver(sourceOver(script), { highWaterMark: 0 }));
    const viewChange = new Subject<ListRange>();
    list.connect({ viewChange }).subscribe();
    await settled();
    list.pause();
    viewChange.next({ start: 0, end: 25 });
    await settled();
    expect([list.status(), script.requests.length]).to.deep.equal(['paused', 1]);
    list.retry();
    await settled();
    expect([list.status(), script.requests.length]).to.deep.equal(['idle', 3]);
  });
});
