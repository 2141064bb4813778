import { fnvOf } from '../fnv';
import { left } from 'fp-ts/Either';
import { type Option, fromNullable, isSome, none, toNullable, tryCatch } from 'fp-ts/Option';
import * as t from 'io-ts';
import { PageToken } from '../PageToken';
import type { Mark } from './Mark';
import type { Opaque, Shown } from './PlaceShape';
import type { Run } from './Run';
import type { Seen } from './Seen';
import { placeIn, readBigint, runOf, writeBigint } from './runs';
import {
  hiddenOf,
  isPlace,
  type KeptFailure,
  placeOfEach,
  placeWith,
  withFailure,
} from './placeInternals';

/** What stands before everything else; a text that holds other things would begin with another one. */
const version = 2;

/** The version of a text of a place: 1.0.0-rc.2 wrote version 1. 0 for anything else. */
const versionOf = (text: string): number => Number(/^pagewalk(\d{1,9})\./.exec(text)?.[1] ?? 0);

/** Whether a text may be a place of a later version. */
export const isLater = (text: string): boolean => versionOf(text) > version;

/** In version 1 the digest was that of the body alone, so that it did not tell which version a text is of. */
const digestIn = (of: number, body: string): string =>
  fnvOf(of === 1 ? body : `pagewalk${of}.${body}`);

const Count = t.refinement(t.number, (n) => Number.isSafeInteger(n) && n >= 0);

/** What every place shows: pages, objects, round and isLast. What the rounds before came to: furthest and inVain. */
const ShownCounts = t.tuple([Count, Count, Count, t.boolean]);
const PastCounts = t.union([t.tuple([Count, Count]), t.null]);

const FromTo = t.type({ from: t.number, to: t.number });
const PathCodec = t.array(t.string);
const SeenCodec = t.intersection([
  t.type({ isPart: t.boolean, objects: Count, totals: t.array(t.number), isTotal: t.boolean }),
  t.type({ highest: t.number }),
  t.partial({ unseen: PathCodec, total: FromTo, fall: FromTo, partial: t.string }),
  t.partial({
    lists: t.array(t.type({ list: PathCodec, flag: PathCodec, sign: t.number, objects: Count })),
  }),
]);

/** What the text holds of a place in one walk: the token and the request's digests, too, and what its pages have said. */
const OfOne = t.union([
  t.tuple([
    ShownCounts,
    t.union([PageToken, t.null]),
    t.array(t.tuple([t.string, t.string])),
    PastCounts,
  ]),
  t.tuple([
    ShownCounts,
    t.union([PageToken, t.null]),
    t.array(t.tuple([t.string, t.string])),
    PastCounts,
    SeenCodec,
  ]),
]);

/**
 * And of a place of `walkEach`: the digest of the keys, how many parents were begun and skipped, what is in doubt, and what the texts of the other places
 * hold. Those texts themselves would grow by a third with every level. A child's index counts from the child before it.
 */
const OfEach = t.tuple([
  ShownCounts,
  PastCounts,
  t.union([
    t.tuple([t.string, Count]),
    t.tuple([t.string, Count, Count]),
    t.tuple([t.string, Count, Count, t.array(t.UnknownRecord)]),
    t.tuple([t.string, Count, Count, t.array(t.UnknownRecord), Count]),
  ]),
  t.unknown,
  t.array(t.union([Count, t.tuple([Count, t.unknown])])),
]);

/** Characters of JSON that a text spends at most on what pages have said, that of children under way included. */
const seenLength = 900;

/** What pages have said, if there is room for it. Without it, a walk that continues there knows only of later pages. */
const seenWithin = (room: { left: number }, seen: Seen | undefined): Seen | undefined => {
  const { length } = JSON.stringify(seen ?? '');
  if (!seen || length > room.left) return undefined;
  room.left -= length;
  return seen;
};

