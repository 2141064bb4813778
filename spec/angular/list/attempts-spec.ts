import '@angular/compiler';
import { expect } from 'chai';
import { NEVER, Subject } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { attemptsAfter, attemptsLeft, noAttempt } from '../../../src/angular/list/attempts';
import { walkResource } from '../../../src/angular/walkResource';
import { walkSignals } from '../../../src/angular/walkSignals';
import type { EventDetails, WalkEvent } from '../../../src/client/WalkEvent';
import { createClient } from '../../../src/client/createClient';
import { answer, ok, scriptedTransport } from '../../support/scriptedTransport';
import { application, tick } from '../support/angular';
import { employees } from '../support/employees';

const params = { ontologyRid: 'o', objectType: 't' };
const failure = { _tag: 'HttpFailure', status: 503 } as const;
const event = (details: EventDetails): WalkEvent => ({ walk: 1, endpoint: 'listObjects', ...details });

describe('attempts', () => {
  it('count requests for one page, and forget them when it comes', () => {
    const retried = attemptsAfter(
      attemptsAfter(noAttempt, event({ type: 'request', page: 0, attempt: 1 }), 5),
      event({ type: 'retry', page: 0, attempt: 1, delay: 100, failure }),
      5,
    );
    expect(retried).to.deep.equal({ attempt: 1, retryAt: 105, lastFailure: failure });
    const again = attemptsAfter(retried, event({ type: 'request', page: 0, attempt: 2 }), 105);
    expect(again).to.deep.equal({ attempt: 2, retryAt: undefined, lastFailure: failure });
    expect(attemptsAfter(again, event({ type: 'refresh', page: 0, attempt: 2 }), 105)).to.equal(again);
    const came = event({ type: 'page', page: 0, objects: 1, ms: 1 });
    expect(attemptsAfter(again, came, 106)).to.equal(noAttempt);
    expect(attemptsLeft(again)).to.deep.equal({ attempt: 0, retryAt: undefined, lastFailure: failure });
  });

  it('are said by a list while it waits to try again', () => {
    const scheduler = new TestScheduler(() => undefined);
    scheduler.run(({ flush }) => {
      const { transport } = scriptedTransport(answer(503, {}), ok({ data: employees(0, 1) }));
      const client = createClient({ transport, retry: { attempts: 3, baseDelay: 1_000 } });
      const said: Array<ReadonlyArray<unknown>> = [];
      const list = application().run(() => walkResource({ stream: ({ pace }) => client.list({ ...params, ...pace }) }));
      tick();
      const say = (): void => {
        said.push([list.status(), list.attempt(), typeof list.retryAt(), list.lastFailure()?._tag]);
      };
      say();
      expect(list.retryAt()).to.be.within(0, 2_000);
      flush();
      say();
      expect(said).to.deep.equal([
        ['loading', 1, 'number', 'HttpFailure'],
        ['end', 0, 'undefined', undefined],
      ]);
    });
  });

  it('stay those of the walk that counts, and are none before it begins', async () => {
    const first = new Subject<never>();
    const { transport } = scriptedTransport(first, NEVER);
    const client = createClient({ transport, retry: false });
    const list = application().run(() => walkSignals((pace) => client.list({ ...params, ...pace })));
    expect(list.attempt()).to.equal(0);
    await Promise.resolve();
    expect(list.attempt()).to.equal(1);
    list.cancel();
    expect(list.attempt()).to.equal(0);
    list.retry();
    expect(list.attempt()).to.equal(1);
  });

  it('and the other events of a list have its debugName', async () => {
    const { transport } = scriptedTransport(ok({ data: employees(0, 1) }));
    const client = createClient({ transport, retry: false });
    const labels = new Set<string | undefined>();
    client.events.subscribe(({ label }) => labels.add(label));
    application().run(() => walkSignals((pace) => client.list({ ...params, ...pace }), { debugName: 'employees' }));
    await Promise.resolve();
    expect([...labels]).to.deep.equal(['employees']);
  });
});
