import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { of } from 'rxjs';
import { gather } from '../../../src/cli/check/gather';
import { type Finding, judge } from '../../../src/cli/check/Report';
import { rules, type Status } from '../../../src/cli/check/rules';
import { createGate } from '../../../src/cli/terminal/gate';
import { listObjects, searchObjects } from '../../../src/index';
import type { Endpoint, HttpRequest, HttpResponse, Transport } from '../../../src/index';

/** What a request asks for, wherever it says so. */
interface Asked {
  readonly pageToken: string | undefined;
  readonly pageSize: string | undefined;
  readonly isSnapshot: boolean;
  readonly isAuthenticated: boolean;
  /** How many requests came before. */
  readonly index: number;
}

const readRequest = ({ url, body, headers }: HttpRequest, index: number): Asked => {
  const query = new URLSearchParams(url.split('?')[1]);
  const fields = JSON.parse(body ?? '{}') as { readonly pageToken?: string };
  return {
    pageToken: query.get('pageToken') ?? fields.pageToken,
    pageSize: query.get('pageSize') ?? undefined,
    isSnapshot: query.get('snapshot') === 'true',
    isAuthenticated: headers.authorization !== undefined,
    index,
  };
};

const answerWith = (status: number, value: unknown): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

const refuse = (status: number, errorName: string): HttpResponse =>
  answerWith(status, { errorCode: 'CODE', errorName, errorInstanceId: 'i-1', parameters: {} });

/** A service that answers as it is told to, without a network. */
const scriptedService = (answer: (asked: Asked) => HttpResponse): Transport => {
  let requests = 0;
  return (request) => of(E.right(answer(readRequest(request, requests++))));
};

/** The page at an offset of so many numbered objects; its token is the next offset. */
const numbered = (count: number, size: number, { pageToken }: Asked): HttpResponse => {
  const offset = Number(pageToken ?? 0);
  if (Number.isNaN(offset)) return refuse(400, 'InvalidPageToken');
  const ids = Array.from({ length: Math.min(size, count - offset) }, (_, index) => offset + index);
  const next = offset + size < count ? { nextPageToken: String(offset + size) } : {};
  return answerWith(200, { data: ids.map((id) => ({ properties: { id } })), ...next });
};

const list = { endpoint: listObjects, params: { ontologyRid: 'ri.o', objectType: 'badge' } };
const search = {
  endpoint: searchObjects,
  params: { apiFamily: 'demo', objectType: 'badge', query: { type: 'empty' } },
};

interface Target {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, unknown>>;
}

const gatherFrom = (
  target: Target,
  answer: (asked: Asked) => HttpResponse,
  token: O.Option<string>,
) => gather({ transport: scriptedService(answer), token, gate: createGate() }, target, 200);

const evidenceOf = async (...asked: Parameters<typeof gatherFrom>) => {
  const evidence = await gatherFrom(...asked);
  return E.isRight(evidence) ? evidence.right : expect.fail(evidence.left.message);
};

const findingsOn = async (
  target: Target,
  answer: (asked: Asked) => HttpResponse,
  token: O.Option<string> = O.some('t'),
): Promise<ReadonlyArray<Finding>> => {
  return judge(target.endpoint, { badge: await evidenceOf(target, answer, token) }).rules;
};

const statusOf = (id: string, findings: ReadonlyArray<Finding>): Status | undefined =>
  findings.find((finding) => finding.id === id)?.status;

const five = (asked: Asked): HttpResponse => numbered(25, 5, asked);

const fiveBut =
  (isRefused: (asked: Asked) => boolean, status: number) =>
  (asked: Asked): HttpResponse =>
    isRefused(asked) ? refuse(status, 'Refused') : five(asked);

const isAnonymous = ({ isAuthenticated }: Asked): boolean => !isAuthenticated;
const guarded = fiveBut(isAnonymous, 401);
const guardedFirst = fiveBut((asked) => isAnonymous(asked) && asked.pageToken === undefined, 401);
const obeying = (asked: Asked): HttpResponse => numbered(25, Number(asked.pageSize ?? 5), asked);
const changing = (asked: Asked): HttpResponse =>
  asked.isSnapshot && asked.pageToken !== undefined
    ? answerWith(200, { data: [{ properties: { at: asked.index } }] })
    : five(asked);
