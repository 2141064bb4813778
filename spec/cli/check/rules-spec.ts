import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { gather } from '../../../src/cli/check/gather';
import { type Finding, judge } from '../../../src/cli/check/Report';
import { rules } from '../../../src/cli/check/rules';
import type { Status } from '../../../src/cli/check/Rule';
import { createGate } from '../../../src/cli/terminal/gate';
import { type RevisionEndpoint, type HttpResponse, listObjects, searchObjects } from '../../../src/index';
import { answerWith, type Asked, numbered, refuse, scriptedService } from '../support/scriptedService';

const list = { endpoint: listObjects, params: { ontologyRid: 'ri.o', objectType: 'badge' } };
const search = {
  endpoint: searchObjects,
  params: { apiFamily: 'demo', objectType: 'badge', query: { type: 'empty' } },
};

const findingsOn = async (
  target: { readonly endpoint: RevisionEndpoint; readonly params: Readonly<Record<string, unknown>> },
  answer: (asked: Asked) => HttpResponse,
  token: O.Option<string> = O.some('t'),
): Promise<ReadonlyArray<Finding>> => {
  const evidence = await gather({ transport: scriptedService(answer), token, gate: createGate() }, target, 200);
  if (E.isLeft(evidence)) throw new Error(evidence.left.message);
  return judge(target.endpoint, { badge: evidence.right }).rules;
};

const statusOf = (id: string, findings: ReadonlyArray<Finding>): Status | undefined =>
  findings.find((finding) => finding.id === id)?.status;

const five = (asked: Asked): HttpResponse => numbered(25, 5, asked);

const guarded = (asked: Asked): HttpResponse => (asked.isAuthenticated ? five(asked) : refuse(401, 'Missing'));

interface Case {
  readonly what: string;
  readonly target: typeof list | typeof search;
  readonly rule: string;
  readonly status: Status;
  readonly answer: (asked: Asked) => HttpResponse;
  readonly token?: O.Option<string>;
}

const withToken = (nextPageToken: unknown) => () => answerWith(200, { data: [{ properties: {} }], nextPageToken });
const withRecord = (record: unknown) => () => answerWith(200, { data: [record] });
const pages = (count: number, size: number) => (asked: Asked) => numbered(count, size, asked);
const until = (max: number, size: number, error: HttpResponse) => (asked: Asked) =>
  Number(asked.pageToken ?? 0) >= max ? error : numbered(20_000, size, asked);

