import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { concat, defer, EMPTY, lastValueFrom, NEVER, of } from 'rxjs';
import type { Keys } from '../../../src/cli/document/Keys';
import { type PagesWriting, writePages } from '../../../src/cli/document/streamPages';
import { type Course, courseFrom, documentPlaces } from '../../../src/cli/document/Writing';
import { ndjson } from '../../../src/cli/formats/json';
import { newTally } from '../../../src/cli/walk/progress';
import { type PageStream, type Place, type UnknownProperties, type WalkError, walkError } from '../../../src/index';
import { type Hidden, hiddenOf, placeWith } from '../../../src/model/place/hidden';
import { errorsAt } from '../../support/walkErrors';
import { placeAt } from '../support/bookmarks';
import { pageOf } from '../support/records';

const progress = { pages: 1, objects: 1, attempts: 1 };
const expired = (): WalkError => walkError('PageTokenExpired', { status: 410, progress: { ...progress } });

type Pages = PageStream<UnknownProperties>;
type Walk = (start: Place | undefined) => Pages;

/** Pages of an object each, as a walk from a place on brings them. */
const pages =
  (count: number): Walk =>
  (start = placeAt(0)) =>
    concat(
      ...Array.from({ length: count }, (_, index) => {
        const [at, before] = [start.pages + index, start.objects + index];
        const page = pageOf(at, [before], 't', { round: start.round, before });
        const hidden: Hidden = { request: undefined, ...hiddenOf(start), pageToken: O.none };
        return of(E.right({ ...page, place: placeWith(page.place, hidden) }));
      }),
    );

const ending =
  (walk: Walk, error: WalkError): Walk =>
  (start) =>
    concat(
      walk(start),
      defer(() => of(E.left(error))),
    );

interface Options {
  readonly keys?: Partial<Keys> | null;
  readonly course?: Course;
  readonly limit?: number;
  readonly objects?: number;
}

/** Gives one walk after the other, the last one for ever. */
const setting = (
  walks: ReadonlyArray<Walk>,
  { keys = {}, course = courseFrom(), limit = Infinity, objects = 0 }: Options = {},
) => {
  const starts: Array<Place | undefined> = [];
  const saved: Array<Place> = [];
  let recalls = 0;
  const known: Keys = {
    name: 'id',
    note: () => O.some('new'),
    recall: () => Promise.resolve(E.right((recalls += 1))),
    repeated: () => 0,
    ...keys,
  };
  const writing: PagesWriting = {
    pages: (_valve, place) => {
      starts.push(place);
      return walks[Math.min(starts.length, walks.length) - 1]?.(place) ?? EMPTY;
    },
    places: documentPlaces(course.place, (place) => defer(() => of(saved.push(place)))),
    output: {
      write: () => undefined,
      ready: of(undefined),
      flushed: of(undefined),
      ends: NEVER,
      close: () => Promise.resolve(E.right('')),
    },
    formatter: ndjson.begin(),
    limit,
    tally: newTally({ pages: 0, objects, invalid: 0 }),
    course,
    keys: keys === null ? O.none : O.some(known),
    onInvalid: () => undefined,
  };
  const run = () => lastValueFrom(writePages(writing));
  return { run, starts, saved, course, tally: writing.tally, recalls: () => recalls };
};

describe('writePages', () => {
  it('passes a walk that comes to its end, and keeps the place of every page', async () => {
    const { run, starts, saved, recalls } = setting([pages(2)]);
    expect(await run()).to.deep.equal({ _tag: 'Done' });
    expect({ starts, recalls: recalls() }).to.deep.equal({ starts: [undefined], recalls: 0 });
    expect(saved.map((place) => place.pages)).to.deep.equal([1, 2]);
  });

  it('begins again at the first page, once the keys are recalled', async () => {
    const before = placeAt(9);
    const course = { ...courseFrom(before), invalid: 2, omitted: 1 };
    const { run, starts, saved, recalls } = setting([ending(pages(1), expired()), pages(1)], { course });
    expect(await run()).to.deep.equal({ _tag: 'Done' });
    expect(starts[0]).to.equal(before);
    expect(starts[1]).to.deep.equal({ pages: 0, objects: 0, round: 2, isLast: false });
    expect(recalls()).to.equal(1);
    expect(saved.map(({ pages: count, round }) => [count, round])).to.deep.equal([
      [10, 1],
      [1, 2],
    ]);
    expect(course).to.deep.include({ place: saved[1], invalid: 0, omitted: 0 });
  });

  it('recalls the keys for a restarted walk that an earlier run has left, and goes on with what it has left out', async () => {
    const course = { ...courseFrom(placeAt(9, 18, 2)), invalid: 2, omitted: 1 };
    const { run, recalls } = setting([pages(1)], { course });
    await run();
    expect(recalls()).to.equal(1);
    expect(course).to.include({ invalid: 2, omitted: 1 });
  });

  it('gives up after three restarts in a row that brought nothing new', async () => {
    const error = expired();
    const { run, starts } = setting([ending(pages(1), error)]);
    expect(await run()).to.deep.equal({ _tag: 'Failed', error });
    expect(starts).to.have.length(4);
  });

  it('goes on for as long as restarts bring something new', async () => {
    const walks = Array.from({ length: 20 }, (_, index) => ending(pages(index + 1), expired()));
    const { run, starts } = setting([...walks, pages(21)]);
    expect(await run()).to.deep.equal({ _tag: 'Done' });
    expect(starts).to.have.length(21);
  });

  it('ends with the failure where there is no key, and with every other failure', async () => {
    const error = expired();
    const { run, starts } = setting([ending(pages(1), error)], { keys: null });
    expect(await run()).to.deep.equal({ _tag: 'Failed', error });
    expect(starts).to.have.length(1);
    const { TimedOut } = errorsAt(O.none);
    expect(await setting([ending(pages(0), TimedOut)]).run()).to.deep.equal({ _tag: 'Failed', error: TimedOut });
  });

  it('ends where keys cannot be recalled, and asks for nothing', async () => {
    const { run, starts } = setting([pages(1)], {
      course: courseFrom(placeAt(0, 0, 2)),
      keys: { recall: () => Promise.resolve(E.left('no id')) },
    });
    expect(await run()).to.deep.equal({ _tag: 'KeyFailed', reason: 'no id' });
    expect(starts).to.deep.equal([]);
  });

  it('keeps nothing of a page that has an object without a key', async () => {
    const { run, saved } = setting([pages(1)], { keys: { note: () => O.none } });
    expect(await run()).to.include({ _tag: 'KeyFailed' });
    expect(saved).to.deep.equal([]);
  });

  it('keeps the place after the page that fills the limit, from which the next run asks for nothing', async () => {
    const first = setting([pages(9)], { limit: 2 });
    expect(await first.run()).to.deep.equal({ _tag: 'Done' });
    expect(first.saved.map((place) => place.pages)).to.deep.equal([1, 2]);
    const second = setting([pages(9)], { limit: 2, objects: 2, course: first.course });
    expect(await second.run()).to.deep.equal({ _tag: 'Done' });
    expect(second.starts).to.deep.equal([]);
  });

  it('asks for nothing, and is done, where the place is the last', async () => {
    const { run, starts } = setting([pages(9)], { course: courseFrom(placeAt(3, 6, 1, true)) });
    expect(await run()).to.deep.equal({ _tag: 'Done' });
    expect(starts).to.deep.equal([]);
  });
});
