import * as E from 'fp-ts/Either';
import type { Mark } from '../../model/place/Mark';
import { markHolders } from '../../walk/durable/markRuns';
import { hiddenOf, type KeptFailure } from '../../model/place/placeInternals';
import { isLater, Place } from '../../model/place/Place';
import { recurs, runOf, writeBigint } from '../../model/place/runs';
import type { KeptWalk } from '../../walk/durable/KeptPlaces';
import type { StoreEntry, StoreIndex, StoreRow } from './Store';

/** What a store shows of a place beside its counts. */
export interface ShownMore extends Pick<
  KeptWalk,
  'mark' | 'delta' | 'held' | 'skipped' | 'invalid'
> {
  readonly failure?: Omit<KeptFailure, 'round'>;
}

/** Why the place of a walk cannot be read. */
export class UnreadablePlace extends Error {
  override readonly name = 'UnreadablePlace';
}

/** The place that the text of a row stands for, in a store that is named so. */
export const placeFrom = (
  store: string,
  { id, text, where }: Pick<StoreRow, 'id' | 'text' | 'where'>,
): Place | undefined => {
  if (text === null) return undefined;
  const place = Place.decode(text);
  if (E.isRight(place)) return place.right;
  const file = where === undefined ? '' : ` (${where})`;
  const which = `${store}: the place of the walk ${JSON.stringify(id)}${file}`;
  if (isLater(text))
    throw new Error(`${which} was kept by a later version of pagewalk: use that version`);
  throw new UnreadablePlace(
    `${which} is damaged. The walk does not begin again by itself: restart(id) does that, and keeps its mark`,
  );
};

const shownFailure = ({ page, times, at, message }: KeptFailure): Omit<KeptFailure, 'round'> => ({
  page,
  times,
  at,
  message,
});

const moreShown = (place: Place): ShownMore => {
  const run = runOf(place);
  const { each, failure } = hiddenOf(place) ?? {};
  const skipped = each?.skipped;
  const invalid = place.isLast && run?.by === 'mark' ? run.invalid : undefined;
  const held = run?.by === 'mark' ? markHolders(place, run) : undefined;
  const before: Mark | undefined = run?.before;
  return {
    ...(before !== undefined && (run?.by === 'delta' ? { delta: true } : { mark: before })),
    ...(held && { held }),
    ...(skipped && { skipped }),
    ...(invalid && { invalid }),
    ...(failure && { failure: shownFailure(failure) }),
  };
};

/** What is looked for where nothing is kept. */
export const emptyIndex: StoreIndex = {
  pages: 0,
  objects: 0,
  round: 1,
  isLast: false,
  recurs: false,
  shown: null,
};

export const indexOfPlace = (place: Place | undefined): StoreIndex => {
  if (!place) return emptyIndex;
  const { pages, objects, round, isLast } = place;
  const shown = JSON.stringify(moreShown(place), writeBigint);
  return { pages, objects, round, isLast, recurs: recurs(place), shown };
};

export const entryOf = (place: Place, hasAdvanced = true): StoreEntry => ({
  text: Place.encode(place),
  index: indexOfPlace(place),
  hasAdvanced,
});

/** For stores that do not keep it beside the text: of the last of these texts that can be read. */
export const indexOfTexts = (texts: ReadonlyArray<string>): StoreIndex => {
  for (const text of [...texts].reverse()) {
    const place = Place.decode(text);
    if (E.isRight(place)) return indexOfPlace(place.right);
  }
  return emptyIndex;
};
