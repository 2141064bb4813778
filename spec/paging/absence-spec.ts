import { expect } from 'chai';
import {
  at,
  byCursor,
  byLastItem,
  byLink,
  byOffset,
  byPageNumber,
  header,
  link,
  orElse,
  orEmpty,
  query,
  valuesOf,
} from '../../src/paging';
import { take } from 'rxjs';
import { createClient, explain } from '../../src/index';
import { collect } from '../support/collect';
import { leftOf, rightOf } from '../support/sides';
import { get, type Said, type Scheme, scripted, walkOver } from './support/walk';

/** What a service or something before it may send with status 200 instead of a page. */
const noPages: ReadonlyArray<string> = [
  '{}',
  'null',
  '5',
  '"Service Unavailable"',
  '{"status":"degraded"}',
  '[]',
  '[{}]',
  'true',
  '""',
  '{"data":null}',
  '{"data":{}}',
  '{"data":"later"}',
  '{"results":[]}',
  '{"ok":true}',
  '{"time":1700000000}',
  '{"error":null}',
  '{"next":null}',
  '{"more":false}',
];

/** Each scheme, with and without what says how far it goes. */
const setUps: ReadonlyArray<readonly [what: string, Scheme]> = [
  ['byCursor', byCursor({ from: at('next'), to: query('c') })],
  ['byCursor with more', byCursor({ from: at('next'), to: query('c'), more: at('more') })],
  ['byLink', byLink(link('next'))],
  ['byOffset', byOffset({ to: query('o') })],
  ['byOffset with total', byOffset({ to: query('o'), total: at('total') })],
  ['byOffset with more', byOffset({ to: query('o'), more: at('more') })],
  ['byPageNumber', byPageNumber({ to: query('p') })],
  ['byPageNumber with last', byPageNumber({ to: query('p'), last: at('last') })],
  ['byPageNumber with more', byPageNumber({ to: query('p'), more: at('more') })],
  ['byLastItem', byLastItem({ from: at('id'), to: query('after') })],
  ['byLastItem with more', byLastItem({ from: at('id'), to: query('after'), more: at('more') })],
];

/** The first of three pages of two objects. */
const first: Said = {
  headers: { link: '<?p=2>; rel="next"' },
  data: [{ id: 1 }, { id: 2 }],
  next: 'x',
  more: true,
  total: 6,
  last: 3,
};

describe('law 26: a body that is not a page never ends a walk well', () => {
  for (const [what, scheme] of setUps) {
    for (const text of noPages) {
      it(`${what}: ${text}`, async () => {
        const walk = await walkOver(get(scheme), [first, { text }]);
        expect(walk.objects).to.equal(2);
        expect(walk.end).to.match(/^InvalidEnvelope/);
      });
    }
  }
});

const offset = byOffset({ to: query('o') });
const cursor = byCursor({ from: at('next'), to: query('c') });
const nothing = { status: 204, text: '' };

interface Case {
  readonly scheme?: Scheme;
  /** The rest of the endpoint. By default its items may be absent. */
  readonly others?: object;
  readonly answers: ReadonlyArray<Said>;
  readonly objects: number;
  readonly end?: RegExp;
}

const run = (cases: Readonly<Record<string, Case>>): void => {
  for (const [what, one] of Object.entries(cases)) {
    const { scheme = offset, others = { items: orEmpty(at('data')) }, ...expected } = one;
    it(what, async () => {
      const walk = await walkOver(get(scheme, others), expected.answers);
      expect(walk.end).to.match(expected.end ?? /^last page$/);
      expect(walk.objects).to.equal(expected.objects);
      expect(walk.urls).to.have.lengthOf(expected.answers.length);
    });
  }
};

const two: Said = { data: [1, 2] };
const inNested = { items: orEmpty(at('a', 'b', 'list')) };

