import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { map, tap } from 'rxjs';
import type { InvalidObject, Page, WalkError } from '../../index';
import { walkEach } from '../../walk/each/walkEach';
import type { Progress } from '../../model/errors/Progress';
import { type Checked, misuse } from '../terminal/Complaint';
import { foundIn } from '../formats/Format';
import { isFields } from '../../model/json/Fields';
import { counted } from '../terminal/text';
import type { Flags, Texts } from '../options/Option';
import type { listOptions, schemeOptions } from '../options/tables';
import { type WatchedWalk, watchWalk } from '../look/watch';
import { type Address, readAddress } from '../plan/address';
import type { SchemeFlags } from '../plan/scheme';
import type { Target } from '../plan/target';
import { walkPlan } from '../plan/walkPlan';

export type EachFlags = SchemeFlags & Flags<typeof listOptions>;

/** What tells a parent from others, and goes into an address. */
type ParentKey = string | number | bigint;

const isParentKey = (value: unknown): value is ParentKey =>
  ['string', 'number', 'bigint'].includes(typeof value) && value !== '';

/** The statuses which say that an item has no list, or no longer. */
const goneStatuses = [404, 410];

const isFirstPage = ({ pages, resumed }: Progress): boolean => pages === 0 && resumed === undefined;

const isGone = (error: WalkError): boolean =>
  'status' in error && goneStatuses.includes(error.status ?? 0) && isFirstPage(error.progress);

/**
 * `walkEach` would begin an item's list again after an expired token, and write what it has brought once more. As the failure of a
 * list further down it ends the walk.
 */
const endedBy =
  (key: ParentKey) =>
  (error: WalkError): WalkError =>
    error._tag === 'PageTokenExpired' && !isFirstPage(error.progress)
      ? { ...error, progress: { ...error.progress, parent: String(key) } }
      : error;

/** As the failure of the whole walk it begins that again, where there is a key that tells what was written. */
const ofTheWhole = (error: WalkError): WalkError => {
  if (error._tag !== 'PageTokenExpired' || error.progress.parent === undefined) return error;
  const { pages, objects, attempts } = error.progress;
  return { ...error, progress: { pages, objects, attempts } };
};

/** Reads `--then`. Credentials go to one host only, so both lists have to be there. */
const readThen = (then: string, { origin }: Address): Checked<Address> =>
  pipe(
    readAddress(then),
    E.mapLeft(({ message, ...complaint }) => ({
      ...complaint,
      message: message.replace('URL', '--then'),
    })),
    E.filterOrElse(
      (address) => address.origin === origin,
      () =>
        misuse('--then must be an address of the host that URL names: credentials go there only'),
    ),
    E.filterOrElse(
      ({ params, query }) =>
        [...Object.values(params), ...query.values()].flat().some((value) => value.includes('{}')),
      () =>
        misuse(
          '--then needs {} where what --each names goes, such as https://api.example.com/items/{}/comments',
        ),
    ),
  );

/** The address of one parent's list. What cannot be a segment of a path is refused when it is asked for. */
const addressFor = ({ params, query, ...address }: Address, key: ParentKey): Address => {
  const filled = (value: string): string => value.replaceAll('{}', () => String(key));
  return {
    ...address,
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, filled(value)]),
    ),
    query: new Map(Array.from(query, ([name, values]) => [name, values.map(filled)])),
  };
};

/** A child with its parent's key first, whatever it has there itself: that would look like the key of another parent. */
const withParent = (key: ParentKey, child: unknown): object =>
  isFields(child) ? { ...{ _parent: key }, ...child, _parent: key } : { _parent: key, item: child };

/** What the lists of items have brought. It is counted in place. */
interface Lists {
  latest: WatchedWalk;
  listed: number;
  gone: number;
}

const noteList = (lists: Lists, page: E.Either<WalkError, unknown>): void => {
  if (E.isRight(page)) lists.listed += 1;
  else if (isGone(page.left)) lists.gone += 1;
};

const flawOf = ({ listed, gone }: Lists): string | undefined =>
  gone > 0 && listed === 0
    ? `no item has a list (${goneStatuses.join(' or ')}): look up the address for --then`
    : undefined;

