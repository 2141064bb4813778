import { isRight } from 'fp-ts/Either';
import { type Option, fromNullable, toUndefined } from 'fp-ts/Option';
import { EMPTY, firstValueFrom, from } from 'rxjs';
import type { Busy } from '../../model/errors/Superseded';
import { checkKnown } from '../../model/optionChecks';
import type { Mark } from '../../model/place/Mark';
import { hiddenOf } from '../../model/place/placeInternals';
import { firstPlace, readBigint, recurs, runOf, writeBigint } from '../../model/place/runs';
import type { Place } from '../../model/place/Place';
import { UnreadablePlace } from './pageTransaction';
import { checkId, type ClaimOptions, type Places } from './Places';
import { compareMarks } from './marks';

/** How far a walk has got, as `get` and `all` of a store return it: without its token. @since 0.1.0 */
export interface KeptWalk
  extends Pick<Place, 'pages' | 'objects' | 'round' | 'isLast'>, Omit<Busy, '_tag'> {
  /** When a place was last kept; null if none was. */
  readonly keptAt: Date | null;
  /**
   * Milliseconds since then, or since the claim where no place was kept, by the clock of the store. Where that clock was set
   * back, a time in the future counts by its distance. For a walk in parts it is the age of the unfinished part that has stood
   * still longest, or of the last part if all are done.
   */
  readonly age: number;
  /** The mark of the last complete run, if the walk asks for what is new. Sums of parts have none. */
  readonly mark?: Mark;
  /** How many objects the last complete run with a mark could not read, and not even their marks: the next run does not bring them. */
  readonly invalid?: number;
  /** True where the next run asks from a token of the service. Which one is not shown. */
  readonly delta?: true;
  /** How many parents `onParentFailed` of `walkEach` has skipped, if it has. Sums of parts have none. */
  readonly skipped?: number;
}

/** Which walks `all` returns. Without any of these: every one. @inline */
export interface KeptWalksFilter {
  /** Only walks that are done, or only those that are not. */
  readonly isLast?: boolean | undefined;
  /** Only walks whose ids begin with this. */
  readonly prefix?: string | undefined;
  /** Only walks whose ids come after this one, which need not exist: to read on where you stopped. */
  readonly after?: string | undefined;
  /** How many walks at most; a walk in parts is never split. */
  readonly limit?: number | undefined;
}

/**
 * Places that can be looked at, and changed by hand, as `filePlaces`, `postgresPlaces` and `sqlitePlaces` make them. Every
 * change supersedes the walker. Without `part` it changes all parts of a walk. An unknown id is not an error.
 *
 * @since 1.0.0
 */
export interface KeptPlaces<T, R = unknown> extends Places<T, R> {
  /** Returns one walk, or a part of it; `none` if it was never claimed. For a walk in parts, it has the sums of all parts. */
  get(id: string, part?: string): Promise<Option<KeptWalk>>;
  /** Returns walks in the order of their ids, as UTF-8 bytes: for dashboards. Without a filter it returns all of them at once. */
  all(filter?: KeptWalksFilter): Promise<ReadonlyArray<KeptWalk>>;
  /** Lets the walk begin again: its place and its mark or token are dropped. A part that is forgotten alone stays in the same `run`. */
  forget(id: string, part?: string): Promise<void>;
  /** Drops the place and keeps the mark or token: the next run begins with its first page. For a request that has changed. */
  restart(id: string, part?: string): Promise<void>;
  /**
   * Drops the place and sets the mark from which the next run asks. It takes an id that the store does not have, and refuses a
   * walk that was begun with `delta`.
   */
  setMark(id: string, mark: Mark, part?: string): Promise<void>;
  /** Takes the walk from its walker, for others that claim it with `ifOlderThan`. Place, mark and token stay. */
  release(id: string, part?: string): Promise<void>;
}

/** What a store shows of a place beside its counts. */
type ShownMore = Pick<KeptWalk, 'mark' | 'delta' | 'skipped' | 'invalid'>;

export const shownOf = (place: Place | undefined): ShownMore => {
  const run = runOf(place);
  const skipped = hiddenOf(place)?.each?.skipped;
  const before = run?.before;
  const seen =
    run?.by === 'delta' ? { delta: true as const } : before === undefined ? {} : { mark: before };
  const invalid = place?.isLast && run?.by === 'mark' ? run.invalid : undefined;
  return {
    ...(before !== undefined && seen),
    ...(skipped && { skipped }),
    ...(invalid && { invalid }),
  };
};