describe('law 26: items that may be absent', () => {
  run({
    'the first page has none': { answers: [{}], objects: 0 },
    'the first page is a 204': { answers: [nothing], objects: 0 },
    'a later page has none, twice': { answers: [two, {}, {}], objects: 2 },
    'a later page is a 204, twice': { answers: [two, nothing, nothing], objects: 2 },
    'a later page has none, and then it has some': {
      answers: [two, {}, { data: [3] }, { data: [] }],
      objects: 3,
    },
    'the second look fails': {
      answers: [two, {}, { status: 500 }],
      objects: 2,
      end: /^HttpFailure/,
    },
    'a page without items that names a next one is no end': {
      scheme: cursor,
      answers: [{ data: [1], next: 'a' }, { next: 'b' }, { data: [2] }],
      objects: 2,
    },
    'one of several pages that would end the walk': {
      scheme: cursor,
      answers: [{ data: [1], next: 'a' }, {}, {}],
      objects: 1,
    },
    'null is absent': { answers: [two, { data: null }, { data: null }], objects: 2 },
    'each step of the path may be absent': { others: inNested, answers: [{}], objects: 0 },
    'or null': { others: inNested, answers: [{ a: { b: null } }], objects: 0 },
    'or an empty list, as PHP writes an empty object': {
      others: inNested,
      answers: [{ a: [] }],
      objects: 0,
    },
    'but no text': {
      others: inNested,
      answers: [{ a: 'x' }],
      objects: 0,
      end: /a\.b\.list is missing: a is not an object/,
    },
    'and no list of something': {
      others: inNested,
      answers: [{ a: { b: [1] } }],
      objects: 0,
      end: /a\.b is not an object/,
    },
    'the body is a list': {
      answers: [two, { text: '[]' }],
      objects: 2,
      end: /the body is not an object/,
    },
    'orEmpty(at()) is for a 204': {
      others: { items: orEmpty(at()) },
      answers: [{ text: '[1]' }, nothing, nothing],
      objects: 1,
    },
    'and for nothing else': {
      others: { items: orEmpty(at()) },
      answers: [{ text: '[1]' }, { text: 'null' }],
      objects: 1,
      end: /^InvalidEnvelope.*the body is not an object/,
    },
    'the values of an object': {
      others: { items: orEmpty(valuesOf(at('q', 'pages'))) },
      answers: [{ q: { pages: { 1: {} } } }, { q: {} }, {}],
      objects: 1,
    },
    'the other way round': {
      others: { items: valuesOf(orEmpty(at('q', 'pages'))) },
      answers: [{ q: { pages: { 1: {} } } }, { q: [] }, {}],
      objects: 1,
    },
    'a 204 where nobody has said so': {
      others: {},
      answers: [two, nothing],
      objects: 2,
      end: /data is missing: .*orEmpty/,
    },
  });

  const errors: ReadonlyArray<object> = [
    { error: 'x' },
    { Errors: [{}] },
    { fault: {} },
    { exception: 'E' },
    { ok: false },
    { success: false },
    { status: 503 },
    { statusCode: '404' },
    { code: 429 },
    { message: 'try later' },
    { title: 'Bad Gateway' },
  ];
  for (const body of errors) {
    const isError = JSON.stringify(body) !== '{"fault":{}}';
    it(`${JSON.stringify(body)} is ${isError ? 'an error' : 'a page without items'}`, async () => {
      const answers = [{ text: JSON.stringify(body) }];
      const walk = await walkOver(get(offset, { items: orEmpty(at('data')) }), answers);
      expect(walk.end).to.match(
        isError ? /^InvalidEnvelope.*seems to be an error.*errors of the endpoint/ : /^last page$/,
      );
    });
  }
  run({
    'what is empty is no error': {
      answers: [
        { error: null, errors: [], fault: {}, exception: '', ok: true, status: 200, code: 0 },
      ],
      objects: 0,
    },
    'where the endpoint says where errors are, that decides': {
      others: { items: orEmpty(at('data')), errors: at('error', 'text') },
      answers: [{ message: 'success', error: { code: 'ok' } }],
      objects: 0,
    },
    'and an error is one there': {
      others: { items: orEmpty(at('data')), errors: at('error', 'text') },
      answers: [{ message: 'success', error: { text: 'no' } }],
      objects: 0,
      end: /^HttpFailure/,
    },
    'law 31: also beside more values than a call has room for': {
      scheme: byCursor({ from: at('next'), to: query('c') }),
      others: { items: orEmpty(at('data')), errors: at('error', 'text') },
      answers: [{ error: { text: 'no' }, next: Array.from({ length: 300_000 }, () => 1) }],
      objects: 0,
      end: /^HttpFailure/,
    },
  });
});

