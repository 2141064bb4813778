import fc from 'fast-check';

/** Names that mean something to JavaScript, or that a printer could trip over. */
export const hostileNames = [
  ...'__proto__ constructor toString valueOf hasOwnProperty __defineGetter__ isPrototypeOf'.split(
    ' ',
  ),
  ...[
    'class',
    'default',
    'a-b',
    '1',
    '-1',
    '1e3',
    '',
    ' ',
    'a b',
    'größe',
    '🛩️',
    '👩‍🚀',
    "it's",
    '"',
    '`${a}`',
  ],
  ...[
    '\\',
    '\\u0041',
    '*/',
    '/*',
    '//',
    '\n',
    '\r\n',
    '\u2028',
    '\u2029',
    '\u0000',
    '\u202e',
    '\ud800',
  ],
  ...[
    '\udc00x',
    '\ufeff',
    '</script>',
    't',
    'z',
    'then',
    'length',
    '~standard',
    '_tag',
    'id',
    'name',
  ],
];

const anyName = fc.oneof(
  fc.constantFrom(...hostileNames),
  fc.string({ unit: 'binary', maxLength: 5 }),
);

/** An object as JSON.parse makes it: it has a property of its own for every name. */
const objectOf = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .array(fc.tuple(anyName, value), { maxLength: 5 })
    .map((entries) => Object.fromEntries(entries));

const anyScalar = fc.oneof(
  ...[
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.integer({ min: 0, max: 3 }),
    fc.constantFrom('a', 'b', ''),
  ],
  ...[
    fc.double({ noNaN: true }),
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.constantFrom(...hostileNames),
  ],
  ...[fc.constantFrom('2024-02-30', '2024-02-29', '2024-02-29T12:00:00Z', '2024-13-01')],
);

const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyScalar,
    fc.array(tie('value'), { maxLength: 4 }),
    objectOf(tie('value')),
  ),
}));

/** The properties of some objects: any JSON, with hostile names and mixed types. */
export const anyObjects = fc.array(objectOf(anyValue), { minLength: 1, maxLength: 5 });
