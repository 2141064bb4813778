import { expect } from 'chai';
import { ambiguous } from './names';
import { textFiles } from './textFiles';

/** The names that may have several shapes, and how many, each with the reason. */
const allowed = {
  // A bundle for browsers has `turn.browser.ts` in place of `turn.ts`.
  onTurn: 2,
};

describe('the names of src', () => {
  it('that a source exports have one shape each in all sources', () =>
    expect(ambiguous(textFiles('src', '.ts')), 'rename what is new').to.deep.equal(allowed));

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