describe('law 26: what says how far a walk goes may be absent where the user said so', () => {
  const by = (options: object) => byOffset({ to: query('o'), ...options });
  run({
    'more without orElse, on a later page': {
      scheme: by({ more: at('m') }),
      answers: [{ ...two, m: true }, { data: [3, 4] }],
      objects: 2,
      end: /^InvalidEnvelope.*m is missing.*orElse/,
    },
    'null is absent, too': {
      scheme: by({ more: at('m') }),
      answers: [{ ...two, m: null }],
      objects: 0,
      end: /m is null.*orElse/,
    },
    'more that is false where it is absent': {
      scheme: by({ more: orElse(at('m'), false) }),
      answers: [{ ...two, m: true }, { data: [3, 4] }],
      objects: 4,
    },
    'but only where the items of that page are there': {
      scheme: by({ more: orElse(at('m'), false) }),
      others: {},
      answers: [{ ...two, m: true }, {}],
      objects: 2,
      end: /data is missing/,
    },
    'both are absent': {
      scheme: by({ more: orElse(at('m'), false) }),
      answers: [{ ...two, m: true }, {}, {}],
      objects: 2,
    },
    'a total that is not known, and later is': {
      scheme: by({ total: orElse(at('n'), null) }),
      answers: [two, { data: [3, 4], n: 6 }, { data: [5, 6], n: 6 }],
      objects: 6,
    },
    'a total that is known, and later is not': {
      scheme: by({ total: orElse(at('n'), null) }),
      answers: [{ ...two, n: 6 }, { data: [3, 4] }, { data: [5, 6], n: 6 }],
      objects: 6,
    },
    'a total that is never known': {
      scheme: by({ total: orElse(at('n'), null) }),
      answers: [two, { data: [3] }, { data: [] }],
      objects: 3,
    },
    'a total that is not known decides nothing, though it was 0 in 1.0.0-rc.2': {
      scheme: byPageNumber({ to: query('p'), total: orElse(header('x-total'), null) }),
      answers: [{ ...two, headers: { 'x-total': '4' } }, { data: [3, 4] }, { data: [] }],
      objects: 4,
    },
    'a last page that is not known, and later is': {
      scheme: byPageNumber({ to: query('p'), last: orElse(at('l'), null) }),
      answers: [two, { data: [3, 4], l: 2 }],
      objects: 4,
    },
    'a flag that is not known': {
      scheme: byCursor({ from: at('next'), to: query('c'), last: orElse(at('l'), null) }),
      answers: [
        { data: [1], next: 'a' },
        { data: [2], next: 'b', l: true },
      ],
      objects: 2,
    },
    'a last flag that is false where it is absent': {
      scheme: byPageNumber({ to: query('p'), last: orElse(at('l'), false) }),
      answers: [two, { data: [3, 4], l: true }],
      objects: 4,
    },
  });
  it('no total is no shifted total', async () => {
    const scheme = by({ total: orElse(at('n'), null) });
    const answers = [{ ...two, n: 5 }, { data: [3, 4] }, { data: [5], n: 5 }];
    const { doubt, end } = await walkOver(get(scheme), answers);
    expect([end, doubt?.shifted]).to.deep.equal(['last page', undefined]);
  });
  it('a total that comes later decides after a resume, too', async () => {
    const target = get(by({ total: orElse(at('n'), null) }));
    const { transport } = scripted([two]);
    const [page] = await collect(createClient({ transport }).pages(target, {}).pipe(take(1)));
    const { objects, urls } = await walkOver(target, [{ data: [3, 4], n: 4 }], {
      place: rightOf(page).place,
    });
    expect([objects, urls]).to.deep.equal([2, ['/things?o=2']]);
  });

  const wrong: ReadonlyArray<readonly [() => Scheme, RegExp]> = [
    [
      () => by({ total: orElse(at('n'), 0) }),
      /byOffset: the value of orElse\(…\) at total must be null/,
    ],
    [() => byPageNumber({ to: query('p'), total: orElse(at('n'), 5) }), /at total must be null/],
    [() => byPageNumber({ to: query('p'), last: orElse(at('n'), 1) }), /at last must be null/],
    [() => by({ last: orElse(at('n'), 0) }), /at last must be null/],
    [() => by({ more: orElse(at('n'), 0) }), /at more must be true or false/],
    [
      () => byCursor({ from: at('c'), to: query('c'), more: orElse(at('n'), null) }),
      /at more must be/,
    ],
    [
      () => byLastItem({ from: at('id'), to: query('a'), last: orElse(at('n'), 0) }),
      /byLastItem: the value of orElse\(…\) at last/,
    ],
  ];
  for (const [make, message] of wrong)
    it(`${String(message)} is a TypeError`, () => expect(make).to.throw(TypeError, message));
});

describe('law 26: an empty page of byOffset before the total', () => {
  it('says so, and that total can be left out', async () => {
    const scheme = byOffset({ to: query('o'), total: at('page', 'total') });
    const said = { page: { total: 9 } };
    const { came } = await walkOver(get(scheme), [
      { ...two, ...said },
      { data: [], ...said },
    ]);
    const error = leftOf(came.at(-1));
    expect(error).to.deep.include({ rule: 'RepeatedToken', at: 'page.total' });
    expect(explain(error)).to.include(
      'the page is empty, though page.total says that there are more objects: leave out total',
    );
  });
});

describe('law 8: too many empty pages', () => {
  it('name the options that help', async () => {
    const answers = [...Array(3).keys()].map((next) => ({ data: [], next: next + 1 }));
    const { came } = await walkOver(get(cursor), answers, { emptyPages: 2 });
    const text = explain(leftOf(came.at(-1)));
    expect(text).to.include("end: 'emptyPage' of byCursor").and.to.include('emptyPages');
  });
});
