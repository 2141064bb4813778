import { expect } from 'chai';
import { NEVER, of, queueScheduler, Subject, subscribeOn, Subscription, take } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { bearer, createClient, orThrow, retryExpired, type WalkEvent } from '../../src/index';
import { gather } from '../support/collect';
import { inVirtualTime, pendingTimers } from '../support/inVirtualTime';
import {
  answer,
  list,
  ok,
  pagesOf,
  scriptedTransport,
  type ScriptedTransport,
} from '../support/scriptedTransport';

const record = { properties: {} };

const clientThatTells = ({ transport }: ScriptedTransport) => {
  const client = createClient({ transport, auth: bearer('secret') });
  const events = gather(client.events);
  return { client, events };
};

describe('client.events', () => {
  it('tells of the end though the error is thrown on', () => {
    const { client, events } = clientThatTells(scriptedTransport(answer(400, {})));
    client
      .list(list)
      .pipe(orThrow())
      .subscribe({ error: () => undefined });
    expect(events.map(({ type }) => type)).to.deep.equal(['request', 'end']);
  });

  it('tells of a walk that is unsubscribed, and walks are told apart', () => {
    const { client, events } = clientThatTells(
      scriptedTransport(...pagesOf([[record], []]).slice(0, 1), NEVER),
    );
    client.list(list).pipe(take(1)).subscribe();
    client.list(list).subscribe();
    expect(events.map(({ walk, type }) => [walk, type])).to.deep.equal([
      [1, 'request'],
      [1, 'page'],
      [1, 'end'],
      [2, 'request'],
    ]);
    expect(events[2]).to.deep.include({ pages: 1, objects: 1, unsubscribed: true });
  });

  it('tells how long a page took, and of a token that was about to expire in a closed valve', () => {
    const told: Array<WalkEvent> = [];
    new TestScheduler(() => undefined).run(({ cold, hot }) => {
      const { transport } = scriptedTransport(
        cold('---(p|)', { p: ok({ data: [record], nextPageToken: 'x' }) }),
        cold('--(p|)', { p: ok({ data: [record] }) }),
      );
      const client = createClient({ transport });
      client.events.subscribe((event) => told.push(event));
      client.list({ ...list, valve: { ready: hot('x-') }, tokenLifetime: 20 }).subscribe();
    });
    const origin = { walk: 1, endpoint: 'listObjects' };
    expect(told).to.deep.equal([
      { ...origin, type: 'request', page: 0, attempt: 1 },
      { ...origin, type: 'page', page: 0, objects: 1, ms: 3 },
      { ...origin, type: 'hold', page: 1, ms: 18 },
      { ...origin, type: 'request', page: 1, attempt: 1 },
      { ...origin, type: 'page', page: 1, objects: 1, ms: 2 },
      { ...origin, type: 'end', pages: 2, objects: 2 },
    ]);
  });

  for (const type of ['request', 'refresh', 'page', 'retry', 'restart'] as const) {
    it(`law 9: a walk that is left because of a ${type} sends nothing more, leaves no timer, and tells nothing after its end`, () => {
      const before = pendingTimers();
      const expiring = [
        answer(401, {}),
        ok({ data: [record], nextPageToken: 'tok-1' }),
        answer(410, {}),
        NEVER,
      ];
      const { transport, requests } = scriptedTransport(
        ...(type === 'retry' ? [answer(503, {})] : expiring),
      );
      let asked = 0;
      const client = createClient({ transport, auth: bearer(() => of(`credential-${++asked}`)) });
      const types: Array<string> = [];
      const walk = new Subscription();
      let sent = -1;
      client.events.subscribe((event) => {
        types.push(event.type);
        if (event.type !== type) return;
        sent = requests.length;
        walk.unsubscribe();
      });
      const restarting = client
        .list(list)
        .pipe(retryExpired({ key: () => 1 }), subscribeOn(queueScheduler));
      // Asynchronously, so that there is a subscription to leave.
      queueScheduler.schedule(() => walk.add(restarting.subscribe()));
      expect(requests).to.have.length(sent);
      expect(types.slice(types.indexOf(type) + 1)).to.deep.equal(type === 'restart' ? [] : ['end']);
      expect(pendingTimers()).to.equal(before);
    });
  }

  for (const [how, answers] of [
    ['at its last page', pagesOf([[record]])],
    ['with an error', [answer(404, {})]],
  ] as const) {
    it(`the end is told once, though a listener leaves the walk on it: ${how}`, () => {
      // It comes later, when the walk can be left.
      const response = new Subject<(typeof answers)[number]>();
      const { client, events } = clientThatTells(scriptedTransport(response));
      const walk = new Subscription();
      client.events.subscribe(({ type }) => {
        if (type === 'end') walk.unsubscribe();
      });
      walk.add(client.list(list).subscribe());
      for (const answered of answers) response.next(answered);
      expect(events.filter(({ type }) => type === 'end')).to.have.length(1);
    });
  }

  describe('label', () => {
    const expired = answer(400, { errorName: 'InvalidPageToken' });
    const first = ok({ data: [{ properties: { id: 1 } }], nextPageToken: 'tok-1' });

    it('is said again in every event of its walk, restarts included', () => {
      const script = scriptedTransport(
        first,
        expired,
        answer(503, {}),
        answer(401, {}),
        first,
        ok({ data: [] }),
      );
      let logins = 0;
      const client = createClient({
        ...script,
        auth: bearer(() => [`secret-${++logins}`]),
        retry: { baseDelay: 0 },
      });
      const events = gather(client.events);
      inVirtualTime(() =>
        client
          .list({ ...list, label: 'employees of Maps' })
          .pipe(retryExpired({ key: (employee) => Number(employee.properties.id) }))
          .subscribe(),
      );
      expect(events.map(({ type }) => type)).to.deep.equal(
        'request page request end restart request retry request refresh request page request page end'.split(
          ' ',
        ),
      );
      expect(new Set(events.map(({ label }) => label))).to.deep.equal(
        new Set(['employees of Maps']),
      );
      expect(new Set(events.map(({ walk }) => walk))).to.deep.equal(new Set([1, 2]));
    });

    it('tells walks apart that run at the same time; a walk without one has none', () => {
      const { client, events } = clientThatTells(
        scriptedTransport(...pagesOf([[], []]), ok({ data: [] }), ok({ data: [] })),
      );
      client.list({ ...list, label: '' }).subscribe();
      client.list(list).subscribe();
      client.list({ ...list, label: undefined }).subscribe();
      const labels = new Map(
        events.map((event) => [event.walk, 'label' in event ? event.label : 'none']),
      );
      expect([...labels.values()]).to.deep.equal(['', 'none', 'none']);
    });
  });
});
