import * as E from 'fp-ts/Either';
import type { Fault, ServiceScheme } from '../../../src/service/index';
import { withThings } from '../../service/support/things';
import { get } from './acts';
import type { Act, DoorOptions, Handles, Result, Script } from './Script';

type Query = Readonly<Record<string, string>>;

interface Page {
  readonly items?: ReadonlyArray<unknown>;
  readonly data?: ReadonlyArray<{ readonly id?: number } | null>;
  readonly next_cursor?: string | null;
  readonly has_more?: boolean;
  readonly total?: number;
  readonly last?: number;
}

/** What a plain client of each scheme asks for next: nothing after the last page, and nothing after what is not a page. */
const nextQuery: Readonly<
  Record<ServiceScheme, (page: Page, before: Query, link: string | undefined) => Query | undefined>
> = {
  link: (_, __, link) => {
    const cursor = /cursor=([^&>]+)/.exec(link ?? '')?.[1];
    return cursor === undefined ? undefined : { cursor };
  },
  offset: ({ items = [], total = 0 }, { offset = '0' }) => {
    const next = Number(offset) + items.length;
    return next < total ? { offset: String(next) } : undefined;
  },
  page: ({ last = 0 }, { page = '1' }) => (Number(page) < last ? { page: String(Number(page) + 1) } : undefined),
  cursor: ({ next_cursor: cursor }) => (typeof cursor === 'string' && cursor !== '' ? { cursor } : undefined),
  lastItem: ({ data = [], has_more: more }) => {
    const id = data.at(-1)?.id;
    return more === true && id !== undefined ? { starting_after: String(id) } : undefined;
  },
};

// Over HTTP every request names a host, and links are absolute then.
const ask = ({ objectType }: Handles, query: Query, path = `/api/${objectType}`) =>
  get(`${path}?${new URLSearchParams(query).toString()}`, { host: 'localhost' });

const pageIn = (result: Result | undefined): Page | undefined => {
  if (result === undefined || E.isLeft(result) || result.right.status !== 200) return undefined;
  try {
    return JSON.parse(result.right.body) as Page;
  } catch {
    return undefined;
  }
};

const linkIn = (result: Result | undefined): string | undefined =>
  result !== undefined && E.isRight(result) ? result.right.headers.link : undefined;

/** More pages than a walk of five objects has. */
const tooMany = 5;

function* walk(service: Handles, scheme: ServiceScheme): Generator<Act, void, Result | undefined> {
  let query: Query | undefined = {};
  for (let asked = 0; asked < tooMany && query !== undefined; asked++) {
    const result: Result | undefined = yield { ask: ask(service, query) };
    const page = pageIn(result);
    query = page && nextQuery[scheme](page, query, linkIn(result));
  }
}

/** The pages of five objects, two to a page. */
const wholes: Readonly<Record<ServiceScheme, readonly [string, string, string]>> = {
  link: ['1 2 →', '3 4 →', '5'],
  offset: ['1 2 of 5', '3 4 of 5', '5 of 5'],
  page: ['1 2 1/3', '3 4 2/3', '5 3/3'],
  cursor: ['1 2 → more', '3 4 → more', '5 null'],
  lastItem: ['1 2 more', '3 4 more', '5'],
};

/** A fault, and how it changes the walks; where nothing is said of a scheme, it changes nothing. */
type Case = readonly [fault: Fault, results: Partial<Readonly<Record<ServiceScheme, ReadonlyArray<string>>>>];

const inAll = (resultsOf: (whole: readonly [string, string, string]) => ReadonlyArray<string>): Case[1] =>
  Object.fromEntries(Object.entries(wholes).map(([scheme, whole]) => [scheme, resultsOf(whole)]));

const cases: ReadonlyArray<Case> = [
  [{ type: 'unavailable', at: 2 }, inAll(([first]) => [first, '503 ServiceUnavailable'])],
  [{ type: 'throttle', at: 2, retryAfter: 1 }, inAll(([first]) => [first, '429 TooManyRequests'])],
  [{ type: 'unauthorized', at: 2 }, inAll(([first]) => [first, '401 InvalidCredentials'])],
  [{ type: 'delay', ms: 30, every: 1 }, {}],
  [{ type: 'trickle', ms: 30, every: 1 }, {}],
  [{ type: 'reset-before', at: 2 }, inAll(([first]) => [first, 'NetworkFailure'])],
  [{ type: 'reset-during', at: 2 }, inAll(([first]) => [first, 'NetworkFailure'])],
  [{ type: 'truncate', at: 2 }, inAll(([first]) => [first, '200 and no JSON'])],
  [{ type: 'html', at: 2 }, inAll(([first]) => [first, '200 and no JSON'])],
  [
    { type: 'expire-token', at: 2 },
    {
      link: ['1 2 →', '3 4 →', '400 InvalidPageToken'],
      cursor: ['1 2 → more', '3 4 → more', '400 InvalidPageToken'],
    },
  ],
  [
    { type: 'repeat-token', at: 1 },
    {
      link: ['1 2 →', '3 4 →', '3 4 →', '5'],
      cursor: ['1 2 → more', '3 4 → more', '3 4 → more', '5 null'],
    },
  ],
  [
    { type: 'repeat-page', at: 1 },
    {
      link: ['1 2 →', '1 2 →', '5'],
      offset: ['1 2 of 5', '1 2 of 5', '5 of 5'],
      page: ['1 2 1/3', '1 2 2/3', '5 3/3'],
      cursor: ['1 2 → more', '1 2 → more', '5 null'],
      lastItem: ['1 2 more', '1 2 more', '3 4 more', '5'],
    },
  ],
  [
    { type: 'cycle-tokens', pages: 1 },
    {
      link: ['1 2 →', '3 4 →', '3 4 →', '3 4 →', '3 4 →'],
      cursor: ['1 2 → more', '3 4 → more', '3 4 → more', '3 4 → more', '3 4 → more'],
    },
  ],
  [
    { type: 'empty-page', at: 2 },
    {
      link: ['1 2 →', '→', '3 4 →', '5'],
      offset: ['1 2 of 5', 'of 5', '3 4 of 5', '5 of 5'],
      page: ['1 2 1/3', '2/3', '5 3/3'],
      cursor: ['1 2 → more', '→ more', '3 4 → more', '5 null'],
      lastItem: ['1 2 more', 'more'],
    },
  ],
  [
    { type: 'empty-token', at: 2 },
    { link: ['1 2 →', '3 4 empty'], cursor: ['1 2 → more', '3 4 empty more'] },
  ],
  [{ type: 'null-token' }, {}],
  [
    { type: 'corrupt-object', at: 2 },
    inAll(([first, second, third]) => [first, second.replace('3', 'undefined'), third]),
  ],
  [{ type: 'ignore-maximum' }, {}],
  [{ type: 'skip-authentication' }, {}],
];