const cases: ReadonlyArray<Case> = [
  { what: 'no data', target: list, rule: 'envelope', status: 'broken', answer: () => answerWith(200, {}) },
  {
    what: 'data that is an object',
    target: list,
    rule: 'envelope',
    status: 'broken',
    answer: () => answerWith(200, { data: {} }),
  },
  { what: 'an array', target: list, rule: 'envelope', status: 'broken', answer: () => answerWith(200, []) },
  { what: 'a token that is a number', target: list, rule: 'token-type', status: 'broken', answer: withToken(7) },
  { what: 'a token that is false', target: search, rule: 'token-type', status: 'broken', answer: withToken(false) },
  { what: 'a last page marked by null', target: list, rule: 'last-page', status: 'holds', answer: withToken(null) },
  { what: 'a last page marked by null', target: search, rule: 'last-page', status: 'broken', answer: withToken(null) },
  { what: 'an endless walk', target: list, rule: 'last-page', status: 'not seen', answer: pages(1e6, 5) },
  { what: 'one page', target: list, rule: 'token-not-empty', status: 'not seen', answer: pages(3, 5) },
  { what: 'one page', target: list, rule: 'no-empty-page', status: 'not seen', answer: pages(3, 5) },
  { what: 'one page', target: list, rule: 'token-once', status: 'not seen', answer: pages(3, 5) },
  { what: 'an empty last page', target: list, rule: 'no-empty-page', status: 'not seen', answer: pages(0, 5) },
  { what: 'no record at all', target: list, rule: 'records', status: 'not seen', answer: pages(0, 5) },
  { what: 'a record that is null', target: list, rule: 'records', status: 'broken', answer: withRecord(null) },
  {
    what: 'properties that are a text',
    target: list,
    rule: 'records',
    status: 'broken',
    answer: withRecord({ properties: '' }),
  },
  {
    what: 'further fields',
    target: list,
    rule: 'records',
    status: 'holds',
    answer: withRecord({ properties: {}, rid: 1 }),
  },
  { what: 'an array', target: list, rule: 'scalars', status: 'broken', answer: withRecord({ properties: { a: [] } }) },
  { what: 'null', target: list, rule: 'scalars', status: 'holds', answer: withRecord({ properties: { a: null } }) },
  {
    what: 'a service that ignores the token',
    target: search,
    rule: 'token-place',
    status: 'broken',
    answer: ({ index }) =>
      answerWith(200, { data: [{ properties: { id: 1 } }, { properties: { id: 2 } }], nextPageToken: `t${index}` }),
  },
  {
    what: 'objects that are all alike',
    target: search,
    rule: 'token-place',
    status: 'not seen',
    answer: ({ index }) =>
      answerWith(200, { data: [{ properties: {} }, { properties: {} }], nextPageToken: `t${index}` }),
  },
  { what: 'more than 10,000 objects', target: list, rule: 'limit', status: 'broken', answer: pages(10_100, 100) },
  { what: '10,000 objects', target: list, rule: 'limit', status: 'not seen', answer: pages(10_000, 100) },
  {
    what: 'an error after 10,000',
    target: list,
    rule: 'limit',
    status: 'holds',
    answer: until(10_000, 100, refuse(400, 'ObjectsExceededLimit')),
  },
  {
    what: 'an error of any name after 10,000',
    target: list,
    rule: 'limit',
    status: 'holds',
    answer: until(10_000, 100, refuse(413, 'TooMuch')),
  },
  {
    what: 'an error of any name after 10,000',
    target: list,
    rule: 'readable',
    status: 'holds',
    answer: until(10_000, 100, refuse(413, 'TooMuch')),
  },
  {
    what: 'an error before the page that would exceed 10,000',
    target: list,
    rule: 'limit',
    status: 'holds',
    answer: until(9_900, 300, refuse(400, 'ObjectsExceededLimit')),
  },
  {
    what: 'the limit’s error after 500',
    target: list,
    rule: 'limit',
    status: 'broken',
    answer: until(500, 100, refuse(400, 'ObjectsExceededLimit')),
  },
  {
    what: 'another error after 500',
    target: list,
    rule: 'readable',
    status: 'broken',
    answer: until(500, 100, refuse(500, 'Internal')),
  },
  {
    what: 'a large page size that is refused',
    target: list,
    rule: 'maximum-page-size',
    status: 'broken',
    answer: (asked) => (asked.pageSize === undefined ? five(asked) : refuse(400, 'InvalidPageSize')),
  },
  {
    what: 'a large page size that is obeyed',
    target: list,
    rule: 'maximum-page-size',
    status: 'broken',
    answer: (asked) => numbered(25, Number(asked.pageSize ?? 5), asked),
  },
  { what: 'one page', target: list, rule: 'maximum-page-size', status: 'not seen', answer: pages(3, 5) },
  {
    what: 'a snapshot that is refused',
    target: list,
    rule: 'snapshot',
    status: 'not seen',
    answer: (asked) => (asked.isSnapshot ? refuse(400, 'SnapshotNotSupported') : five(asked)),
  },
  {
    what: 'a snapshot that changes',
    target: list,
    rule: 'snapshot-stable',
    status: 'broken',
    answer: (asked) =>
      asked.isSnapshot && asked.pageToken !== undefined
        ? answerWith(200, { data: [{ properties: { at: asked.index } }] })
        : five(asked),
  },
  {
    what: 'a first page without a credential',
    target: search,
    rule: 'authentication-first',
    status: 'broken',
    answer: five,
  },
  {
    what: 'a later page without a credential',
    target: search,
    rule: 'authentication-later',
    status: 'broken',
    answer: (asked) => (asked.pageToken === undefined ? guarded(asked) : five(asked)),
  },
  {
    what: 'a later page without a credential',
    target: search,
    rule: 'authentication-first',
    status: 'holds',
    answer: (asked) => (asked.pageToken === undefined ? guarded(asked) : five(asked)),
  },
  {
    what: '403',
    target: search,
    rule: 'authentication-first',
    status: 'holds',
    answer: (asked) => (asked.isAuthenticated ? five(asked) : refuse(403, 'Forbidden')),
  },
  {
    what: '500',
    target: search,
    rule: 'authentication-first',
    status: 'not seen',
    answer: (asked) => (asked.isAuthenticated ? five(asked) : refuse(500, 'Internal')),
  },
  {
    what: 'a check without a credential',
    target: search,
    rule: 'authentication-first',
    status: 'broken',
    answer: five,
    token: O.none,
  },
  {
    what: 'a check without a credential',
    target: search,
    rule: 'authentication-later',
    status: 'broken',
    answer: five,
    token: O.none,
  },
  { what: 'the usual shape', target: list, rule: 'error-shape', status: 'holds', answer: five },
  {
    what: 'another shape',
    target: list,
    rule: 'error-shape',
    status: 'not seen',
    answer: (asked) => (asked.pageToken?.startsWith('a-') === true ? answerWith(400, { message: 'no' }) : five(asked)),
  },
];