const contentsOf = (place: Place, room = { left: seenLength }): unknown => {
  const hidden = hiddenOf(place);
  if (hidden === undefined) {
    throw new TypeError('this is not a place; a copy of one is not one either');
  }
  const { pageToken, request = {}, past = null, each } = hidden;
  const shown = [place.pages, place.objects, place.round, place.isLast];
  if (!each) {
    const seen = seenWithin(room, hidden.seen);
    return [shown, toNullable(pageToken), Object.entries(request), past, ...(seen ? [seen] : [])];
  }
  const { keys, startedCount, parents, children, skipped = 0, doubts = [], held = 0 } = each;
  // At the end, what has nothing to say is left out.
  const isSaid = [skipped > 0, doubts.length > 0, held > 0];
  const counts = [skipped, doubts, held].slice(0, isSaid.lastIndexOf(true) + 1);
  const parentsIn = contentsOf(parents, room);
  const written = children.map(([index, child], at) => {
    const distance = index - (children[at - 1]?.[0] ?? 0);
    return child ? [distance, contentsOf(child, room)] : distance;
  });
  return [shown, past, [keys, startedCount, ...counts], parentsIn, written];
};

const JsonMark = t.refinement(t.unknown, (mark) =>
  ['string', 'number', 'bigint'].includes(typeof mark),
);

const RunBase = t.intersection([
  t.type({ run: t.string }),
  t.partial({ isOld: t.boolean, refused: Count, finish: t.string }),
]);
const RunCodec = t.union([
  t.intersection([RunBase, t.type({ by: t.literal('plain') })]),
  t.intersection([
    RunBase,
    t.type({ by: t.literal('mark') }),
    t.partial({ before: JsonMark, from: JsonMark, ceiling: JsonMark, highest: JsonMark }),
    t.partial({ last: JsonMark, lowest: JsonMark, newest: JsonMark }),
    t.partial({
      ...{ direction: t.number, invalid: Count, began: t.number, unread: Count },
      held: t.type({ parents: Count, objects: Count }),
    }),
  ]),
  t.intersection([
    RunBase,
    t.type({ by: t.literal('delta'), isFull: t.boolean }),
    t.partial({ before: t.string, from: t.string, latest: t.string }),
  ]),
]);

const BodyCodec = t.intersection([
  t.type({ contents: t.unknown }),
  t.partial({
    run: RunCodec,
    failure: t.type({ page: Count, round: Count, times: Count, at: t.number, message: t.string }),
  }),
]);

/** What the text of a place holds; undefined is not written. */
interface PlaceBody {
  readonly contents: unknown;
  readonly run?: Run | undefined;
  readonly failure?: KeptFailure | undefined;
}

/** The order in which a text of version 1 had what is remembered of a run. */
type Positions = ReadonlyArray<Mark | boolean | null | undefined>;

/** Undefined and null are the same in such a text. Where a mark could stand, only `isFull` is a boolean. */
const runFrom = (positions: Positions): Run => {
  const [run, before, from, ceiling, highest, last, direction, lowest, invalid, began, newest] =
    positions.map((each) => each ?? undefined);
  const own =
    typeof ceiling === 'boolean'
      ? { by: 'delta', run, before, from, isFull: ceiling, latest: highest, isOld: true }
      : {
          ...{ by: 'mark', run, before, from, ceiling, highest, last, direction, lowest },
          ...{ invalid, began, newest, isOld: true },
        };
  if (!RunCodec.is(own)) throw new TypeError('this is not a place');
  return own as Run;
};

/** JSON escapes half a surrogate pair, which no other encoding can write; all else that is not ASCII is escaped likewise. */
const writtenPlace = (body: unknown, of: number): string => {
  const json = JSON.stringify(body, writeBigint).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const text = btoa(json);
  return [`pagewalk${of}`, digestIn(of, text), text].join('.');
};

/** The texts of places: stores compare what they have with what a walker has found, and a text may be one of version 1. */
const texts = new WeakMap<Place, string>();

const encode = (place: Place): string => {
  const known = texts.get(place);
  if (known !== undefined) return known;
  const { failure } = hiddenOf(place) ?? {};
  const body: PlaceBody = { contents: contentsOf(place), run: runOf(place), failure };
  const text = writtenPlace(body, version);
  texts.set(place, text);
  return text;
};

