import '@angular/compiler';
import { expect } from 'chai';
import { NEVER } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { walkResource } from '../../../src/angular/walkResource';
import { createClient } from '../../../src/client/createClient';
import { answer, ok, pagesOf, scriptedTransport } from '../../support/scriptedTransport';
import { application, tick } from '../support/angular';
import { Employee, employees, key, pagesOfEmployees } from '../support/employees';
import { listOver } from '../support/lists';
import { settled } from '../support/until';

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

const employeesIn = { ontologyRid: 'ri.o', objectType: 'employee', properties: Employee } as const;

/** What is said on the console while a list is filled by the walk of another client, and how many requests it sends. */
const filled = async (isPaced: boolean) => {
  const said: Array<unknown> = [];
  const before = Object.getOwnPropertyDescriptor(console, 'warn');
  Object.assign(console, { warn: (...words: ReadonlyArray<unknown>) => said.push(...words) });
  try {
    const script = scriptedTransport(...pagesOf(pagesOfEmployees(4, 2)));
    const client = createClient({ transport: script.transport });
    application().run(() =>
      walkResource({ client, stream: (given) => (isPaced ? given.client : client).list(employeesIn), key }),
    );
    await settled();
    return { said, requests: script.requests.length };
  } finally {
    Object.defineProperty(console, 'warn', before ?? {});
  }
};

describe('the pace of a list', () => {
  it('is kept by the walk of another client that the list is given, and nothing is said', async () => {
    expect(await filled(true)).to.deep.equal({ said: [], requests: 1 });
  });

  it('is missed in development where it is forgotten: the walk loads all pages, and a warning says so, once', async () => {
    const { said, requests } = await filled(false);
    expect(requests).to.equal(4);
    expect(said).to.have.lengthOf(1);
    expect(said[0])
      .to.include('does not wait for it, and loads all pages')
      .and.include('Use the client that stream is given');
  });

  it('is no matter of a build for production', async () => {
    const world = globalThis as { ngDevMode?: unknown };
    const before = world.ngDevMode;
    world.ngDevMode = false;
    try {
      expect((await filled(false)).said).to.deep.equal([]);
    } finally {
      world.ngDevMode = before;
    }
  });
});
