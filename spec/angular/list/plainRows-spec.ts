import '@angular/compiler';
import { PLATFORM_ID } from '@angular/core';
import { expect } from 'chai';
import { NEVER } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { walkResource } from '../../../src/angular/walkResource';
import { type Client, createClient } from '../../../src/index';
import {
  type ScriptedTransport,
  answer,
  ok,
  pagesOf,
  scriptedTransport,
} from '../../support/scriptedTransport';
import { application, tick } from '../support/angular';
import {
  Employee,
  employees,
  idsOf,
  key,
  pagesOfEmployees,
  sourceOver,
  tokensOf,
} from '../support/employees';
import { isCollected } from '../support/isCollected';
import { listOver, more } from '../support/lists';
import { settled } from '../support/until';
import * as E from 'fp-ts/Either';

/** Every kind of list, with its first page on its way. */
const listOfAll = (script: ScriptedTransport) =>
  application().run(() => listOver(sourceOver(script), { key }));

describe('plain rows', () => {
  it('know how many objects there are where the service says so, and take no nonsense for it', async () => {
    const total = async (totalCount: unknown): Promise<number | undefined> => {
      const list = listOfAll(scriptedTransport(ok({ data: employees(0, 2), totalCount })));
      await settled();
      return list.progress().total;
    };
    expect(await total(98_000)).to.equal(98_000);
    for (const nonsense of [1, -1, 2.5, '98000', null, {}]) {
      expect(await total(nonsense), JSON.stringify(nonsense)).to.equal(undefined);
    }
  });

  it('are let go with their walk: after a restart nothing of it is held', async () => {
    const script = scriptedTransport(...pagesOf(pagesOfEmployees(1, 3)), ok({ data: [] }));
    const list = application().run(() => listOver(sourceOver(script), { key }));
    await settled();
    const held = (() => {
      const [object] = list.value();
      const [row] = list.value();
      return [object, row].map((value) => new WeakRef(value ?? {}));
    })();
    list.reload({ clear: true });
    await settled();
    expect(await Promise.all(held.map(isCollected))).to.deep.equal([true, true]);
    expect(list.status()).to.equal('end');
  });
});

const offline = E.left({ _tag: 'NetworkFailure', reason: 'offline' } as const);
const down = answer(503, {});
const firstPage = ok({ data: employees(0, 2), nextPageToken: 't' });

describe('refreshOn', () => {
  const browser = new EventTarget();
  const original = { add: globalThis.addEventListener, remove: globalThis.removeEventListener };
  const online = async (): Promise<void> => {
    browser.dispatchEvent(new Event('online'));
    await settled();
  };

  before(() =>
    Object.assign(globalThis, {
      addEventListener: browser.addEventListener.bind(browser),
      removeEventListener: browser.removeEventListener.bind(browser),
    }),
  );

  after(() =>
    Object.assign(globalThis, {
      addEventListener: original.add,
      removeEventListener: original.remove,
    }),
  );

  it("'online' lets a list that the network has stopped continue by itself, with the page that failed, and no other", async () => {
    const script = scriptedTransport(
      offline,
      firstPage,
      offline,
      ok({ data: employees(2, 4), nextPageToken: 'u' }),
      down,
    );
    const list = application().run(() => listOver(sourceOver(script), { refreshOn: ['online'] }));
    await settled();
    await online();
    expect(idsOf(list.value())).to.deep.equal([0, 1]);
    await more(list);
    expect([list.status(), list.error()?._tag]).to.deep.equal(['error', 'NetworkFailure']);
    await online();
    expect([list.status(), idsOf(list.value())]).to.deep.equal(['idle', [0, 1, 2, 3]]);
    await more(list);
    expect(list.error()?._tag).to.equal('HttpFailure');
    await online();
    expect(tokensOf(script)).to.deep.equal(['', '', 't', 't', 'u']);
  });

  it("'online' reloads a list whose last reload the network has stopped", async () => {
    const script = scriptedTransport(
      firstPage,
      offline,
      ok({ data: employees(1, 3), nextPageToken: 't' }),
    );
    const list = application().run(() =>
      listOver(sourceOver(script), { refreshOn: ['online'], key }),
    );
    await settled();
    list.reload();
    await settled();
    expect([list.status(), list.error()?._tag]).to.deep.equal(['idle', 'NetworkFailure']);
    await online();
    expect([list.error(), idsOf(list.value())]).to.deep.equal([undefined, [1, 2]]);
  });

  it('is off by default, and over with the component', async () => {
    const script = scriptedTransport(offline);
    const list = application().run(() => listOver(sourceOver(script)));
    const gone = scriptedTransport(offline);
    const app = application();
    app.run(() => listOver(sourceOver(gone), { refreshOn: ['online'] }));
    await settled();
    app.leave();
    await online();
    expect([list.status(), script.requests.length, gone.requests.length]).to.deep.equal([
      'error',
      1,
      1,
    ]);
  });

  it('listens to nothing on a server, also on one that has such events', async () => {
    const heard: Array<string> = [];
    const { addEventListener } = globalThis;
    Object.assign(globalThis, { addEventListener: (type: string) => heard.push(type) });
    const app = application({ provide: PLATFORM_ID, useValue: 'server' });
    app.run(() => listOver(sourceOver(scriptedTransport(offline)), { refreshOn: ['online'] }));
    await settled();
    Object.assign(globalThis, { addEventListener });
    expect(heard).to.deep.equal([]);
  });
});

const params = { ontologyRid: 'o', objectType: 't' };

describe('retrying', () => {
  /** A list whose first request has failed. */
  const failed = (then: ReturnType<typeof ok> | typeof NEVER) => {
    const { transport } = scriptedTransport(down, then);
    const client = createClient({ transport, retry: { attempts: 3, baseDelay: 1_000 } });
    const app = application();
    const stream = (request: { readonly client: Pick<Client, 'list'> }) =>
      request.client.list(params);
    const list = app.run(() => walkResource({ params: () => 1, client, stream }));
    tick();
    return { app, list };
  };

  it('says while a list waits to try again how often it did, until when and why', () =>
    new TestScheduler(() => undefined).run(({ flush }) => {
      const { list } = failed(ok({ data: employees(0, 1) }));
      const said: Array<ReadonlyArray<unknown>> = [];
      const say = (): void => {
        said.push([
          list.status(),
          list.retrying()?.attempt,
          typeof list.retrying()?.at,
          list.retrying()?.failure._tag,
        ]);
      };
      say();
      expect(list.retrying()?.at).to.be.within(0, 2_000);
      flush();
      say();
      expect(said).to.deep.equal([
        ['loading', 1, 'number', 'HttpFailure'],
        ['end', undefined, 'undefined', undefined],
      ]);
    }));

  it('says so while the next request is on its way, and nothing of a walk that was left', () =>
    new TestScheduler(() => undefined).run(({ flush }) => {
      const { app, list } = failed(NEVER);
      flush();
      expect(list.retrying()).to.deep.include({ attempt: 2, at: undefined });
      app.leave();
      expect(list.retrying()).to.equal(undefined);
    }));

  it('comes with events that have the debugName of the list', async () => {
    const { transport } = scriptedTransport(ok({ data: employees(0, 1) }));
    const client = createClient({ transport, retry: false });
    const labels = new Set<string | undefined>();
    client.events.subscribe(({ label }) => labels.add(label));
    application().run(() =>
      listOver((pace) => client.list({ ...params, ...pace }), { debugName: 'employees' }),
    );
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
      walkResource({
        client,
        stream: (given) => (isPaced ? given.client : client).list(employeesIn),
        key,
      }),
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
