import type { Fault } from '../../../src/service/index';
import { things, withThings } from '../../service/support/things';
import { follow, get, list, post, search, tokenOf } from './acts';
import { faultRows } from './faultRows';
import { schemeRows } from './schemeRows';
import type { DoorOptions, Script } from './Script';

/** A behaviour: what the service is like, what is asked of it, and what comes of each request in short. */
export type Row = readonly [title: string, options: DoorOptions, script: Script, results: ReadonlyArray<string>];

const five = withThings(5);
const slow: Fault = { type: 'delay', ms: 50, every: 1 };

const listed: Script = (service) => follow((page) => list(service, page));
const searched: Script = (service) => follow((page) => search(service, page));

const sizes: Script = function* (service) {
  for (const pageSize of ['1', '2', '3', '007', '999999999999999999999', '0', '-1', 'two', '']) {
    yield { ask: list(service, { pageSize }) };
  }
};

const queries: Script = function* (service) {
  const comparison = { type: 'gt', field: 'id', value: 2 };
  const found = [
    { type: 'eq', field: 'id', value: 3 },
    comparison,
    { type: 'and', value: [comparison, { type: 'lte', field: 'id', value: 4 }] },
    { type: 'lt', field: 'nothing', value: 'a' },
  ];
  for (const query of found) yield* follow((page) => search(service, { query, ...page }));
  for (const query of [null, {}, { type: 'near' }, { type: 'eq' }, { type: 'and', value: [7] }]) {
    yield { ask: search(service, { query }) };
  }
};

const wrongBodies: Script = function* (service) {
  const { url, headers } = search(service);
  for (const body of ['', 'text', '[]', 'null', '{', `{"query":${'['.repeat(9_000)}`, `{"more":"${'é'.repeat(60)}"}`]) {
    yield { ask: post(url, body, headers) };
  }
};

const strangeTokens: Script = function* (service) {
  const first = yield { ask: list(service) };
  const pageToken = tokenOf(first) ?? '';
  const middle = Math.floor(pageToken.length / 2);
  const other = `${pageToken.slice(0, middle)}${pageToken[middle] === 'A' ? 'B' : 'A'}${pageToken.slice(middle + 1)}`;
  yield { ask: list(service, { pageToken }) };
  yield { ask: list(service, { pageToken }) };
  for (const strange of ['', 'x', other, `${pageToken}=`]) yield { ask: list(service, { pageToken: strange }) };
  yield { ask: list(service, { pageToken, pageSize: '1' }) };
  yield { ask: search(service, { pageToken }) };
};

const aging: Script = function* (service) {
  const pageToken = tokenOf(yield { ask: list(service) }) ?? '';
  yield { wait: 999 };
  yield { ask: list(service, { pageToken }) };
  yield { wait: 1 };
  yield { ask: list(service, { pageToken }) };
};

const changing = (query: { readonly snapshot?: string }): Script =>
  function* (service) {
    const pageToken = tokenOf(yield { ask: list(service, query) }) ?? '';
    service.store.delete('thing', 0);
    service.store.insert('thing', { id: 6 });
    service.store.update('thing', 1, ({ id }) => ({ id, isNew: true }));
    yield* follow((page) => list(service, { ...query, pageToken, ...page }));
  };

const oldSnapshot: Script = function* (service) {
  const query = { snapshot: 'true' };
  const pageToken = tokenOf(yield { ask: list(service, query) }) ?? '';
  yield { wait: 500 };
  yield { ask: list(service, { ...query, pageToken }) };
  yield { wait: 500 };
  yield { ask: list(service, { ...query, pageToken }) };
};

const credentials: Script = function* (service) {
  const { url, body = '' } = search(service);
  yield { ask: post(url, body) };
  for (const authorization of ['Bearer wrong', 'Basic secret', 'secret', 'bEaReR   secret', 'Bearer secret']) {
    yield { ask: post(url, body, { authorization }) };
    yield { ask: post(url, body, { Authorization: authorization }) };
  }
  yield { ask: list(service) };
  yield { ask: list(service, {}, { authorization: 'Bearer secret' }) };
};

const wrongWays: Script = function* (service) {
  const { url } = list(service);
  const { url: searchUrl, headers } = search(service);
  const ways = [
    '/',
    '/api',
    url.replace('thing', 'other'),
    url.replace('thing', '%74hing'),
    url.replace('/v1/ontologies/', '/v1/ontologies/other.'),
    `${url}/`,
    searchUrl,
  ];
  for (const way of ways) yield { ask: get(way) };
  yield { ask: post(url, '{}') };
  yield { ask: post(searchUrl.replace('/api/', '/api/other'), '{}', headers) };
  yield { ask: post(searchUrl.replace('thing', 'other'), '{}', headers) };
};

const fromElsewhere: Script = function* (service) {
  for (const origin of ['http://app.example', 'http://other.example', 'null']) {
    yield { ask: list(service, {}, { origin }) };
  }
  yield { ask: get('/elsewhere', { origin: 'http://app.example' }) };
  for (const host of ['objects.example', 'localhost:1', '[::1]', '127.0.0.1.example']) {
    yield { ask: list(service, {}, { host, origin: 'http://app.example' }) };
  }
};

const often: Script = function* (service) {
  const asOne = { authorization: 'Bearer one' };
  for (const wait of [0, 20_000, 0, 39_999, 1, 20_000]) {
    yield { wait };
    yield { ask: list(service, {}, asOne) };
  }
  yield { ask: list(service) };
};

const atOnce: Script = function* (service) {
  yield { begin: list(service) };
  yield { begin: list(service) };
  yield { ask: list(service) };
  yield { ask: get('/elsewhere') };
  yield { finish: true };
  yield { finish: true };
  service.setFaults([]);
  yield { ask: list(service) };
};

