import { bundle, gzipped, withoutBindings, type Bundle } from './bundle';

const exporting = (names: string): string => `export { ${names} } from 'pagewalk';`;

const firstWalk = 'axiosTransport, bearer, createClient, rights';

/**
 * What a program imports decides what its users load: bytes of the package's own, minified and gzipped. The budgets are what was
 * measured and 5 %, rounded to 100, so that they notice what comes along by mistake. Nobody works for a byte.
 */
export const budgets: ReadonlyArray<readonly [what: string, budget: number, source: string]> = [
  ['a walk over a transport of the own', 16_100, exporting('createClient, rights')],
  ['a first walk', 20_700, exporting(firstWalk)],
  ['a first walk over fetch', 20_300, exporting('bearer, createClient, fetchTransport, rights')],
  [
    'the first example of the readme',
    22_100,
    exporting('axiosTransport, bearer, createClient, orThrow, skipInvalid'),
  ],
  [
    'a list for a query library',
    21_700,
    `export { createClient, fetchTransport } from 'pagewalk'; export { infiniteQuery } from 'pagewalk/query';`,
  ],
  ['everything', 47_600, "export * from 'pagewalk';"],
];

/** What an application loads to walk once, its peers included. */
export const applications: ReadonlyArray<readonly [what: string, budget: number, source: string]> =
  [
    [
      'an application over fetch',
      32_400,
      exporting('bearer, createClient, fetchTransport, rights'),
    ],
    ['an application over axios', 55_800, exporting(firstWalk)],
  ];

/** What an operator or a decorator adds to a first walk. */
export const additions: ReadonlyArray<readonly [names: string, budget: number]> = [
  ['polite', 3_300],
  ['clientCredentials', 2_500],
  ['clientCredentials, refreshToken', 3_000],
  ['pastLimit', 1_300],
  ['changesSince, watchChanges', 1_700],
  ['durable, Place', 8_100],
  ['exactNumbers, Int64', 200],
  ['durable, Place, walkEach', 10_500],
  ['iterate', 3_300],
  ['walkCalls', 1_900],
];

/** The packages that a budget does not count: an application shares them. */
export const others = ['rxjs', 'fp-ts', 'io-ts', 'axios'];

/**
 * Code without the texts of the errors that it throws: a message that helps must not be shortened to fit a budget. What
 * a message is made of at run time stays.
 */
export const withoutErrorTexts = (code: string): string =>
  code.replace(
    /(\bnew (?:Type|Range|Syntax)?Error\()("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\$]|\\.)*`)/g,
    '$1""',
  );

/** A bundle of the package's own code alone, and its size as a browser would fetch it. */
export const ownCode = async (
  source: string,
): Promise<{ readonly bytes: number; readonly found: Bundle }> => {
  const found = await bundle('budget', source, others);
  return { bytes: gzipped(withoutErrorTexts(withoutBindings(found.code))), found };
};

/** How many bytes these names add to a first walk. */
export const added = async (names: string): Promise<number> =>
  (await ownCode(exporting(`${firstWalk}, ${names}`))).bytes -
  (await ownCode(exporting(firstWalk))).bytes;
