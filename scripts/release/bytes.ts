import { added, additions, budgets, ownCode } from '../../spec/package/support/budgets';
import { counted, type Check } from './Check';

/** A measured size and the most that it may be. */
export interface Measured {
  readonly what: string;
  readonly bytes: number;
  readonly budget: number;
}

/** What the package's own code costs in a browser, for each thing that has a budget. */
export const measured = async (): Promise<ReadonlyArray<Measured>> => {
  const all: Array<Measured> = [];
  for (const [what, budget, source] of budgets)
    all.push({ what, budget, bytes: (await ownCode(source)).bytes });
  for (const [names, budget] of additions)
    all.push({ what: `+ ${names}`, budget, bytes: await added(names) });
  return all;
};

/** What is over its budget. */
export const bytesCheck = (all: ReadonlyArray<Measured>): Check => ({
  name: 'budgets',
  problems: all
    .filter(({ bytes, budget }) => bytes > budget)
    .map(
      ({ what, bytes, budget }) =>
        `${what}: ${counted(bytes)} bytes, and ${counted(budget)} are allowed`,
    ),
  found: all
    .map(({ what, bytes, budget }) => `${what} ${counted(bytes)}/${counted(budget)}`)
    .join(', '),
});
