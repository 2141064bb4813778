import fc from 'fast-check';

/** What bodies are made from: pages of both revisions, and errors. The token and the credential are echoed, as services do. */
export const pageToken = 'page-token-that-nobody-may-see';
export const credential = 'credential-that-nobody-may-see';

const seeds: ReadonlyArray<string> = [
  {
    data: [{ properties: { id: 1, name: 'Ann', active: true, note: null } }],
    nextPageToken: 'v1.next',
  },
  {
    data: [
      { rid: 'ri.1', properties: { id: 2, name: 'Zoë' } },
      { properties: { id: 3, name: '😀' } },
    ],
    nextPageToken: null,
  },
  {
    data: [{ properties: { id: 4, name: [{ text: 'one', lang: 'en' }, { text: 'two' }] } }],
    nextPageToken: '',
  },
  { data: [{ properties: {} }, null, {}, { properties: [] }] },
  { data: [] },
  {
    errorCode: 'INVALID_ARGUMENT',
    errorName: 'InvalidPageToken',
    errorInstanceId: 'i-1',
    parameters: { pageToken },
  },
  {
    errorCode: 'CONFLICT',
    errorName: 'ConsistentSnapshotError',
    errorInstanceId: 'i-2',
    parameters: {},
  },
  {
    errorName: 'ObjectsExceededLimit',
    parameters: { limit: 10_000, [credential]: [pageToken, { credential }] },
  },
  {
    errorCode: 'UNAUTHORIZED',
    errorName: 'InvalidCredentials',
    parameters: { header: `Bearer ${credential}` },
  },
].map((value) => JSON.stringify(value));

/** Texts that parsers, printers and prototypes get wrong. */
const oddTexts: ReadonlyArray<string> = [
  ...[
    '1e999',
    '-1e999',
    '-0',
    '9'.repeat(400),
    '0.1e-400',
    'NaN',
    'Infinity',
    '01',
    '+1',
    '.5',
    '1.',
  ],
  ...[
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '\ud800',
    '"\\u0000"',
    '\0',
    '\uFEFF',
    '\u2028',
    '"\\x41"',
    '"\\"',
    '\\',
  ],
  ...[
    '"__proto__":{"data":[]},',
    '"constructor":{"prototype":{}},',
    '"toString":1,',
    '"properties":',
    '"data":',
    '"nextPageToken":',
  ],
  ...[
    'null',
    'true',
    'undefined',
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '"',
    '/*',
    '//',
    '\n',
    '<!doctype html>',
  ],
  ...['['.repeat(1_000), ']'.repeat(1_000), '{"a":'.repeat(1_000), ',,,,', '"a":1,'.repeat(100)],
];

const values: ReadonlyArray<string> = [
  ...[
    'null',
    'true',
    '0',
    '-1',
    '1e999',
    '""',
    '"text"',
    '"\\ud800"',
    '"\\u0000"',
    '[]',
    '{}',
    '[[]]',
    '{"a":{}}',
  ],
  ...[
    '{"__proto__":1}',
    '{"properties":{}}',
    `${'['.repeat(1_500)}${']'.repeat(1_500)}`,
    `"${'x'.repeat(1_500)}"`,
  ],
  `${'{"a":'.repeat(1_500)}1${'}'.repeat(1_500)}`,
];

type Mutation = (body: string) => string;

const position = fc.nat({ max: 9_999 });
const unit = fc.oneof(
  fc.integer({ min: 0, max: 0xffff }),
  fc.integer({ min: 0x20, max: 0x7e }),
  fc.nat({ max: 0x1f }),
);

const at = (body: string, place: number): number => place % (body.length + 1);

const cut = (body: string, one: number, other: number): readonly [string, string, string] => {
  const [from, to] = [at(body, one), at(body, other)].sort((a, b) => a - b) as [number, number];
  return [body.slice(0, from), body.slice(from, to), body.slice(to)];
};

/** A scalar, or a key with its colon. */
const scalarOrKey = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d+(?:\.\d+)?|true|false|null/g;

/** Puts something in the place of the n-th scalar, which leaves JSON what it is. */
const replaceScalar = (body: string, n: number, replacement: string): string => {
  const found = [...body.matchAll(scalarOrKey)].filter(([, colon]) => colon === undefined);
  const one = found[n % Math.max(1, found.length)];
  return one === undefined
    ? body
    : body.slice(0, one.index) + replacement + body.slice(one.index + one[0].length);
};

const flipBit = (body: string, place: number, bit: number): string => {
  const bytes = Buffer.from(body);
  if (bytes.length === 0) return body;
  const index = place % bytes.length;
  bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
  return bytes.toString('utf8');
};

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(position, unit).map(([place, code]): Mutation => (body) => {
    const [before, , after] = cut(body, place, place);
    return before + String.fromCharCode(code) + after.slice(1);
  }),
  fc.tuple(position, fc.nat({ max: 7 })).map(
    ([place, bit]): Mutation =>
      (body) =>
        flipBit(body, place, bit),
  ),
  position.map(
    (place): Mutation =>
      (body) =>
        body.slice(0, at(body, place)),
  ),
  fc.tuple(position, position).map(([one, other]): Mutation => (body) => {
    const [before, , after] = cut(body, one, other);
    return before + after;
  }),
  fc.tuple(position, position).map(([one, other]): Mutation => (body) => {
    const [before, middle, after] = cut(body, one, other);
    return before + middle + middle + after;
  }),
  fc
    .tuple(position, position, position, fc.constantFrom(...seeds))
    .map(([place, one, other, donor]): Mutation => (body) => {
      const [before, , after] = cut(body, place, place);
      return before + cut(donor, one, other)[1] + after;
    }),
  fc.tuple(position, fc.constantFrom(...oddTexts)).map(([place, text]): Mutation => (body) => {
    const [before, , after] = cut(body, place, place);
    return before + text + after;
  }),
  {
    weight: 10,
    arbitrary: fc
      .tuple(position, fc.oneof(fc.constantFrom(...values), fc.json({ maxDepth: 2 })))
      .map(
        ([n, value]): Mutation =>
          (body) =>
            replaceScalar(body, n, value),
      ),
  },
);

/** Longer than this a body says nothing new and takes long. */
const longest = 20_000;

/** How often a body is changed, and how many bodies come of it. */
export const changes = 5;

/** A page or an error that is changed again and again: what it is after each change. */
export const anyBodies: fc.Arbitrary<ReadonlyArray<string>> = fc
  .tuple(fc.constantFrom(...seeds), fc.array(mutation, { minLength: changes, maxLength: changes }))
  .map(([seed, mutations]) => {
    let body = seed;
    return mutations.map((mutate) => (body = mutate(body).slice(0, longest)));
  });
