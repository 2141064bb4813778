import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { inspect } from 'node:util';
import { explain, resumeFrom, walkError, type WalkErrorTag } from '../../../src/index';
import { token } from '../../support/pages';
import { reachableTexts } from '../../support/reachableTexts';
import { errorsAt } from '../../support/walkErrors';

const pageToken = token('tok-8675309');
const placed = errorsAt(O.some(pageToken));
const tags = Object.keys(placed) as ReadonlyArray<WalkErrorTag>;

/** The service refuses the token of one, has no more to give to another, and the walk went on after the third. */
const withoutPlace: ReadonlyArray<WalkErrorTag> = [
  'PageTokenExpired',
  'RetrievalLimitExceeded',
  'InvalidObject',
];

describe('resumeFrom', () => {
  it('says None for an error whose progress carries nothing, as one that a user has made', () =>
    expect(
      resumeFrom(
        walkError('TimedOut', { after: 1, progress: { pages: 1, objects: 2, attempts: 3 } }),
      ),
    ).to.deep.equal(O.none));

  for (const tag of tags) {
    const expected = withoutPlace.includes(tag) ? O.none : O.some({ pageToken });

    it(`law 7: says ${expected._tag} for ${tag} with a place`, () =>
      expect(resumeFrom(placed[tag])).to.deep.equal(expected));

    it(`law 7: says the same of a copy of ${tag}`, () => {
      expect(resumeFrom({ ...placed[tag] })).to.deep.equal(expected);
      expect(
        resumeFrom(Object.assign(Object.create(null), placed[tag]) as (typeof placed)[typeof tag]),
      ).to.deep.equal(expected);
    });

    it(`says None for ${tag} without a place`, () =>
      expect(resumeFrom(errorsAt(O.none)[tag])).to.deep.equal(O.none));

    it(`law 14: is the only way to the token of ${tag}`, () => {
      const error = placed[tag];
      const printed = [
        explain(error),
        JSON.stringify(error),
        inspect(error, { depth: Infinity, showHidden: true, getters: true }),
        inspect({ ...error }, { depth: Infinity, showHidden: true }),
        // eslint-disable-next-line @typescript-eslint/no-base-to-string -- what a careless program prints
        String(error),
        ...reachableTexts(error),
        JSON.stringify(structuredClone(error)),
      ];
      expect(printed.filter((text) => text.includes('8675309'))).to.deep.equal([]);
    });
  }
});