/** For stores with columns: the same as text, and whether the walk has runs that follow each other: `prune` leaves it. */
export const columnsOf = (place: Place) => ({
  shown: JSON.stringify(shownOf(place), writeBigint),
  recurs: recurs(place),
});

/** What a store has of a walk, or of a part of it. Counts and times may come as strings; times are milliseconds. */
export interface KeptRow extends Pick<KeptWalk, 'id' | 'round' | 'claimedBy'> {
  readonly part: string | null;
  readonly pages: number | string;
  readonly objects: number | string;
  readonly isLast: boolean | number;
  readonly claimedAt: number | string;
  readonly keptAt: number | string | null;
  readonly age: number | string;
  readonly shown: string | null;
}

export const keptWalk = (row: KeptRow): KeptWalk => {
  const { id, part, pages, objects, round, isLast, claimedBy, claimedAt, keptAt, age, shown } = row;
  return {
    id,
    ...(part !== null && { part }),
    pages: Number(pages),
    objects: Number(objects),
    round,
    isLast: Boolean(isLast),
    claimedBy,
    claimedAt: new Date(Number(claimedAt)),
    keptAt: keptAt === null ? null : new Date(Number(keptAt)),
    age: Math.abs(Number(age)),
    ...(JSON.parse(shown ?? '{}', readBigint) as ShownMore),
  };
};

/** The sums of parts, or the walk itself where it has none. */
const summed = (id: string, walks: ReadonlyArray<KeptWalk>): KeptWalk | undefined => {
  const [first] = walks;
  if (first?.part === undefined) return first;
  const latest = walks.reduce((one, other) => (other.claimedAt > one.claimedAt ? other : one));
  const kept = walks.flatMap(({ keptAt }) => keptAt?.getTime() ?? []);
  const open = walks.filter(({ isLast }) => !isLast);
  const sumOf = (count: 'pages' | 'objects'): number =>
    walks.reduce((sum, walk) => sum + walk[count], 0);
  return {
    id,
    pages: sumOf('pages'),
    objects: sumOf('objects'),
    round: Math.max(...walks.map(({ round }) => round)),
    isLast: open.length === 0,
    claimedBy: latest.claimedBy,
    claimedAt: latest.claimedAt,
    keptAt: kept.length === 0 ? null : new Date(Math.max(...kept)),
    age:
      open.length === 0
        ? Math.min(...walks.map(({ age }) => age))
        : Math.max(...open.map(({ age }) => age)),
  };
};

export const checkFilter = (
  store: string,
  { isLast, prefix = '', after = '', limit, ...others }: KeptWalksFilter,
) => {
  checkKnown(`${store}.all`, others);
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit > 0)) {
    throw new TypeError(`${store}: limit must be a whole number above 0`);
  }
  if (
    typeof prefix !== 'string' ||
    typeof after !== 'string' ||
    typeof (isLast ?? true) !== 'boolean'
  ) {
    throw new TypeError(`${store}: prefix and after must be strings, and isLast a boolean`);
  }
  return { isLast, prefix, after, limit };
};

/** The time before which walks are pruned, in milliseconds. */
export const checkPrune = (
  store: string,
  { finishedBefore, ...others }: { readonly finishedBefore: Date },
): number => {
  checkKnown(`${store}.prune`, others);
  const before = finishedBefore instanceof Date ? finishedBefore.getTime() : NaN;
  if (Number.isNaN(before)) throw new TypeError(`${store}: finishedBefore must be a valid date`);
  return before;
};

/** Removes walks, some in each transaction, until there are no more. Says how many. */
export const inBatches = async (atOnce: number, remove: () => Promise<number>): Promise<number> => {
  for (let removed = 0; ;) {
    const count = await remove();
    removed += count;
    if (count < atOnce) return removed;
  }
};

/** The beginning of a run from the kept mark or token. */
const withoutPages = (place: Place | undefined): Place => {
  const run = runOf(place);
  if (run?.by !== 'delta') return firstPlace({ by: 'mark', run: '', before: run?.before });
  return firstPlace({ by: 'delta', run: '', before: run.before, isFull: run.isFull });
};

/** How often a change is tried while others keep claiming the walk. */
const maxTries = 10;