/** Walks without a fault, and then under each of them. */
const underFaults = (scheme: ServiceScheme): Script =>
  function* (service) {
    yield* walk(service, scheme);
    for (const [fault] of cases) {
      service.setFaults([fault]);
      yield* walk(service, scheme);
    }
  };

const asking = (...queries: ReadonlyArray<Query>): Script =>
  function* (service) {
    for (const query of queries) yield { ask: ask(service, query) };
  };

/** What a walk meets when the object that it stands behind is deleted. */
const deleting: Script = function* (service) {
  yield { ask: ask(service, {}) };
  service.store.delete('thing', 1);
  yield { ask: ask(service, { starting_after: '2' }) };
  yield { ask: ask(service, { starting_after: '1' }) };
};

const elsewhere: Script = function* (service) {
  yield { ask: get('/api/thing') };
  yield { ask: get('/api/thing?limit=4') };
  yield { ask: get('/api/other') };
  yield { ask: { method: 'POST', url: '/api/thing', headers: {}, body: '{}' } };
  yield { ask: ask(service, {}, '/api/thing/1') };
};

const five: DoorOptions = withThings(5);

const under = (scheme: ServiceScheme): ReadonlyArray<string> => [
  ...wholes[scheme],
  ...cases.flatMap(([, results]) => results[scheme] ?? wholes[scheme]),
];

/** Every other scheme, and every fault in it. */
export const schemeRows: ReadonlyArray<readonly [string, DoorOptions, Script, ReadonlyArray<string>]> = [
  ...Object.keys(wholes).map((name) => {
    const scheme = name as ServiceScheme;
    return [`the scheme ${name}, under every fault`, { ...five, scheme }, underFaults(scheme), under(scheme)] as const;
  }),
  [
    'sizes of pages in another scheme',
    { ...five, scheme: 'offset' },
    asking({ limit: '1' }, { limit: '9' }, { limit: '0' }, { limit: 'two' }),
    ['1 of 5', '1 2 of 5', '400 InvalidLimit', '400 InvalidLimit'],
  ],
  [
    'offsets',
    { ...five, scheme: 'offset' },
    asking({ offset: '4' }, { offset: '5' }, { offset: '-1' }, { offset: '' }, { offset: '9'.repeat(16) }),
    ['5 of 5', 'of 5', '400 InvalidOffset', '400 InvalidOffset', '400 InvalidOffset'],
  ],
  [
    'page numbers',
    { ...five, scheme: 'page' },
    asking({ page: '3' }, { page: '4' }, { page: '0' }, { page: 'x' }, { page: '2', limit: '1' }),
    ['5 3/3', '4/3', '400 InvalidPage', '400 InvalidPage', '2 2/5'],
  ],
  ['no objects by page number', { objects: { thing: [] }, scheme: 'page' }, asking({}), ['1/1']],
  [
    'cursors that are not of this request',
    { ...five, scheme: 'cursor' },
    asking({ cursor: '' }, { cursor: 'x' }),
    ['400 InvalidPageToken', '400 InvalidPageToken'],
  ],
  [
    'the last item, deleted',
    { ...five, scheme: 'lastItem' },
    deleting,
    ['1 2 more', '400 InvalidStartingAfter', '3 4 more'],
  ],
  [
    'a limit in another scheme',
    { ...five, scheme: 'offset', searchLimit: 3 },
    asking({}, { offset: '2' }, { offset: '3' }),
    ['1 2 of 5', '3 of 5', '400 ObjectsExceededLimit'],
  ],
  ['the total count in a header', { ...five, scheme: 'link', totalCount: true }, asking({}), ['1 2 →']],
  ['a protected scheme', { ...five, scheme: 'cursor', protectList: true }, asking({}), ['401 MissingCredentials']],
  [
    'ways of another scheme',
    { ...five, scheme: 'page' },
    elsewhere,
    ['1 2 1/3', '1 2 1/3', '404 ObjectTypeNotFound', '405 MethodNotAllowed', '404 EndpointNotFound'],
  ],
  ['no scheme', five, asking({}), ['404 EndpointNotFound']],
];
