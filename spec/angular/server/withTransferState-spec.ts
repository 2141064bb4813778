import '@angular/compiler';
import { ErrorHandler, TransferState } from '@angular/core';
import { listOver, type ListOptions, windowOver, more } from '../support/lists';
import type { WalkPace } from '../../../src/list/WalkSource';
import {
  injectPagewalk,
  providePagewalk,
  walkPage,
  type WalkResource,
  walkResource,
  withTransferState,
} from '../../../src/angular/index';
import { expect } from 'chai';
import * as t from 'io-ts';
import { NEVER, type Observable, of, Subject } from 'rxjs';
import type { TransferStateOptions } from '../../../src/angular/withTransferState';
import {
  bearer,
  type Client,
  endpoint,
  type ObjectRecord,
  type PageToken,
  type WalkOptions,
} from '../../../src/index';
import { at, byOffset, query } from '../../../src/paging';
import { collect } from '../../support/collect';
import {
  answer,
  ok,
  pagesOf,
  type ScriptedTransport,
  scriptedTransport,
} from '../../support/scriptedTransport';
import { type Application, application, stable, tick } from '../support/angular';
import { employees, pagesOfEmployees } from '../support/employees';
import { render, stateOf } from '../support/server';
import { settled } from '../support/until';

type Answer = ReturnType<typeof ok>;

type Script = ReadonlyArray<Answer | Observable<Answer>>;

type Employee = ObjectRecord<{ readonly id: number }>;

const Employee = t.type({ id: t.number });

const params = { ontologyRid: 'o', objectType: 't', properties: Employee };

const key = ({ properties }: Employee): number => properties.id;

const idsOf = (list: WalkResource<Employee>): ReadonlyArray<number> => list.value().map(key);

/** One side, the server or the browser: an application with a client, and what it asked for. */
interface Side extends ScriptedTransport {
  readonly app: Application;
  readonly client: Client;
  readonly list: (options?: ListOptions<Employee>) => WalkResource<Employee>;
}

const sideOf = (app: Application, script: ScriptedTransport): Side => {
  const client = app.run(injectPagewalk);
  return {
    transport: script.transport,
    requests: script.requests,
    app,
    client,
    list: (options) =>
      app.run(() => listOver((pace) => client.list({ ...params, ...pace }), options)),
  };
};

/** What is rendered with, and the JSON that goes into the HTML. */
const onServer = (
  script: Script,
  options?: TransferStateOptions,
  handler: Pick<ErrorHandler, 'handleError'> = new ErrorHandler(),
): Side & { readonly json: () => string } => {
  const scripted = scriptedTransport(...script);
  const state = new TransferState();
  let secrets = 0;
  const auth = bearer(() => of(`a-secret-${(secrets += 1)}`));
  const app = render(
    { provide: TransferState, useValue: state },
    { provide: ErrorHandler, useValue: handler },
    providePagewalk(() => ({ transport: scripted.transport, auth }), withTransferState(options)),
  );
  return { ...sideOf(app, scripted), json: () => state.toJson() };
};

/** What takes over, with the state that came in the HTML. */
const inBrowser = (json: string, script: Script = [], options?: TransferStateOptions): Side => {
  const scripted = scriptedTransport(...script);
  // A credential that does not come: a page that has travelled needs none.
  const auth = script.length === 0 ? bearer(() => NEVER) : bearer('another-secret');
  const app = application(
    { provide: TransferState, useValue: stateOf(json) },
    providePagewalk(() => ({ transport: scripted.transport, auth }), withTransferState(options)),
  );
  return sideOf(app, scripted);
};

/** Renders a list whose walk is this, and hands on what travels. */
const rendered = async (script: Script, options?: TransferStateOptions): Promise<string> => {
  const { list, json } = onServer(script, options);
  list();
  await settled();
  return json();
};

const threePages = pagesOf(pagesOfEmployees(3, 2));

