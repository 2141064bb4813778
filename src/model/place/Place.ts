import { left } from 'fp-ts/Either';
import { type Option, fromNullable, isNone, isSome, none, some, toNullable, tryCatch } from 'fp-ts/Option';
import * as t from 'io-ts';
import { PageToken } from '../PageToken';
import { digest, fingerprintOf, hiddenOf, isPlace, type Opaque, placeWith, type Shown } from './hidden';

/** What stands before everything else; a text that holds other things would begin with another one. */
const version = 'pagewalk1';

const Count = t.refinement(t.number, (n) => Number.isSafeInteger(n) && n >= 0);

/** What the text holds: pages, objects, round and isLast; the token; the request's digests; furthest and inVain. */
const Contents = t.tuple([
  t.tuple([Count, Count, Count, t.boolean]),
  t.union([PageToken, t.null]),
  t.array(t.tuple([t.string, t.string])),
  t.union([t.tuple([Count, Count]), t.null]),
]);

type Contents = t.TypeOf<typeof Contents>;

const contentsOf = (place: Place): Contents => {
  const hidden = hiddenOf(place);
  if (hidden === undefined) {
    throw new TypeError('this is not a place; a copy of one is not one either');
  }
  const { pageToken, request = {}, fingerprint, past } = hidden;
  return [
    [place.pages, place.objects, place.round, place.isLast],
    toNullable(pageToken),
    Object.entries(fingerprint ? request : fingerprintOf(request)),
    past ? [past.furthest, past.inVain] : null,
  ];
};

/** JSON escapes half a surrogate pair, which no other encoding can write; all else that is not ASCII is escaped likewise. */
const encode = (place: Place): string => {
  const json = JSON.stringify(contentsOf(place)).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const text = btoa(json);
  return [version, digest(text), text].join('.');
};

const placeOf = ([[pages, objects, round, isLast], token, request, past]: Contents): Place =>
  placeWith(
    { pages, objects, round, isLast },
    {
      pageToken: fromNullable(token),
      request: request.length > 0 ? Object.fromEntries(request) : undefined,
      fingerprint: fingerprintOf,
      past: past ? { furthest: past[0], inVain: past[1] } : undefined,
    },
  );

/** Only what is written again as it stands there was written by `encode`. */
const read = (text: unknown): Option<Place> => {
  if (typeof text !== 'string') return none;
  const contents = tryCatch((): unknown => JSON.parse(atob(text.split('.')[2] ?? '')));
  if (isNone(contents) || !Contents.is(contents.value)) return none;
  const place = placeOf(contents.value);
  return encode(place) === text ? some(place) : none;
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

/**
 * Where a walk continues. It shows how far the walk has come, and hides the page token.
 *
 * @since 0.1.0
 */
export interface Place extends Shown, Opaque {}

/**
 * Where a walk continues, and the codec that writes it as a string: to keep it elsewhere, and to begin there later.
 *
 * `page.place` is where to continue once that page is done. The string is one line, and opaque. It contains the page token, so
 * keep it like a credential; printing the place itself shows no token. `decode` refuses every string that `encode` did not
 * write: one that was cut, or changed in any character. Its errors do not repeat the string.
 *
 * A place belongs to its request. With other params it is an `InvalidRequest`, and nothing is sent.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, listObjects, orThrow, Place } from 'pagewalk';
 * import { either as E } from 'fp-ts';
 * import { mergeMap, take } from 'rxjs';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 * const params = { ontologyRid: 'ri.ontology.main', objectType: 'employee' };
 *
 * client
 *   .pages(listObjects, params)
 *   .pipe(
 *     orThrow(),
 *     take(1),
 *     mergeMap((page) => {
 *       const place = Place.decode(Place.encode(page.place));
 *       return E.isRight(place) ? client.pages(listObjects, { ...params, place: place.right }) : [];
 *     }),
 *   )
 *   .subscribe();
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
    const message = 'is not as Place.encode wrote it';
    return left([{ value: undefined, context: withoutValues(context), message }]);
  },
  encode,
);
