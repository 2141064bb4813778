import '@angular/compiler';
import {
  EnvironmentInjector,
  type Signal,
  TransferState,
  createEnvironmentInjector,
  inject,
  runInInjectionContext,
  signal,
} from '@angular/core';
import { expect } from 'chai';
import { of, Subject } from 'rxjs';
import {
  injectPagewalk,
  providePagewalk,
  withSession,
  withTransferState,
} from '../../../src/angular/index';
import { exactNumbers, Int64, type Numbers, type Transport } from '../../../src/index';
import { ok } from '../../support/scriptedTransport';
import { application, rendered } from '../support/angular';
import { type WithComponents, withComponents } from '../support/components';
import { injectedList, listOver } from '../support/lists';
import { render, stateOf } from '../support/server';
import { settled } from '../support/until';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';

const list = () => injectedList();

const idsOf = ({ value }: ReturnType<typeof list>) =>
  value().map(({ properties }) => properties.id);

/** A service that says whose rows it gives, and counts what it was asked. */
const serviceOf = (name: () => unknown) => {
  const asked: Array<string> = [];
  const transport: Transport = ({ url }) => {
    asked.push(url);
    return of(ok({ data: [{ properties: { id: name() } }] }));
  };
  return { asked, transport };
};

/** What goes into the HTML of a page that was rendered for this user. */
const renderedFor = async (user: unknown): Promise<string> => {
  const state = new TransferState();
  const { transport } = serviceOf(() => `rows of ${String(user)}`);
  const app = render(
    { provide: TransferState, useValue: state },
    providePagewalk(
      () => ({ transport }),
      withTransferState(),
      withSession(() => user),
    ),
  );
  app.run(list);
  await settled();
  return state.toJson();
};

/** The browser of a user, with a page that may have been rendered for another one. */
const browserOf = (
  json: string,
  user: Signal<unknown>,
): WithComponents & ReturnType<typeof serviceOf> => {
  const service = serviceOf(() => `rows of ${String(user())}`);
  const app = withComponents(
    { provide: TransferState, useValue: stateOf(json) },
    providePagewalk(
      () => ({ transport: service.transport }),
      withTransferState(),
      withSession(() => user()),
    ),
  );
  return { ...app, ...service };
};

describe('transferred pages', () => {
  it('are those of the user for whom they were rendered', async () => {
    const { open, asked } = browserOf(await renderedFor('ada'), signal('ada'));
    const { list: shown } = open(list);
    await settled();
    expect([idsOf(shown), asked]).to.deep.equal([['rows of ada'], []]);
  });

  for (const [name, other] of Object.entries({
    'another user': 'grace',
    nobody: undefined,
    'a user that only looks alike': 7,
  })) {
    it(`are not shown to ${name}: Back may bring the page that was rendered for the one before`, async () => {
      const { open } = browserOf(
        await renderedFor(name.endsWith('alike') ? '7' : 'ada'),
        signal(other),
      );
      const { list: shown } = open(list);
      await settled();
      expect(idsOf(shown)).to.deep.equal(other === undefined ? [] : [`rows of ${other}`]);
    });
  }

  for (const first of ['ada', null]) {
    it(`are gone when the user changes before a list opens, from ${String(first)}`, async () => {
      const user = signal<string | null>(first);
      const { open, run, asked } = browserOf(await renderedFor('ada'), user);
      run(injectPagewalk);
      user.set('grace');
      const { list: shown } = open(list);
      await settled();
      expect([idsOf(shown), asked.length]).to.deep.equal([['rows of grace'], 1]);
      user.set('ada');
      await rendered();
      const { list: later } = open(list);
      await settled();
      expect([idsOf(later), asked.length]).to.deep.equal([['rows of ada'], 3]);
    });
  }

  /** A list on a server on which the user changes while the page is rendered. */
  const renderedWhile = (respond: (name: string) => ReturnType<Transport>) => {
    const [state, user] = [new TransferState(), signal('guest')];
    const app = render(
      { provide: TransferState, useValue: state },
      providePagewalk(
        () => ({ transport: () => respond(user()) }),
        withTransferState(),
        withSession(() => user()),
      ),
    );
    return { shown: app.run(list), user, html: () => state.toJson() };
  };
  const rowsFor = (name: string) => ok({ data: [{ properties: { id: `rows of ${name}` } }] });

  it('are those of the user who came while the page was rendered, and none of the one before', async () => {
    const { shown, user, html } = renderedWhile((name) => of(rowsFor(name)));
    await settled();
    user.set('ada');
    await rendered();
    await settled();
    expect(idsOf(shown)).to.deep.equal(['rows of ada']);
    expect(html()).to.include('rows of ada').and.not.include('rows of guest');
    const { open, asked } = browserOf(html(), signal('ada'));
    const { list: taken } = open(list);
    await settled();
    expect([idsOf(taken), asked]).to.deep.equal([['rows of ada'], []]);
  });

  it('are none where the user has changed, and nobody has noticed it yet', async () => {
    const response = new Subject<ReturnType<typeof ok>>();
    const { user, html } = renderedWhile(() => response);
    await settled();
    user.set('ada');
    response.next(rowsFor('guest'));
    expect(html()).to.equal('{}');
  });

  it('do not say who the user is, and stay on the server where that is an object', async () => {
    expect(await renderedFor('a-secret-token'))
      .to.include('"user":')
      .and.not.include('"user":"a');
    expect(await renderedFor({ id: 7 })).to.equal('{}');
  });

  it('are inherited by the client of a route, which does not get those of the application', async () => {
    const state = new TransferState();
    const own = serviceOf(() => 'of the route');
    const server = render(
      { provide: TransferState, useValue: state },
      providePagewalk(
        () => ({ transport: serviceOf(() => 'of the application').transport }),
        withTransferState(),
      ),
    );
    const routeOf = (app: { readonly run: <R>(run: () => R) => R }, transport: Transport) =>
      createEnvironmentInjector(
        [providePagewalk(() => ({ transport }))],
        app.run(() => inject(EnvironmentInjector)),
      );
    server.run(list);
    runInInjectionContext(routeOf(server, own.transport), list);
    await settled();
    const here = serviceOf(() => 'asked again');
    const browser = withComponents(
      { provide: TransferState, useValue: stateOf(state.toJson()) },
      providePagewalk(() => ({ transport: here.transport }), withTransferState()),
    );
    const inRoute = runInInjectionContext(routeOf(browser, here.transport), list);
    const { list: inApplication } = browser.open(list);
    await settled();
    expect([idsOf(inRoute), idsOf(inApplication), here.asked]).to.deep.equal([
      ['of the route'],
      ['of the application'],
      [],
    ]);
  });
});

