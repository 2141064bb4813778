import '@angular/compiler';
import { PendingTasks, REQUEST } from '@angular/core';
import { expect } from 'chai';
import {
  NEVER,
  type Observable,
  Subject,
  concatMap,
  defer,
  finalize,
  map,
  of,
  take,
  timer,
} from 'rxjs';
import {
  injectPagewalk,
  type PagewalkConfig,
  providePagewalk,
  withSession,
} from '../../../src/angular/index';
import { IN_TEST } from '../../../src/angular/PagewalkFeature';
import { bearer, type Client, createClient, type Demand, listObjects } from '../../../src/index';
import { collect } from '../../support/collect';
import { inMarbles } from '../../support/marbles';
import {
  type ScriptedTransport,
  answer,
  ok,
  pagesOf,
  scriptedTransport,
} from '../../support/scriptedTransport';
import { application, handling } from '../support/angular';
import { employee, employees, pagesOfEmployees } from '../support/employees';
import { injectedList, listOver, windowOver } from '../support/lists';
import { type Render, render } from '../support/server';
import { settled } from '../support/until';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';

const params = { ontologyRid: 'o', objectType: 't' };

type Given = Partial<Pick<PagewalkConfig, 'auth' | 'server' | 'retry'>>;

/** A render, and its client over a scripted transport. */
const over = (
  { transport }: ScriptedTransport,
  given: Given = {},
): Render & { readonly client: Client } => {
  const app = render(providePagewalk(() => ({ transport, ...given })));
  return { ...app, client: app.run(injectPagewalk) };
};

/** The tags of the errors, and for each object 'object'. */
const told = <A>(
  results: ReadonlyArray<E.Either<{ readonly _tag: string }, A>>,
): ReadonlyArray<string> =>
  results.map(
    E.match(
      ({ _tag }) => _tag,
      () => 'object',
    ),
  );

/** Demand for two pages, and for more whenever something says so. */
const opensTwice = (more: Observable<unknown>): Demand => {
  let opened = 0;
  return { ready: defer(() => ((opened += 1) > 2 ? more : of(undefined))) };
};

