import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { filter, type Observable, tap } from 'rxjs';
import type { DurableStart, Page } from '../../index';
import { hiddenOf } from '../../model/place/placeInternals';
import { sameValue } from '../../model/json/sameValue';
import type { Gate } from '../terminal/gate';

type AnyPage = Page<unknown>;

/** What the pages of the round that is under way have shown. */
export interface PagesShown {
  readonly pages: number;
  /** Whether the last page was empty. */
  readonly isEmpty: boolean;
  /** The first page, as long as it is the only one. */
  readonly first?: AnyPage;
  /** A second page that is the first one again: the service does not know what asks for another. */
  readonly repeated?: AnyPage;
}

export const nothingShown: PagesShown = { pages: 0, isEmpty: false };

const isRepeat = (page: AnyPage, first: AnyPage): boolean =>
  O.isSome(page.nextPageToken) &&
  page.nextPageToken.value === O.toUndefined(first.nextPageToken) &&
  sameValue(page.data, first.data);

const shownAfter = ({ pages, first }: PagesShown, page: AnyPage): PagesShown => ({
  pages: pages + 1,
  isEmpty: page.data.length === 0,
  ...(pages === 0 && { first: page }),
  ...(first && isRepeat(page, first) && { repeated: page }),
});

/** Hears what each page shows before it is written; a page that is the first one again is not written, nor what comes behind it. */
export const watchPages =
  <L>(gate: Gate, { place }: DurableStart, hear: (shown: PagesShown, page: AnyPage) => void) =>
  (pages: Observable<E.Either<L, AnyPage>>): Observable<E.Either<L, AnyPage>> => {
    const hide = (token: O.Option<string> = O.none): void => {
      if (O.isSome(token)) gate.hide(token.value);
    };
    hide(hiddenOf(place)?.pageToken);
    let shown = nothingShown;
    return pages.pipe(
      tap((page) => {
        if (E.isLeft(page) || shown.repeated) return;
        shown = shownAfter(shown, page.right);
        hide(page.right.nextPageToken);
        hear(shown, page.right);
      }),
      filter((page) => E.isLeft(page) || !shown.repeated),
    );
  };