describe('withTransferState', () => {
  it('shows the first page in the browser without a request, and without a credential', async () => {
    const { list, requests } = inBrowser(await rendered(threePages));
    const taken = list({ key });
    await Promise.resolve();
    expect(idsOf(taken)).to.deep.equal([0, 1]);
    expect([taken.status(), taken.progress().pages, taken.status() !== 'end']).to.deep.equal([
      'idle',
      1,
      true,
    ]);
    await settled();
    expect(requests).to.deep.equal([]);
  });

  it('law 14: lets rows travel, and neither page tokens nor credentials', async () => {
    const json = await rendered(threePages);
    expect(json).to.include('"properties":{"id":1}');
    expect(json).to.not.match(/token-1|pageToken|secret/i);
  });

  it('goes on by key: the first page again, without a row twice, and then the next', async () => {
    const pages = pagesOf([[...employees(0, 2), null], employees(2, 4), employees(4, 6)]);
    const { list, requests } = inBrowser(await rendered(pages), pages);
    const taken = list({ key });
    await settled();
    await more(taken);
    expect([idsOf(taken), taken.invalid().length]).to.deep.equal([[0, 1, 2, 3], 1]);
    expect(requests.map(({ url }) => url.includes('token-1'))).to.deep.equal([false, true]);
    await more(taken);
    expect([idsOf(taken), taken.status()]).to.deep.equal([[0, 1, 2, 3, 4, 5], 'end']);
    expect(requests).to.have.lengthOf(3);
  });

  it('without a key keeps the rows until the first page is here again, and then shows those that came', async () => {
    const first = new Subject<Answer>();
    const changed = pagesOf([employees(1, 3), employees(3, 5)]);
    const { list, requests } = inBrowser(await rendered(threePages), [first, ...changed.slice(1)]);
    const taken = list();
    await settled();
    await more(taken);
    expect([idsOf(taken), taken.status()]).to.deep.equal([[0, 1], 'loading']);
    if (changed[0] !== undefined) first.next(changed[0]);
    await settled();
    expect([idsOf(taken), taken.status()]).to.deep.equal([[1, 2, 3, 4], 'end']);
    expect(requests).to.have.lengthOf(2);
  });

  it('is at the end where the first page was the last', async () => {
    const { list, requests } = inBrowser(await rendered([ok({ data: employees(0, 2) })]));
    const taken = list();
    await settled();
    expect([idsOf(taken), taken.status(), taken.status() !== 'end']).to.deep.equal([
      [0, 1],
      'end',
      false,
    ]);
    expect(requests).to.deep.equal([]);
  });

  it('takes the page after attempts that failed, and none where there is none', async () => {
    expect(await rendered([answer(401, {}), ...threePages])).to.include('"id":1');
    expect(await rendered([answer(400, { data: employees(0, 2) })])).to.not.include('"id":1');
    expect(await rendered([ok({ data: employees(0, 2), nextPageToken: '' })])).to.not.include(
      '"id":1',
    );
  });

  it('brings the records as they came: the codec reads them again', async () => {
    const DateText = new t.Type<Date, string, unknown>(
      'DateText',
      (u): u is Date => u instanceof Date,
      (u, context) => (typeof u === 'string' ? t.success(new Date(u)) : t.failure(u, context)),
      (date) => date.toISOString(),
    );
    const walk = (client: Client) => (pace: WalkPace) =>
      client.search({
        apiFamily: 'f',
        objectType: 't',
        properties: t.type({ since: DateText }),
        ...pace,
      });
    const data = [
      { properties: { since: '2020-02-02T00:00:00.000Z' } },
      { properties: { since: 7 } },
    ];
    const server = onServer([ok({ data, nextPageToken: 't' })]);
    server.app.run(() => listOver(walk(server.client)));
    await settled();
    const browser = inBrowser(server.json());
    const list = browser.app.run(() => listOver(walk(browser.client)));
    await settled();
    expect(list.value()).to.deep.equal([{ properties: { since: new Date('2020-02-02') } }]);
    expect(list.invalid().map(({ record }) => record)).to.deep.equal([data[1]]);
  });

  it('keeps the lists of a page apart, and gives each of two that ask the same its own', async () => {
    const server = onServer([...threePages.slice(0, 1), ...threePages.slice(0, 1)]);
    server.list();
    server.list();
    await settled();
    const { list, client, app, requests } = inBrowser(server.json(), [
      ok({ data: employees(7, 8) }),
    ]);
    const [one, two] = [list(), list()];
    const other = app.run(() =>
      listOver((pace) => client.list({ ...params, pageSize: 5, ...pace })),
    );
    await settled();
    expect([idsOf(one), idsOf(two), idsOf(other)]).to.deep.equal([[0, 1], [0, 1], [7]]);
    expect(requests).to.have.lengthOf(1);
  });

  it('leaves walks alone that are not a list’s, or do not begin at the first page', async () => {
    const server = onServer([...threePages, ok({ data: employees(8, 9) })]);
    await collect(server.client.list(params));
    const pageToken = 'token-7' as PageToken;
    server.app.run(() => listOver((pace) => server.client.list({ ...params, ...pace, pageToken })));
    await settled();
    expect(JSON.parse(server.json())).to.deep.equal({});

    const { client, requests } = inBrowser(await rendered(threePages), threePages);
    expect(await collect(client.list(params))).to.have.lengthOf(6);
    expect(requests).to.have.lengthOf(3);
  });

  it('leaves out a page that is too long', async () => {
    const { length } = JSON.stringify(employees(0, 2));
    expect(await rendered(threePages, { maxLength: length })).to.include('"id":1');
    expect(await rendered(threePages, { maxLength: length - 1 })).to.equal('{}');
    expect(() => withTransferState({ maxLength: NaN })).to.throw(TypeError, /maxLength/);
  });

  it('tells the clients of an application apart by name', async () => {
    const json = await rendered(threePages, { name: 'archive' });
    const { list, requests } = inBrowser(json, [ok({ data: employees(5, 6) })], { name: 'live' });
    const taken = list();
    await settled();
    expect([idsOf(taken), requests.length]).to.deep.equal([[5], 1]);
    const archive = inBrowser(json, [], { name: 'archive' }).list();
    await settled();
    expect(idsOf(archive)).to.deep.equal([0, 1]);
  });

  it('brings the number of all objects along, where the service or the scheme of the endpoint says it', async () => {
    const paging = byOffset({ to: query('from'), total: at('meta', 'count') });
    const numbered = endpoint({
      name: 'n',
      method: 'GET',
      path: '/n',
      items: at('data'),
      paging,
      records: 'properties',
    });
    const page = ok({
      data: employees(0, 2),
      nextPageToken: 't',
      totalCount: 98,
      meta: { count: 1_000 },
    });
    for (const [total, walk] of [
      [98, (client: Client, pace: WalkOptions) => client.list({ ...params, ...pace })],
      [
        1_000,
        (client: Client, pace: WalkOptions) =>
          client.objects(numbered, { properties: params.properties, ...pace }),
      ],
    ] as const) {
      const listIn = ({ app, client }: Side) =>
        app.run(() => listOver((pace) => walk(client, pace)));
      const server = onServer([page]);
      const there = listIn(server);
      await settled();
      const here = listIn(inBrowser(server.json()));
      await settled();
      expect([there.progress().total, here.progress().total]).to.deep.equal([total, total]);
    }
  });

  it('with the default sizes leaves the first page alone until half of it was seen', async () => {
    const pages = pagesOf(pagesOfEmployees(3, 100));
    const { app, client, requests } = inBrowser(await rendered(pages), pages);
    const list = app.run(() => windowOver((pace) => client.list({ ...params, ...pace }), { key }));
    const ends = new Subject<{ start: number; end: number }>();
    list.connect({ viewChange: ends }).subscribe();
    await settled();
    ends.next({ start: 0, end: 20 });
    await settled();
    expect([list.value().length, requests.length]).to.deep.equal([100, 0]);
    ends.next({ start: 40, end: 60 });
    await settled();
    expect([list.value().length, requests.length]).to.deep.equal([200, 2]);
  });

  it('picks what of a record goes into the HTML', async () => {
    const page = ok({
      data: employees(0, 2).map(({ properties }) => ({ properties: { ...properties, salary: 9 } })),
    });
    const pick = (record: unknown, endpoint: string) => ({
      properties: { id: (record as Employee).properties.id, endpoint },
    });
    const json = await rendered([page], { pick });
    expect(json).to.include('"endpoint":"listObjects"').and.to.not.include('salary');
    const taken = inBrowser(json).list();
    await settled();
    expect([idsOf(taken), taken.status()]).to.deep.equal([[0, 1], 'end']);
  });

  it('transfers no page of which a pick throws, says so, and shows its rows all the same', async () => {
    const pick = (record: unknown) => ({ properties: (record as Employee).properties });
    const handled: Array<unknown> = [];
    const handler = { handleError: (thrown: unknown) => handled.push(thrown) };
    const server = onServer([ok({ data: [...employees(0, 2), null] })], { pick }, handler);
    const list = server.list();
    await settled();
    expect([idsOf(list), list.invalid().length, list.status()]).to.deep.equal([[0, 1], 1, 'end']);
    expect([handled.length, server.json()]).to.deep.equal([1, '{}']);
    expect(handled[0]).to.be.instanceOf(TypeError);
  });

  it('is used for the hydration, and then gone: a list that is made later asks for its own page', async () => {
    const { list, requests } = inBrowser(await rendered(threePages), [
      ...pagesOf([employees(7, 9)]),
    ]);
    await stable();
    const later = list();
    await settled();
    expect([idsOf(later), requests.length]).to.deep.equal([[7, 8], 1]);
  });

  it('transfers any page that has a number, and continues behind it without asking for page 1 again', async () => {
    const Row = t.type({ id: t.number });
    const paging = byOffset({ to: query('from'), total: at('total') });
    const rows = endpoint({
      name: 'rows',
      method: 'GET',
      path: '/rows',
      items: at('data'),
      paging,
      codec: Row,
    });
    const page = (from: number) => ok({ data: [{ id: from }, { id: from + 1 }], total: 8 });
    const table = ({ app }: Side) =>
      app.run(() =>
        walkPage({
          page: () => ({ index: 2, size: 2 }),
          stream: ({ client }) => client.objects(rows, {}),
        }),
      );
    const growing = ({ app }: Side) =>
      app.run(() => walkResource({ stream: ({ client }) => client.objects(rows, {}) }));
    const server = onServer([page(0), page(4)]);
    growing(server);
    await settled();
    table(server);
    await stable();
    expect(server.requests.map(({ url }) => url)).to.deep.equal(['/rows', '/rows?from=4']);

    const browser = inBrowser(server.json(), [page(2)]);
    const [list, grown] = [table(browser), growing(browser)];
    tick();
    expect([list.value(), list.status(), list.progress()]).to.deep.equal([
      [{ id: 4 }, { id: 5 }],
      'idle',
      { pages: 1, objects: 2, total: 8 },
    ]);
    expect(browser.requests).to.deep.equal([]);
    await more(grown);
    expect(grown.value().map(({ id }) => id)).to.deep.equal([0, 1, 2, 3]);
    expect(browser.requests.map(({ url }) => url)).to.deep.equal(['/rows?from=2']);
  });

  for (const [name, make] of Object.entries({
    walkResource: ({ app, client }: Side) =>
      app.run(() => walkResource({ client, stream: (request) => request.client.list(params) })),
    walkWindow: ({ app, client }: Side) =>
      app.run(() => windowOver((pace) => client.list({ ...params, ...pace }))),
  })) {
    it(`fills ${name} before its first render, so that what the server has rendered is not written again`, async () => {
      const side = inBrowser(await rendered(threePages));
      const list = make(side);
      // Effects, and then templates: nothing else has happened when those are rendered.
      tick();
      expect([list.progress().objects, list.status()]).to.deep.equal([2, 'idle']);
      expect(side.requests).to.deep.equal([]);
    });
  }
});
