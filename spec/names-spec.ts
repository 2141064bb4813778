import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ambiguous } from './names';
import { root, textFiles } from './textFiles';

const listFile = join(root, 'spec/ambiguousNames.json');

type Counts = Readonly<Record<string, number>>;

/** The names that had several shapes when this was written, and how many. The list may only shrink. */
const listed = JSON.parse(readFileSync(listFile, 'utf8')) as Counts;

/** The names of which there are more in one list than in the other. */
const above = (counts: Counts, others: Counts): ReadonlyArray<string> =>
  Object.entries(counts)
    .filter(([name, count]) => count > (others[name] ?? 1))
    .map(([name, count]) => `${name}: ${count}, not ${others[name] ?? 1}`);

describe('the names of src', () => {
  const found = ambiguous(textFiles('src', '.ts'));

  it('that a source exports have one shape each in all sources, but for those of a list', () =>
    expect(above(found, listed), 'rename what is new').to.deep.equal([]));

  it('of the list are all needed: PAGEWALK_ACCEPT=1 takes off those that are not', () => {
    if (process.env.PAGEWALK_ACCEPT) {
      const left = Object.entries(found)
        .filter(([name]) => name in listed)
        .map(([name, count]) => [name, Math.min(count, listed[name] ?? 1)] as const);
      writeFileSync(listFile, `${JSON.stringify(Object.fromEntries(left), undefined, 2)}\n`);
      return;
    }
    expect(above(listed, found)).to.deep.equal([]);
  });

  it('are compared by what they are declared to be', () => {
    const sources = {
      'a.ts':
        'export const kind = 1, same = 2; const local = () => { const kind = 3; }; const alone = 1;',
      'b.ts':
        '/** Why. */ const kind = 2; export const same = 2; type Shape = "a"; const Shape = 1;',
      'c.ts':
        'function kind() { return 3; } export class Shape {} const alone = 2; export { same } from "./a";',
    };
    expect(ambiguous(sources)).to.deep.equal({ Shape: 2, kind: 3 });
  });
});
