/** A package that users get with this one. */
export interface Licensed {
  readonly name: string;
  readonly version: string;
  /** As its package.json says, an SPDX expression; undefined where it says nothing. */
  readonly licence: string | undefined;
}

/** Licences that ask for nothing but to be named. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
]);

// Parentheses inside of an expression are refused: nobody has needed them yet, and what is not understood is not allowed.
const isAllowed = (expression: string): boolean =>
  expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => allowed.has(licence.trim())));

/** The packages whose licence is unknown or not allowed. */
export const licenceProblems = (packages: ReadonlyArray<Licensed>): ReadonlyArray<string> =>
  packages
    .filter(({ licence }) => licence === undefined || !isAllowed(licence))
    .map(
      ({ name, version, licence }) =>
        `${name}@${version} has ${licence ?? 'no licence'}, which is not allowed`,
    );

/** The names of the licences and how many packages have each. */
export const licenceCounts = (packages: ReadonlyArray<Licensed>): string => {
  const names = packages.map(({ licence = 'none' }) => licence);
  return [...new Set(names)]
    .map((name) => [name, names.filter((other) => other === name).length] as const)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
};