const misshapen = (asked: Asked): HttpResponse =>
  asked.pageToken?.startsWith('a-') === true ? answerWith(400, { message: 'no' }) : five(asked);
/** The same objects whatever is asked for, and another token each time. */
const always =
  (...objects: ReadonlyArray<object>) =>
  ({ index }: Asked): HttpResponse =>
    answerWith(200, {
      data: objects.map((properties) => ({ properties })),
      nextPageToken: `t${index}`,
    });

type Case = readonly [
  what: string,
  target: typeof list | typeof search,
  rule: string,
  status: Status,
  answer: (asked: Asked) => HttpResponse,
  token?: O.Option<string>,
];

const withToken = (nextPageToken: unknown) => () =>
  answerWith(200, { data: [{ properties: {} }], nextPageToken });
const withRecord = (record: unknown) => () => answerWith(200, { data: [record] });
const pages = (count: number, size: number) => (asked: Asked) => numbered(count, size, asked);
const until = (max: number, size: number, error: HttpResponse) => (asked: Asked) =>
  Number(asked.pageToken ?? 0) >= max ? error : numbered(20_000, size, asked);

const cases: ReadonlyArray<Case> = [
  ['no data', list, 'envelope', 'broken', () => answerWith(200, {})],
  ['data that is an object', list, 'envelope', 'broken', () => answerWith(200, { data: {} })],
  ['an array', list, 'envelope', 'broken', () => answerWith(200, [])],
  ['a token that is a number', list, 'token-type', 'broken', withToken(7)],
  ['a token that is false', search, 'token-type', 'broken', withToken(false)],
  ['a last page marked by null', list, 'last-page', 'holds', withToken(null)],
  ['a last page marked by null', search, 'last-page', 'broken', withToken(null)],
  ['an endless walk', list, 'last-page', 'not seen', pages(1e6, 5)],
  ['one page', list, 'token-not-empty', 'not seen', pages(3, 5)],
  ['one page', list, 'no-empty-page', 'not seen', pages(3, 5)],
  ['one page', list, 'token-once', 'not seen', pages(3, 5)],
  ['an empty last page', list, 'no-empty-page', 'not seen', pages(0, 5)],
  ['no record at all', list, 'records', 'not seen', pages(0, 5)],
  ['a record that is null', list, 'records', 'broken', withRecord(null)],
  ['properties that are a text', list, 'records', 'broken', withRecord({ properties: '' })],
  ['further fields', list, 'records', 'holds', withRecord({ properties: {}, rid: 1 })],
  ['an array', list, 'scalars', 'broken', withRecord({ properties: { a: [] } })],
  ['null', list, 'scalars', 'holds', withRecord({ properties: { a: null } })],
  [
    'a service that ignores the token',
    search,
    'token-place',
    'broken',
    always({ id: 1 }, { id: 2 }),
  ],
  ['objects that are all alike', search, 'token-place', 'not seen', always({}, {})],
  ['more than 10,000 objects', list, 'limit', 'broken', pages(10_100, 100)],
  ['10,000 objects', list, 'limit', 'not seen', pages(10_000, 100)],
  [
    'an error after 10,000',
    list,
    'limit',
    'holds',
    until(10_000, 100, refuse(400, 'ObjectsExceededLimit')),
  ],
  [
    'an error of any name after 10,000',
    list,
    'limit',
    'holds',
    until(10_000, 100, refuse(413, 'TooMuch')),
  ],
  [
    'an error of any name after 10,000',
    list,
    'readable',
    'holds',
    until(10_000, 100, refuse(413, 'TooMuch')),
  ],
  [
    'an error before the page beyond 10,000',
    list,
    'limit',
    'holds',
    until(9_900, 300, refuse(400, 'ObjectsExceededLimit')),
  ],
  [
    'the limit’s error after 500',
    list,
    'limit',
    'broken',
    until(500, 100, refuse(400, 'ObjectsExceededLimit')),
  ],
  ['another error after 500', list, 'readable', 'broken', until(500, 100, refuse(500, 'Internal'))],
  [
    'a large page size that is refused',
    list,
    'maximum-page-size',
    'broken',
    fiveBut(({ pageSize }) => pageSize !== undefined, 400),
  ],
  ['a large page size that is obeyed', list, 'maximum-page-size', 'broken', obeying],
  ['one page', list, 'maximum-page-size', 'not seen', pages(3, 5)],
  [
    'a snapshot that is refused',
    list,
    'snapshot',
    'not seen',
    fiveBut(({ isSnapshot }) => isSnapshot, 400),
  ],
  ['a snapshot that changes', list, 'snapshot-stable', 'broken', changing],
  ['a first page without a credential', search, 'authentication-first', 'broken', five],
  ['a later page without a credential', search, 'authentication-later', 'broken', guardedFirst],
  ['a later page without a credential', search, 'authentication-first', 'holds', guardedFirst],
  ['403', search, 'authentication-first', 'holds', fiveBut(isAnonymous, 403)],
  ['500', search, 'authentication-first', 'not seen', fiveBut(isAnonymous, 500)],
  ['a check without a credential', search, 'authentication-first', 'broken', five, O.none],
  ['a check without a credential', search, 'authentication-later', 'broken', five, O.none],
  ['the usual shape', list, 'error-shape', 'holds', five],
  ['another shape', list, 'error-shape', 'not seen', misshapen],
];