describe('the rules of check', () => {
  for (const { what, target, rule, status, answer, token } of cases) {
    it(`${target.endpoint.name}, ${what}: ${rule} is ${status}`, async () => {
      expect(statusOf(rule, await findingsOn(target, answer, token))).to.equal(status);
    });
  }

  it('all hold for a service that keeps them', async () => {
    const broken = [...(await findingsOn(list, five)), ...(await findingsOn(search, guarded))].filter(
      ({ status }) => status === 'broken',
    );
    expect(broken).to.deep.equal([]);
  });

  it('belong to their revision', async () => {
    const ids = async (target: typeof list | typeof search) => (await findingsOn(target, five)).map(({ id }) => id);
    expect(await ids(list))
      .to.include.members(['scalars', 'limit', 'snapshot'])
      .and.not.include('authentication-first');
    expect(await ids(search))
      .to.include('authentication-first')
      .and.not.include.members(['scalars', 'limit']);
  });

  it('count pages and records as people do, from 1', async () => {
    const details = async (answer: (asked: Asked) => HttpResponse, ...ids: ReadonlyArray<string>) =>
      (await findingsOn(list, answer)).filter(({ id }) => ids.includes(id)).map(({ detail }) => detail.split(':')[0]);
    expect(await details(withRecord(null), 'records')).to.deep.equal(['record 1']);
    expect(await details(until(10, 5, refuse(500, 'Down')), 'readable')).to.deep.equal(['page 3']);
    expect(await details(until(10, 5, refuse(400, 'InvalidPageToken')), 'token-lives')).to.deep.equal(['page 3']);
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
    const many = await gather({ transport: scriptedService(five), token: O.none, gate: createGate() }, list, 200);
    const few = await gather({ transport: scriptedService(pages(3, 5)), token: O.none, gate: createGate() }, list, 200);
    const bad = await gather(
      { transport: scriptedService(withRecord(null)), token: O.none, gate: createGate() },
      list,
      200,
    );
    if (E.isLeft(many) || E.isLeft(few) || E.isLeft(bad)) throw new Error('nothing was gathered');
    const report = judge(listObjects, { few: few.right, many: many.right, bad: bad.right });
    expect(report).to.include({ endpoint: 'listObjects', revision: '1.0', pages: 7, objects: 29 });
    expect(statusOf('token-once', report.rules)).to.equal('holds');
    expect(statusOf('records', report.rules)).to.equal('broken');
  });

  it('are not judged where the params cannot be right', async () => {
    const target = { ...list, params: { ontologyRid: '..', objectType: 'badge' } };
    const evidence = await gather({ transport: scriptedService(five), token: O.none, gate: createGate() }, target, 200);
    expect(E.isLeft(evidence) && evidence.left.exitCode).to.equal(2);
  });
});
