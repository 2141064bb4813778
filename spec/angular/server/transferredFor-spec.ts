import '@angular/compiler';
import {
  createEnvironmentInjector,
  EnvironmentInjector,
  inject,
  runInInjectionContext,
  type Signal,
  signal,
  TransferState,
} from '@angular/core';
import { listOver } from '../support/lists';
import { expect } from 'chai';
import { of } from 'rxjs';
import { injectPagewalk } from '../../../src/angular/injectPagewalk';
import { providePagewalk } from '../../../src/angular/providePagewalk';
import { withSession } from '../../../src/angular/withSession';
import { withTransferState } from '../../../src/angular/withTransferState';
import type { Transport } from '../../../src/transport/Transport';
import { ok } from '../../support/scriptedTransport';
import { rendered } from '../support/angular';
import { withComponents, type WithComponents } from '../support/components';
import { render } from '../support/server';
import { settled } from '../support/until';

const params = { ontologyRid: 'o', objectType: 't' };

const list = () => {
  const client = injectPagewalk();
  return listOver((pace) => client.list({ ...params, ...pace }));
};

const idsOf = ({ value }: ReturnType<typeof list>) => value().map(({ properties }) => properties.id);

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

const stateOf = (json: string): TransferState => {
  const state = new TransferState();
  for (const [name, value] of Object.entries(JSON.parse(json) as object)) state.set(name as never, value as never);
  return state;
};

/** The browser of a user, with a page that may have been rendered for another one. */
const browserOf = (json: string, user: Signal<unknown>): WithComponents & ReturnType<typeof serviceOf> => {
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
      const { open } = browserOf(await renderedFor(name.endsWith('alike') ? '7' : 'ada'), signal(other));
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
      providePagewalk(() => serviceOf(() => 'of the application'), withTransferState()),
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
      providePagewalk(() => here, withTransferState()),
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