const large = 2n ** 53n + 1n;
const page = `{"data":[{"properties":{"id":1}},{"properties":{"id":${large}}},{"properties":{"id":${large - 1n}}}]}`;

/** A list of ids, on one side: what it shows, and how many requests it took. */
const listOf = async (
  open: typeof application | typeof render,
  state: TransferState,
  numbers?: Numbers,
  body = page,
) => {
  let requests = 0;
  const transport: Transport = () => {
    requests += 1;
    return of(E.right({ status: 200, headers: {}, body }));
  };
  const app = open(
    { provide: TransferState, useValue: state },
    providePagewalk(() => ({ transport, numbers }), withTransferState()),
  );
  const client = app.run(injectPagewalk);
  const params = { ontologyRid: 'o', objectType: 't', properties: t.type({ id: Int64 }) };
  const list = app.run(() =>
    listOver((pace) => client.list({ ...params, ...pace }), {
      key: ({ properties }) => properties.id,
    }),
  );
  await settled();
  return {
    ids: list.value().map(({ properties }) => properties.id),
    invalid: list.invalid().length,
    requests,
  };
};

describe('law 28: lists of integers that are not safe', () => {
  it('show bigints, by key, and travel exactly from the server to the browser', async () => {
    const state = new TransferState();
    const shown = { ids: [1n, large, large - 1n], invalid: 0 };
    expect(await listOf(render, state, exactNumbers)).to.deep.equal({ ...shown, requests: 1 });
    const json = state.toJson();
    expect(await listOf(application, stateOf(json), exactNumbers)).to.deep.equal({
      ...shown,
      requests: 0,
    });
  });

  it('refuse one of more than 1,000 digits on both sides', async () => {
    const digits = `{"data":[{"properties":{"id":1,"other":${'9'.repeat(1_001)}}}]}`;
    for (const numbers of [undefined, exactNumbers]) {
      const state = new TransferState();
      const shown = { ids: [], invalid: 1, requests: 1 };
      expect(await listOf(render, state, numbers, digits)).to.deep.equal(shown);
      expect(await listOf(application, stateOf(state.toJson()), numbers, digits)).to.deep.equal(
        shown,
      );
    }
  });

  it('refuse them by default on both sides', async () => {
    const state = new TransferState();
    expect(await listOf(render, state)).to.deep.equal({ ids: [1n], invalid: 2, requests: 1 });
    expect(await listOf(application, stateOf(state.toJson()))).to.deep.equal({
      ids: [1n],
      invalid: 2,
      requests: 0,
    });
  });
});
