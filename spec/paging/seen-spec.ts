import { expect } from 'chai';
import { createClient } from '../../src/index';
import type { Place } from '../../src/index';
import { at, byCursor, byOffset, byPageNumber, query } from '../../src/paging';
import { nextRound } from '../../src/model/place/nextRound';
import { placeWith, hiddenOf } from '../../src/model/place/placeInternals';
import { collect, gather } from '../support/collect';
import { rightOf } from '../support/sides';
import { get, type Said, type Scheme, scripted } from './support/walk';

/** The places of a walk's pages, and what its end event doubts. */
const walk = async (scheme: Scheme, answers: ReadonlyArray<Said>, params: object = {}) => {
  const client = createClient({ transport: scripted(answers).transport, retry: false });
  const events = gather(client.events);
  const places: Array<Place> = [];
  for (const page of await collect(client.pages(get(scheme), params as never)))
    if (page._tag === 'Right') places.push(rightOf(page).place);
  const end = events.at(-1);
  if (end?.type !== 'end') return expect.fail('the walk has not ended');
  const { unseen, shifted, short, partial, cut } = end;
  return {
    places,
    doubt: JSON.parse(JSON.stringify({ unseen, shifted, short, partial, cut })) as object,
  };
};

/** A place as a store would bring it back, if it kept what its pages have said as text. */
const keptAsText = (place: Place): Place => {
  const hidden = hiddenOf(place);
  if (!hidden?.seen) return expect.fail('the place does not have what its pages have said');
  return placeWith(place, { ...hidden, seen: JSON.parse(JSON.stringify(hidden.seen)) as never });
};

const cursor = byCursor({ from: at('next'), to: query('c') });
const offset = byOffset({ to: query('o'), total: at('total') });
const number = byPageNumber({ to: query('p'), last: at('last') });
const cutList = { files: [1], has_more: true };

describe('laws 32, 41 and 47 after a resume', () => {
  const cases: ReadonlyArray<
    readonly [what: string, scheme: Scheme, answers: ReadonlyArray<Said>, said: object]
  > = [
    [
      'a total above what came',
      cursor,
      [{ data: [1], next: 'a', total: 9 }, { data: [2], next: 'b' }, { data: [3] }],
      { short: { objects: 3, total: 9 } },
    ],
    [
      'a total that changed',
      offset,
      [
        { data: [1, 2], total: 6 },
        { data: [3, 4], total: 5 },
        { data: [5], total: 5 },
      ],
      { shifted: { from: 6, to: 5 } },
    ],
    [
      'a last page that fell',
      number,
      [
        { data: [1], last: 4 },
        { data: [2], last: 4 },
        { data: [3], last: 3 },
      ],
      { shifted: { from: 4, to: 3, in: 'pages' } },
    ],
    [
      'a service that gave up',
      cursor,
      [{ data: [1], next: 'a', timed_out: true }, { data: [2], next: 'b' }, { data: [3] }],
      { partial: 'timed_out' },
    ],
    [
      'lists that are cut off',
      cursor,
      [{ data: [cutList], next: 'a' }, { data: [cutList], next: 'b' }, { data: [cutList] }],
      { cut: [{ at: 'has_more', objects: 3 }] },
    ],
    ['nothing', cursor, [{ data: [1], next: 'a' }, { data: [2], next: 'b' }, { data: [3] }], {}],
  ];
  for (const [what, scheme, answers, said] of cases) {
    it(`${what}: doubts what an unbroken walk does, from any place`, async () => {
      const whole = await walk(scheme, answers);
      expect(whole.doubt).to.deep.equal(said);
      for (const [index, place] of whole.places.entries()) {
        const rest = await walk(scheme, answers.slice(index + 1), { place: keptAsText(place) });
        expect(rest.doubt, `after page ${index + 1}`).to.deep.equal(said);
      }
    });
  }

  it('a page that is asked for again has said nothing yet', async () => {
    const one: Said = { data: [1], next: 'a', total: 4 };
    const again: Said = { data: [2], next: 'a', total: 7 };
    const broken = await walk(cursor, [one, again]);
    expect(broken.places).to.have.lengthOf(2);
    const rest = await walk(cursor, [{ data: [2, 3, 4] }], { place: broken.places[1] });
    expect(rest.doubt).to.deep.equal({});
  });

  it('a next round begins with nothing', async () => {
    const short: Said = { data: [1], total: 4 };
    const { places } = await walk(cursor, [{ data: [1, 2, 3], next: 'a' }, short]);
    const [round] = places.slice(0, 1).map((place) => nextRound(place, 1));
    if (round?._tag !== 'Some') return expect.fail('there is no next round');
    expect((await walk(cursor, [short], { place: round.value })).doubt).to.deep.equal({
      unseen: 'next',
      short: { objects: 1, total: 4 },
    });
  });
});