describe('the client of a render on the server', () => {
  it('tells what any client tells', async () => {
    const pages = [[...employees(0, 3), 'no record'], [], employees(3, 5)];
    const walks: ReadonlyArray<(client: Client) => Observable<unknown>> = [
      (client) => client.list(params),
      (client) => client.list(params).pipe(take(2)),
      (client) => client.search({ apiFamily: 'f', objectType: 't' }),
      (client) => client.objects(listObjects, params),
      (client) => client.pages(listObjects, params),
      (client) => client.list({ ...params, pageSize: -1 }),
    ];
    for (const walk of walks) {
      const [here, there] = [
        scriptedTransport(...pagesOf(pages)),
        scriptedTransport(...pagesOf(pages)),
      ];
      const { client, tasks } = over(here);
      expect(JSON.stringify(await collect(walk(client)))).to.equal(
        JSON.stringify(await collect(walk(createClient(there)))),
      );
      expect(here.requests).to.deep.equal(there.requests);
      expect(tasks()).to.equal(0);
    }
  });

  it('keeps the application from being stable for the whole of a page: credential and request', async () => {
    const credential = new Subject<string>();
    const page = new Subject<ReturnType<typeof ok>>();
    const { client, tasks, timesStable } = over(scriptedTransport(page), {
      auth: bearer(() => credential),
    });
    const results = collect(client.list(params));
    await settled();
    expect([tasks(), timesStable()]).to.deep.equal([1, 0]);
    credential.next('secret');
    await settled();
    expect([tasks(), timesStable()]).to.deep.equal([1, 0]);
    page.next(ok({ data: employees(0, 1) }));
    page.complete();
    expect(told(await results)).to.deep.equal(['object']);
    await settled();
    expect([tasks(), timesStable()]).to.deep.equal([0, 1]);
  });

  it('asks for every page once, whatever the policy: a render cannot wait until the service works again', async () => {
    const script = scriptedTransport(answer(503, {}), ok({ data: [] }));
    const { client } = over(script, { retry: () => O.some(0) });
    expect(told(await collect(client.list(params)))).to.deep.equal(['HttpFailure']);
    expect(script.requests).to.have.lengthOf(1);
  });

  it('lets it be stable while the walk waits for demand, and not for a moment before that', async () => {
    const clicks = new Subject<void>();
    const script = scriptedTransport(...pagesOf(pagesOfEmployees(3, 2)));
    const { client, tasks, timesStable } = over(script);
    client.list({ ...params, valve: opensTwice(clicks) }).subscribe();
    await settled();
    expect([script.requests.length, tasks(), timesStable()]).to.deep.equal([2, 0, 1]);
    clicks.next();
    await settled();
    expect([script.requests.length, tasks(), timesStable()]).to.deep.equal([3, 0, 2]);
  });

  it('ends what is under way when the time for the render is over, all walks together', () =>
    inMarbles(({ expectObservable }) => {
      const aborts: Array<string> = [];
      const never = (name: string) => NEVER.pipe(finalize(() => aborts.push(name)));
      const script = scriptedTransport(
        ok({ data: employees(0, 2), nextPageToken: 't' }),
        never('one'),
        never('two'),
      );
      const { client } = over(script, { server: { within: 3_000 } });
      const timedOut = (pages: number, objects: number) =>
        E.left({ _tag: 'TimedOut', after: 3_000, progress: { pages, objects, attempts: 1 } });
      expectObservable(client.list(params)).toBe('(ab) 2996ms (c|)', {
        a: E.right(employee(0)),
        b: E.right(employee(1)),
        c: timedOut(1, 2),
      });
      const second = timer(1_000).pipe(concatMap(() => client.list(params)));
      expectObservable(second).toBe('3s (c|)', {
        c: timedOut(0, 0),
      });
      expectObservable(timer(3_001).pipe(map(() => [...aborts]))).toBe('3001ms (a|)', {
        a: ['one', 'two'],
      });
    }));

  it('ends the wait for a credential that does not come by the same time', () =>
    inMarbles(({ expectObservable }) => {
      const { client } = over(scriptedTransport(), {
        server: { within: 1_000 },
        auth: bearer(() => NEVER),
      });
      expectObservable(client.list(params)).toBe('1s (c|)', {
        c: E.left({
          _tag: 'TimedOut',
          after: 1_000,
          progress: { pages: 0, objects: 0, attempts: 0 },
        }),
      });
    }));

  it('does not end a walk that waits for demand, nor any where it is told 0', () =>
    inMarbles(({ expectObservable }) => {
      const pages = pagesOf(pagesOfEmployees(3, 1));
      const idle = over(scriptedTransport(...pages), { server: { within: 1_000 } });
      expectObservable(idle.client.list({ ...params, valve: opensTwice(NEVER) }), '60m !').toBe(
        '(ab)',
        {
          a: E.right(employee(0)),
          b: E.right(employee(1)),
        },
      );
      const patient = over(scriptedTransport(NEVER), { server: { within: 0 } });
      expectObservable(patient.client.list(params), '60m !').toBe('');
    }));

  it('waits 2 seconds unless it is told otherwise', () =>
    inMarbles(({ expectObservable }) => {
      expectObservable(over(scriptedTransport(NEVER)).client.list(params)).toBe('2s (c|)', {
        c: E.left({
          _tag: 'TimedOut',
          after: 2_000,
          progress: { pages: 0, objects: 0, attempts: 1 },
        }),
      });
    }));

  it('refuses a time that is none', () => {
    for (const within of [-1, NaN]) {
      expect(() => over(scriptedTransport(), { server: { within } })).to.throw(TypeError, /within/);
    }
  });

  for (const [what, leave] of [
    [
      'the visitor leaves',
      ({ abort }: Render) => {
        abort();
      },
    ],
    [
      'the application is destroyed',
      (app: Render) => {
        app.leave();
      },
    ],
  ] as const) {
    it(`law 9: ends the request in flight when ${what}, and sends none after that`, async () => {
      let aborts = 0;
      const script = scriptedTransport(NEVER.pipe(finalize(() => (aborts += 1))));
      const app = over(script);
      const results = collect(app.client.list(params));
      expect(app.tasks()).to.equal(1);
      leave(app);
      expect(told(await results)).to.deep.equal(['NetworkFailure']);
      await settled();
      expect([aborts, app.tasks()]).to.deep.equal([1, 0]);
      expect(told(await collect(app.client.list(params)))).to.deep.equal(['NetworkFailure']);
      expect(script.requests).to.have.lengthOf(1);
    });
  }

  it('is no other than any client in a browser', () =>
    inMarbles(({ expectObservable }) => {
      const { transport } = scriptedTransport(NEVER);
      const client = application(providePagewalk({ transport, server: { within: 5 } })).run(
        injectPagewalk,
      );
      expectObservable(client.list(params), '60m !').toBe('');
    }));
});