const goneText = ({ listed, gone }: Lists): ReadonlyArray<string> =>
  gone > 0 && listed > 0
    ? [
        `${counted(gone, 'list')} of an item ${gone === 1 ? 'was' : 'were'} not there (${goneStatuses.join(' or ')})`,
      ]
    : [];

/** How the lists of items are walked. */
interface Nested {
  readonly parents: WatchedWalk;
  readonly childrenOf: (key: ParentKey) => Checked<WatchedWalk>;
  /** What an item has for the address of its list, if that can stand there. */
  readonly keyOf: (item: unknown) => ParentKey | undefined;
  /** What the options said. */
  readonly said: { readonly each: string; readonly then: unknown };
}

/** A page of items. One that has nothing for an address is invalid, and the walk ends there. */
const withKeys =
  ({ keyOf, said }: Nested) =>
  (page: Page<unknown>): Page<unknown> => ({
    ...page,
    data: page.data.map((object, index) =>
      pipe(
        object,
        E.filterOrElse(
          (item) => keyOf(item) !== undefined,
          (record): InvalidObject => ({
            ...{ _tag: 'InvalidObject', page: page.index, index, record },
            problems: [{ at: said.each, message: 'must be a text or a number, for --each' }],
          }),
        ),
      ),
    ),
  });

/** A page of one item's list. What stands beside its items, such as a total, says nothing about the whole walk. */
const ofParent =
  (key: ParentKey) =>
  ({ data, index, nextPageToken, place }: Page<unknown>): Page<unknown> => ({
    data: data.map(E.map((child) => withParent(key, child))),
    index,
    nextPageToken,
    fields: {},
    place,
  });

const nestedWalk = (nested: Nested): WatchedWalk => {
  const { parents, childrenOf, keyOf, said } = nested;
  const lists: Lists = { latest: parents, listed: 0, gone: 0 };
  const keyIn = (parent: unknown): ParentKey => keyOf(parent) ?? '';
  return {
    ...parents,
    request: { ...parents.request, ...said },
    flaw: () => flawOf(lists),
    remarks: (gate) => [...goneText(lists), ...lists.latest.remarks(gate)],
    pages: (client, { valve, place }) =>
      walkEach<unknown, unknown>({
        valve,
        place,
        parents: (start) => parents.pages(client, start).pipe(map(E.map(withKeys(nested)))),
        children: (parent, start) => {
          const key = keyIn(parent);
          const children = childrenOf(key);
          if (E.isLeft(children)) throw new TypeError(children.left.message);
          lists.latest = children.right;
          return children.right.pages(client, start).pipe(
            tap((page) => noteList(lists, page)),
            map(E.bimap(endedBy(key), ofParent(key))),
          );
        },
        key: keyIn,
        gone: goneStatuses,
      }).pipe(map(E.mapLeft(ofTheWhole))),
  };
};

/** `pagewalk walk --each PATH --then URL`: the list of each item of another list. Both are paged in the same way. */
export const eachWalk = (
  target: Target,
  flags: EachFlags,
  texts: Texts<typeof listOptions & typeof schemeOptions>,
): Checked<WatchedWalk> => {
  const { each, then } = flags;
  const walkOf = (of: Target): Checked<WatchedWalk> =>
    pipe(walkPlan(of, flags, texts), E.map(watchWalk(flags, texts)));
  const parents = walkOf(target);
  if (E.isLeft(parents) || each === undefined || then === undefined) return parents;
  const address = readThen(then, target.address);
  if (E.isLeft(address)) return address;
  const childrenOf = (key: ParentKey): Checked<WatchedWalk> =>
    walkOf({ ...target, address: addressFor(address.right, key) });
  return pipe(
    childrenOf('{}'),
    E.map(({ request }) =>
      nestedWalk({
        parents: parents.right,
        childrenOf,
        keyOf: (item) => O.toUndefined(O.fromPredicate(isParentKey)(foundIn(item, each))),
        said: { each: texts.each ?? '', then: request },
      }),
    ),
  );
};