/** Throws where these are not the contents of a place. */
const placeFromContents = (contents: unknown): Place => {
  const isOfOne = OfOne.is(contents);
  if (!isOfOne && !OfEach.is(contents)) throw new TypeError('this is not a place');
  const [pages, objects, round, isLast] = contents[0];
  const shown = { pages, objects, round, isLast };
  const past = (isOfOne ? contents[3] : contents[1]) ?? undefined;
  if (isOfOne) {
    const [, token, request, , seen] = contents;
    return placeWith(shown, {
      pageToken: fromNullable(token),
      request: request.length > 0 ? Object.fromEntries(request) : undefined,
      past,
      seen,
    });
  }
  const [, , [keys, startedCount, skipped = 0, doubts, held], parents, written] = contents;
  let index = 0;
  const children = written.map((child) => {
    const [distance, place] = typeof child === 'number' ? [child] : child;
    index += distance;
    return [index, place === undefined ? undefined : placeFromContents(place)] as const;
  });
  return placeOfEach(
    shown,
    { parents: placeFromContents(parents), keys, startedCount, children, skipped, doubts, held },
    past,
  );
};

/** What a text of version 1 holds. */
const bodyOfVersion1 = (parsed: unknown): PlaceBody => {
  const { contents = parsed, marks } = Object(parsed) as {
    readonly contents?: unknown;
    readonly marks?: Positions;
  };
  return { contents, run: marks && runFrom(marks) };
};

const bodyOf = (parsed: unknown): PlaceBody => {
  const body = Object(parsed) as PlaceBody;
  if (!BodyCodec.is(body)) throw new TypeError('this is not a place');
  return body;
};

/** Only what is written again as it stands there was written by `encode`. */
const read = (text: unknown): Option<Place> => {
  if (typeof text !== 'string') return none;
  return tryCatch(() => {
    const by = versionOf(text);
    if (by < 1 || by > version) throw new TypeError('this is not the text of a place');
    const parsed = JSON.parse(atob(text.split('.')[2] ?? ''), readBigint) as unknown;
    const { contents, run, failure } = by === 1 ? bodyOfVersion1(parsed) : bodyOf(parsed);
    const place = withFailure(placeIn(placeFromContents(contents), run), failure);
    const isSame = JSON.stringify(contentsOf(place)) === JSON.stringify(contents);
    if (!isSame || writtenPlace(parsed, by) !== text)
      throw new TypeError('this is not the text of a place');
    texts.set(place, text);
    return place;
  });
};

/** The path to a value, without what was found on it, which may be a page token. What was the same stays the same. */
const withoutValues = (context: t.Context): t.Context => {
  const hidden = new Map<unknown, object>();
  return context.map(({ key, type, actual }) => {
    const stand = hidden.get(actual) ?? {};
    hidden.set(actual, stand);
    return { key, type, actual: stand };
  });
};

/** Where a walk continues. It shows how far the walk has got, and hides the page token. @since 0.1.0 */
export interface Place extends Shown, Opaque {}

/**
 * Where a walk continues, and the codec that writes it as a string: to keep it elsewhere, and to begin there later.
 *
 * The string is one line, and opaque. It contains the page token, so keep it like a credential; printing the place itself shows
 * no token. `decode` refuses every string that `encode` did not write, and its errors do not repeat the string. A place
 * belongs to its request: with other params it is an `InvalidRequest`, and nothing is sent.
 *
 * @example
 * ```ts
 * import { type Client, listObjects, Place } from 'pagewalk';
 * import { either as E } from 'fp-ts';
 *
 * const employees = { ontologyRid: 'ri.ontology.main', objectType: 'employee' };
 * const pagesFrom = (client: Client, kept: string) => {
 *   const place = Place.decode(kept);
 *   if (E.isLeft(place)) throw new Error('the place that was kept cannot be read');
 *   return client.pages(listObjects, { ...employees, place: place.right });
 * };
 * ```
 *
 * @see durable
 * @since 0.1.0
 */
export const Place: t.Type<Place, string> = new t.Type(
  'Place',
  isPlace,
  (input, context) => {
    const place = read(input);
    if (isSome(place)) return t.success(place.value);
    const isText = typeof input === 'string' && versionOf(input) > 0;
    const message = isText
      ? 'is damaged: it is not as Place.encode wrote it'
      : 'is not the text of a place';
    return left([{ value: undefined, context: withoutValues(context), message }]);
  },
  encode,
);