describe('credentials on the server', () => {
  const { transport } = scriptedTransport();
  const auth = bearer(() => Promise.resolve('secret'));

  it('are refused in the plain form, which all visitors share', () => {
    expect(() => render(providePagewalk({ transport, auth })).run(injectPagewalk)).to.throw(
      /auth is shared by all visitors.*providePagewalk\(\(\) => /,
    );
    expect(() =>
      application(providePagewalk({ transport, auth })).run(injectPagewalk),
    ).to.not.throw();
    expect(() => render(providePagewalk({ transport })).run(injectPagewalk)).to.not.throw();
  });

  it('are refused where a function gives two visitors the same', () => {
    const shared = () => render(providePagewalk(() => ({ transport, auth }))).run(injectPagewalk);
    expect(shared).to.not.throw();
    expect(shared).to.throw(/auth is shared by all visitors/);
  });

  it('are each visitor’s own where a function makes them', async () => {
    const sent: Array<string | undefined> = [];
    let made = 0;
    const config = () => ({
      auth: bearer(() => Promise.resolve(`secret-${(made += 1)}`)),
      transport: (request: { readonly headers: Readonly<Record<string, string>> }) => {
        sent.push(request.headers.authorization);
        return of(ok({ data: [] }));
      },
    });
    const providers = providePagewalk(config);
    for (let visitor = 0; visitor < 3; visitor += 1)
      await collect(render(providers).run(injectPagewalk).list(params));
    expect(sent).to.deep.equal(['Bearer secret-1', 'Bearer secret-2', 'Bearer secret-3']);
  });
});

describe('lists on the server', () => {
  it('load one page, a data source too, whatever its mark', async () => {
    const script = scriptedTransport(...pagesOf(pagesOfEmployees(9, 2)));
    const app = over(script);
    const list = app.run(() =>
      windowOver((pace) => app.client.list({ ...params, ...pace }), { rowsAhead: 9 }),
    );
    list.connect({ viewChange: of({ start: 0, end: 20 }) }).subscribe();
    expect(app.tasks()).to.be.above(0);
    await settled();
    expect([list.status(), list.value().length, script.requests.length]).to.deep.equal([
      'idle',
      2,
      1,
    ]);
    expect(app.tasks()).to.equal(0);
  });

  it('stay loading where the time is over, for the browser to go on, and hold nothing up', async () => {
    for (const auth of [undefined, bearer(() => NEVER)]) {
      const app = over(scriptedTransport(NEVER), { server: { within: 20 }, auth });
      const list = app.run(() => listOver((pace) => app.client.list({ ...params, ...pace })));
      while (app.tasks() > 0) await new Promise((resolve) => setTimeout(resolve, 5));
      expect([list.status(), list.error()]).to.deep.equal(['loading', undefined]);
    }
  });

  it('are left to the browser where a page is rendered without a request, and a warning says so once', async () => {
    const { handled, handler } = handling();
    const script = scriptedTransport(ok({ data: employees(0, 2) }));
    const app = render(
      providePagewalk(() => ({ transport: script.transport, auth: bearer(() => NEVER) })),
      { provide: REQUEST, useValue: null },
      handler,
    );
    const client = app.run(injectPagewalk);
    const lists = [1, 2].map(() =>
      app.run(() => listOver((pace) => client.list({ ...params, ...pace }))),
    );
    await settled();
    expect(lists.map(({ status }) => status())).to.deep.equal(['loading', 'loading']);
    expect([script.requests.length, app.tasks(), handled.length]).to.deep.equal([0, 0, 1]);
    expect(String(handled[0])).to.match(/RenderMode\.Server/);
    const built = render(
      providePagewalk({ transport: script.transport, server: { prerender: true } }),
      {
        provide: REQUEST,
        useValue: null,
      },
    );
    expect(told(await collect(built.run(injectPagewalk).list(params)))).to.deep.equal([
      'object',
      'object',
    ]);
  });

  it('says that lists are left to the browser where a session would have kept them from beginning', async () => {
    const { handled, handler } = handling();
    const built = render(
      handler,
      { provide: REQUEST, useValue: null },
      providePagewalk(
        scriptedTransport(),
        withSession(() => undefined),
      ),
    );
    built.run(injectedList);
    await settled();
    expect(handled.map(String)).to.have.lengthOf(1);
    expect(String(handled[0])).to.match(/rendered without a request/);
  });
});

describe('lists in a browser', () => {
  it('do not keep the application from being stable: Angular waits for that before it removes what the server rendered', async () => {
    const { transport } = scriptedTransport(NEVER);
    let tasks = 0;
    const add = () => {
      tasks += 1;
      return () => (tasks -= 1);
    };
    const app = application(
      { provide: IN_TEST, useValue: false },
      { provide: PendingTasks, useValue: { add } },
      providePagewalk({ transport }),
    );
    const list = app.run(injectedList);
    await settled();
    expect([list.status(), tasks]).to.deep.equal(['loading', 0]);
  });
});