describe('the rules of check', () => {
  for (const [what, target, rule, status, answer, token] of cases) {
    it(`${target.endpoint.name}, ${what}: ${rule} is ${status}`, async () => {
      expect(statusOf(rule, await findingsOn(target, answer, token))).to.equal(status);
    });
  }

  it('all hold for a service that keeps them', async () => {
    const broken = [
      ...(await findingsOn(list, five)),
      ...(await findingsOn(search, guarded)),
    ].filter(({ status }) => status === 'broken');
    expect(broken).to.deep.equal([]);
  });

  it('belong to their revision', async () => {
    const ids = async (target: typeof list | typeof search) =>
      (await findingsOn(target, five)).map(({ id }) => id);
    expect(await ids(list))
      .to.include.members(['scalars', 'limit', 'snapshot'])
      .and.not.include('authentication-first');
    expect(await ids(search))
      .to.include('authentication-first')
      .and.not.include.members(['scalars', 'limit']);
  });

  it('count pages and records as people do, from 1', async () => {
    const details = async (answer: (asked: Asked) => HttpResponse, ...ids: ReadonlyArray<string>) =>
      (await findingsOn(list, answer))
        .filter(({ id }) => ids.includes(id))
        .map(({ detail }) => detail.split(':')[0]);
    expect(await details(withRecord(null), 'records')).to.deep.equal(['record 1']);
    expect(await details(until(10, 5, refuse(500, 'Down')), 'readable')).to.deep.equal(['page 3']);
    expect(
      await details(until(10, 5, refuse(400, 'InvalidPageToken')), 'token-lives'),
    ).to.deep.equal(['page 3']);
    expect(await details(withToken('same'), 'token-once')).to.deep.equal([
      'page 2 has a token that was followed before',
    ]);
  });

  it('have names of their own, and stand in the order of their sections', () => {
    expect(new Set(rules.map(({ id }) => id)).size).to.equal(rules.length);
    const sections = rules.map(({ section }) => section);
    expect([...sections].sort()).to.deep.equal(sections);
  });

  it('are broken by one type that breaks them, and seen where one type shows them', async () => {
    const seen = (answer: (asked: Asked) => HttpResponse) => evidenceOf(list, answer, O.none);
    const report = judge(listObjects, {
      few: await seen(pages(3, 5)),
      many: await seen(five),
      bad: await seen(withRecord(null)),
    });
    expect(report).to.include({ endpoint: 'listObjects', revision: '1.0', pages: 7, objects: 29 });
    expect(statusOf('token-once', report.rules)).to.equal('holds');
    expect(statusOf('records', report.rules)).to.equal('broken');
  });

  it('are not judged where the params cannot be right', async () => {
    const target = { ...list, params: { ontologyRid: '..', objectType: 'badge' } };
    const evidence = await gatherFrom(target, five, O.none);
    expect(E.isLeft(evidence) && evidence.left.exitCode).to.equal(2);
  });
});
