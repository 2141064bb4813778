import '@angular/compiler';
import { listOver } from '../support/lists';
import { expect } from 'chai';
import { NEVER } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { walkResource } from '../../../src/angular/walkResource';
import { createClient } from '../../../src/client/createClient';
import { answer, ok, scriptedTransport } from '../../support/scriptedTransport';
import { application, tick } from '../support/angular';
import { employees } from '../support/employees';

const params = { ontologyRid: 'o', objectType: 't' };

describe('retrying', () => {
  it('says while a list waits to try again how often it did, until when and why', () => {
    const scheduler = new TestScheduler(() => undefined);
    scheduler.run(({ flush }) => {
      const { transport } = scriptedTransport(answer(503, {}), ok({ data: employees(0, 1) }));
      const client = createClient({ transport, retry: { attempts: 3, baseDelay: 1_000 } });
      const said: Array<ReadonlyArray<unknown>> = [];
      const list = application().run(() =>
        walkResource({ params: () => 1, client, stream: (request) => request.client.list(params) }),
      );
      tick();
      const say = (): void => {
        said.push([list.status(), list.retrying()?.attempt, typeof list.retrying()?.at, list.retrying()?.failure._tag]);
      };
      say();
      expect(list.retrying()?.at).to.be.within(0, 2_000);
      flush();
      say();
      expect(said).to.deep.equal([
        ['loading', 1, 'number', 'HttpFailure'],
        ['end', undefined, 'undefined', undefined],
      ]);
    });
  });

  it('says so while the next request is on its way, and nothing of a walk that was left', () => {
    new TestScheduler(() => undefined).run(({ flush }) => {
      const { transport } = scriptedTransport(answer(503, {}), NEVER);
      const client = createClient({ transport, retry: { attempts: 3, baseDelay: 1_000 } });
      const app = application();
      const list = app.run(() =>
        walkResource({ params: () => 1, client, stream: (request) => request.client.list(params) }),
      );
      tick();
      flush();
      expect(list.retrying()).to.deep.include({ attempt: 2, at: undefined });
      app.leave();
      expect(list.retrying()).to.equal(undefined);
    });
  });

  it('comes with events that have the debugName of the list', async () => {
    const { transport } = scriptedTransport(ok({ data: employees(0, 1) }));
    const client = createClient({ transport, retry: false });
    const labels = new Set<string | undefined>();
    client.events.subscribe(({ label }) => labels.add(label));
    application().run(() => listOver((pace) => client.list({ ...params, ...pace }), { debugName: 'employees' }));
    await Promise.resolve();
    expect([...labels]).to.deep.equal(['employees']);
  });
});