const leaving: Script = function* (service) {
  yield { begin: list(service) };
  yield { ask: list(service) };
  yield { leave: true };
  service.setFaults([]);
  yield { ask: list(service) };
};

/** The first page, again and again. */
const repeated = (times: number): Script =>
  function* (service) {
    for (let time = 0; time < times; time++) yield { ask: list(service) };
  };

const late: Script = function* (service) {
  yield { askLate: list(service) };
  yield { ask: list(service) };
};

const first = '1 2 →';
const wholeList = [first, '3 4 →', '5 null'];
const wholeSearch = [first, '3 4 →', '5'];
const times = <A>(count: number, item: A): ReadonlyArray<A> => Array.from({ length: count }, () => item);

/** Every behaviour of the service. */
export const rows: ReadonlyArray<Row> = [
  ['list, page by page', five, listed, wholeList],
  ['search, page by page', five, searched, wholeSearch],
  ['a type without objects', { objects: { thing: [] } }, listed, ['null']],
  ['demo data', { maxPageSize: 3 }, repeated(1), ['1 2 3 →']],
  ['text of every script', { objects: { thing: [{ id: '𝄞 \u2028', 'ключ é': '' }] } }, listed, ['𝄞 \u2028 null']],
  ['page sizes', five, sizes, ['1 →', ...times(4, first), ...times(4, '400 InvalidPageSize')]],
  ['a drift of the page size', { ...five, pageSizeDrift: 1 }, listed, ['1 2 3 →', '4 5 null']],
  ['last pages marked in both ways', { ...withThings(1), lastPage: 'mixed' }, repeated(3), ['1 null', '1', '1 null']],
  ['last pages without a mark', { ...five, lastPage: 'absent' }, listed, wholeSearch],
  ['the total count', { ...five, totalCount: true }, listed, wholeList],
  [
    'queries',
    five,
    queries,
    [
      ...['3', '3 4 →', '5', '3 4', ''],
      ...times(2, '400 InvalidQuery'),
      '400 UnsupportedQuery',
      ...times(2, '400 InvalidQuery'),
    ],
  ],
  [
    'bodies that are wrong or too large',
    { ...five, maxBodyBytes: 100 },
    wrongBodies,
    [...times(5, '400 InvalidBody'), ...times(2, '413 RequestBodyTooLarge')],
  ],
  [
    'page tokens, good and strange',
    five,
    strangeTokens,
    [first, '3 4 →', '3 4 →', ...times(6, '400 InvalidPageToken')],
  ],
  [
    'page tokens that may be used once',
    { ...five, faults: [{ type: 'expire-token', uses: 1 }] },
    strangeTokens,
    [first, '3 4 →', ...times(7, '400 InvalidPageToken')],
  ],
  ['page tokens that grow old', { ...five, tokenLifetime: 1_000 }, aging, [first, '3 4 →', '400 InvalidPageToken']],
  ['data that changes', five, changing({}), [first, '4 5 →', '6 null']],
  ['data that changes behind a snapshot', five, changing({ snapshot: 'true' }), wholeList],
  [
    'a snapshot that is kept no longer',
    { ...five, snapshotLifetime: 1_000 },
    oldSnapshot,
    [first, '3 4 →', '409 ConsistentSnapshotError'],
  ],
  ['the limit of list', { ...five, limit: 3 }, listed, [first, '3 →', '400 ObjectsExceededLimit']],
  ['the limit of search', { ...five, searchLimit: 4 }, searched, [first, '3 4 →', '400 ObjectsExceededLimit']],
  [
    'credentials',
    five,
    credentials,
    ['401 MissingCredentials', ...times(6, '401 InvalidCredentials'), ...times(6, first)],
  ],
  [
    'a protected list',
    { ...five, protectList: true },
    credentials,
    [
      '401 MissingCredentials',
      ...times(6, '401 InvalidCredentials'),
      ...times(4, first),
      '401 MissingCredentials',
      first,
    ],
  ],
  ['other names', { objects: { a: things(1) }, ontologyRid: 'ri.o', apiFamily: 'f' }, listed, ['1 null']],
  [
    'ways that lead nowhere',
    five,
    wrongWays,
    [
      '404 EndpointNotFound',
      '404 EndpointNotFound',
      '404 ObjectTypeNotFound',
      first,
      '404 OntologyNotFound',
      '404 EndpointNotFound',
      '405 MethodNotAllowed',
      '405 MethodNotAllowed',
      '404 ApiFamilyNotFound',
      '404 ObjectTypeNotFound',
    ],
  ],
  [
    'pages of other origins, and other hosts',
    { ...five, cors: ['http://app.example'] },
    fromElsewhere,
    [...times(3, first), '404 EndpointNotFound', '421 ForeignHost', first, first, '421 ForeignHost'],
  ],
  [
    'requests in a minute',
    { ...five, rateLimit: { perMinute: 2 } },
    often,
    [first, first, '429 TooManyRequests', '429 TooManyRequests', first, first, first],
  ],
  [
    'requests at once',
    { ...five, rateLimit: { concurrent: 2 }, faults: [slow] },
    atOnce,
    ['429 TooManyRequests', '404 EndpointNotFound', first, first, first],
  ],
  [
    'a client that leaves',
    { ...five, rateLimit: { concurrent: 1 }, faults: [slow] },
    leaving,
    ['429 TooManyRequests', first],
  ],
  [
    'an answer that comes too late',
    { ...five, timeout: 500, faults: [{ type: 'delay', ms: 5_000, at: 1 }] },
    late,
    ['TimedOut', first],
  ],
  ...faultRows,
  ...schemeRows,
];
