import { bundle, gzipped, withoutBindings, type Bundle } from './bundle';

const exporting = (names: string): string => `export { ${names} } from 'pagewalk';`;

const firstWalk = 'axiosTransport, bearer, createClient, rights';

/**
 * What a program imports decides what its users load: bytes of the package's own, minified and gzipped. A first walk should
 * come below 15,300: what takes secrets out of errors, reads limits and bounds responses is not small enough yet. The budgets are
 * what was measured, rounded up a little.
 */
export const budgets: ReadonlyArray<readonly [what: string, budget: number, source: string]> = [
  ['a walk over a transport of the own', 13_568, exporting('createClient, rights')],
  ['a first walk', 16_480, exporting(firstWalk)],
  ['a first walk over fetch', 16_048, exporting('bearer, createClient, fetchTransport, rights')],
  [
    'the first example of the readme',
    17_680,
    exporting('axiosTransport, bearer, createClient, orThrow, skipInvalid'),
  ],
  [
    'a list for a query library',
    17_888,
    `export { createClient, fetchTransport } from 'pagewalk'; export { infiniteQuery } from 'pagewalk/query';`,
  ],
  ['everything', 36_720, "export * from 'pagewalk';"],
];

/** What a first walk should not pass without a sentence in the changelog. */
export const softLimit = 15_300;

/** What an application loads to walk once, its peers included. */
export const applications: ReadonlyArray<readonly [what: string, budget: number, source: string]> =
  [
    [
      'an application over fetch',
      27_600,
      exporting('bearer, createClient, fetchTransport, rights'),
    ],
    ['an application over axios', 49_808, exporting(firstWalk)],
  ];

/** What an operator or a decorator adds to a first walk. */
export const additions: ReadonlyArray<readonly [names: string, budget: number]> = [
  ['polite', 2_720],
  ['limitHeaders', 352],
  ['clientCredentials', 2_352],
  ['clientCredentials, refreshToken', 2_624],
  ['pastLimit', 928],
  ['changesSince, watchChanges', 1_568],
  ['durable, Place', 3_856],
  ['exactNumbers, Int64', 160],
  ['durable, Place, walkEach', 5_632],
  ['iterate', 2_672],
  ['walkCalls', 1_776],
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