/** A store, as far as its walks are changed by hand. */
interface ByHand<T> extends Pick<Places<T>, 'claim' | 'keep'> {
  /** The walk, or all its parts, in any order. */
  readonly walksOf: (id: string) => Promise<ReadonlyArray<KeptWalk>>;
  /** Forgets the walk, or the part. Says whether there is such a part. */
  readonly drop: (id: string, part: string | undefined) => Promise<boolean>;
  /** Whether the walk is done, but its `finish` is not. With transactions that cannot be. */
  readonly isUnfinished?: (id: string) => Promise<boolean>;
}

/** What people do with one walk. They claim it and keep a place as a walker does, so that what fences walkers fences them. */
export const byHand = <T>({
  claim,
  keep,
  walksOf,
  drop,
  isUnfinished,
}: ByHand<T>): Omit<KeptPlaces<T>, keyof Places<T> | 'all'> => {
  const noPart = (id: string, part: string): Error =>
    new Error(`the walk ${JSON.stringify(id)} has no part ${JSON.stringify(part)}`);

  /** The walk, or its parts that are asked for, and the names of all of them. */
  const known = async (id: string, part: string | undefined) => {
    checkId(id);
    const walks = await walksOf(id);
    const chosen = walks.filter((walk) => part === undefined || walk.part === part);
    if (part !== undefined && chosen.length === 0) throw noPart(id, part);
    return { chosen, names: walks.flatMap((walk) => walk.part ?? []) };
  };

  /** Claims a walk, or a part of it, for nobody, and keeps what is to be made of its place. */
  const take = async (
    id: string,
    name: string | undefined,
    of: ReadonlyArray<string>,
    change?: (place: Place | undefined) => Place,
    check?: ClaimOptions['check'],
  ): Promise<void> => {
    const part = name === undefined ? undefined : { name, of };
    for (let tries = 0; tries < maxTries; tries += 1) {
      const claimed = await firstValueFrom(from(claim(id, part, { again: true, by: null, check })));
      const place = change?.(toUndefined(claimed.place));
      if (!place || isRight(await firstValueFrom(from(keep(claimed, place, () => EMPTY))))) return;
    }
    throw new Error(
      `the walk ${JSON.stringify(id)} is claimed again and again: stop its workers first`,
    );
  };

  const forget = async (id: string, part?: string): Promise<void> => {
    checkId(id);
    // Nothing but undefined is the whole walk: stores keep it beside its parts, under a name that is none of theirs.
    if (part !== undefined) checkId(part, 'the part of a walk');
    if (!(await drop(id, part)) && part !== undefined) throw noPart(id, part);
  };

  return {
    forget,
    get: async (id, part) => {
      checkId(id);
      const walks = await walksOf(id);
      return fromNullable(
        part === undefined ? summed(id, walks) : walks.find((walk) => walk.part === part),
      );
    },
    restart: async (id, part) => {
      const { chosen, names } = await known(id, part);
      const isPlain = ({ mark, delta }: KeptWalk): boolean => mark === undefined && !delta;
      // What a full run came to counts with its `finish`: without it, the next run is a full one again.
      if (chosen.every(isPlain) || (await isUnfinished?.(id))) return forget(id, part);
      for (const walk of chosen) {
        if (isPlain(walk)) await forget(id, walk.part);
        else {
          await take(id, walk.part, names, withoutPages).catch(async (error: unknown) => {
            if (!(error instanceof UnreadablePlace)) throw error;
            // What is shown of a place that cannot be read is all that is left of it.
            const { mark } = walk;
            await forget(id, walk.part);
            if (mark !== undefined)
              await take(id, walk.part, names, () =>
                firstPlace({ by: 'mark', run: '', before: mark }),
              );
          });
        }
      }
    },
    setMark: async (id, mark, part) => {
      compareMarks(mark, mark);
      const { chosen, names } = await known(id, part);
      const check = (place: Option<Place>): void => {
        if (runOf(toUndefined(place))?.by !== 'delta') return;
        throw new Error(
          `the walk ${JSON.stringify(id)} asks from a token of its service (delta), which a mark would replace: forget it first`,
        );
      };
      const parts = chosen.length === 0 ? [undefined] : chosen.map((walk) => walk.part);
      for (const each of parts)
        await take(id, each, names, () => firstPlace({ by: 'mark', run: '', before: mark }), check);
    },
    release: async (id, part) => {
      const { chosen, names } = await known(id, part);
      for (const walk of chosen) if (!walk.isLast) await take(id, walk.part, names);
    },
  };
};
