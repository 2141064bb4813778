import { expect } from 'chai';
import fc from 'fast-check';
import * as O from 'fp-ts/Option';
import { hiddenOf, placeWith } from '../../../src/model/place/placeInternals';
import { type Place, Place as PlaceCodec } from '../../../src/index';
import { forgiven, nextRound } from '../../../src/model/place/nextRound';
import { rightOf } from '../../support/sides';

const beginning = placeWith(
  { pages: 0, objects: 0, round: 1, isLast: false },
  { pageToken: O.none, request: { objectType: 'employee' } },
);

/** The round with this many pages, as if they had come. */
const reaching = (place: Place, pages: number): Place => {
  const later = placeWith(
    Object.assign({}, place, { pages }),
    hiddenOf(place) ?? expect.fail('not a place'),
  );
  return rightOf(PlaceCodec.decode(PlaceCodec.encode(later)));
};

/** How many rounds there are when each brings this many pages and then expires. */
const roundsOf = (pages: ReadonlyArray<number>, restarts: number): number => {
  let place: O.Option<Place> = O.some(beginning);
  let rounds = 0;
  for (const reached of pages) {
    if (O.isNone(place)) break;
    rounds += 1;
    place = nextRound(reaching(place.value, reached), restarts);
  }
  return rounds;
};

describe('nextRound', () => {
  it('law 21: begins with the first page in the next round', () => {
    const next = nextRound(reaching(beginning, 4), 3);
    expect(O.toUndefined(next)).to.deep.equal({ pages: 0, objects: 0, round: 2, isLast: false });
    expect(nextRound(undefined, 3)).to.deep.equal(next);
  });

  it('law 21: any rounds end exactly when the last so many were in vain', () =>
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 4 }), { maxLength: 20 }),
        fc.nat({ max: 4 }),
        (pages, restarts) => {
          const inVain = pages.map(
            (reached, round) => round > 0 && reached <= Math.max(...pages.slice(0, round)),
          );
          const ends = pages.findIndex(
            (_, round) =>
              round >= restarts && inVain.slice(round + 1 - restarts, round + 1).every(Boolean),
          );
          expect(roundsOf(pages, restarts)).to.equal(ends === -1 ? pages.length : ends + 1);
        },
      ),
    ));
});

describe('forgiven', () => {
  it('is the text of a place whose rounds in vain are tried again, and any other text as it is', () => {
    let place: Place | undefined = beginning;
    for (let round = 0; round < 3; round += 1)
      place = O.toUndefined(nextRound(place, 3)) ?? expect.fail('no round');
    const text = PlaceCodec.encode(place);
    expect(nextRound(place, 1)).to.deep.equal(O.none);
    const again = rightOf(PlaceCodec.decode(forgiven(text)));
    expect(again.round).to.equal(place.round);
    expect(O.isSome(nextRound(again, 1))).to.equal(true);
    for (const other of [null, 'x', PlaceCodec.encode(beginning)])
      expect(forgiven(other)).to.equal(other);
  });
});
