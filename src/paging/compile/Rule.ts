import { type Either, left, right } from 'fp-ts/Either';
import { type Option, none, some } from 'fp-ts/Option';
import type { BrokenRule, PageFailure } from '../../model/errors/WalkError';
import type { Draft, SlotIn, Slot } from '../../model/paging/draft';
import type { Broken, Envelope } from '../../model/paging/envelope';
import type { Answer, Source } from '../../model/paging/sources';
import type { PageMarks } from './pageMarks';
import type { Sent } from './Sent';
import type { TokenText } from './tokenText';

/** What a page says beside the next one: the sources at which it has nothing, and how many objects and pages there are. */
export type Beside = Pick<Envelope, 'unseen' | 'last'> & { readonly total?: number | undefined };

/** What a page says about the next one; a Left is not a page that the walk can emit. */
export type Next<C> = Either<PageFailure, Following<C>>;

export interface Following<C> extends Beside {
  readonly next: Either<Broken, Option<C>>;
  /** Its items are those of the page before, and not of another page. */
  readonly repeats?: boolean;
  /** It is the last one only because it names none where the scheme looks: it may name one elsewhere (law 41). */
  readonly isUnnamed?: boolean;
}

export const goesOn = <C>(cursor: C, beside?: Beside): Next<C> =>
  right({ next: right(some(cursor)), ...beside });

export const lastPage = (beside?: Omit<Following<never>, 'next'>): Next<never> =>
  right({ next: right(none), ...beside });

export const breaks = (
  rule: BrokenRule,
  { at, ...beside }: Beside & { readonly at?: string | undefined } = {},
): Next<never> =>
  right({ next: { _tag: 'Left', left: { rule, ...(at !== undefined && { at }) } }, ...beside });

export const repeatedPage: Next<never> = left({ _tag: 'ProtocolViolation', rule: 'RepeatedPage' });

export type Refuse = (at: string, message: string) => void;

/** A page that has come, and the cursor that request 1 of its walk carries. */
export interface RuledPage<C> {
  readonly answer: Answer;
  readonly items: ReadonlyArray<unknown>;
  readonly start: Option<C>;
}

/** What only pages that are named by numbers have. */
export interface Numbered<C> {
  /** The cursor that follows another one, where that is known before the response (law 34). */
  readonly follow: (before: Option<C>, items: number | undefined) => Option<C>;
  /** The cursor of the page that holds another item: see `seek` of `Scheme`. */
  readonly seek: (before: Option<C>, items: number, size: number) => Option<C>;
  /** Whether a status says that there is no such page. */
  readonly pastEnd: (status: number, cursor: Option<C>) => boolean;
}

/** How pages follow each other. It is pure: what a walk remembers is in its cursors. */
export interface Rule<C> {
  /** The cursor that request 1 carries, of a request that may have one already. */
  readonly start: (draft: Draft, refuse: Refuse) => Option<C>;
  readonly isCursor: (json: unknown) => boolean;
  /** What a cursor puts into a request, and where. The path is a slot, too. */
  readonly sent: (cursor: C) => Sent;
  /** What a page says about the next one. `before` is the cursor that it was asked for with. */
  readonly next: (page: RuledPage<C>, before: Option<C>, isRepeated: boolean) => Next<C>;
  /**
   * What a page means whose items are those of the page before. Without it, pages are not compared: only a service that ignores the
   * cursor would be walked forever (law 26).
   */
  readonly onRepeat?: (cursor: Option<C>) => 'error' | 'last' | 'count';
  readonly numbered?: Numbered<C>;
}

/** What a response names a page by, and where that goes in a request. */
export interface PageNaming<C> extends Pick<Rule<C>, 'isCursor' | 'sent'> {
  readonly find: (answer: Answer) => Next<C>;
}

/** A rule, and what compares its pages if it says what equal ones mean. */
type Compared<C> =
  | {
      readonly rule: Rule<C> & Required<Pick<Rule<C>, 'onRepeat'>>;
      readonly marks: PageMarks;
    }
  | { readonly rule: Rule<C> & { readonly onRepeat?: never }; readonly marks?: never };

/** A rule with what the description of an endpoint is checked by. */
export type NamedRule<C, In extends SlotIn = SlotIn> = Compared<C> & RuleName<In>;

interface RuleName<In extends SlotIn> {
  /** What tells it from other schemes. */
  readonly label: string;
  /** Where cursors are written to and read, as far as that is known beforehand. */
  readonly slots?: ReadonlyArray<Slot<In>>;
  readonly sources?: ReadonlyArray<Source>;
  readonly problem?: string | undefined;
  /** Where a response shows that it is a part of something. */
  readonly partIn?: (answer: Answer) => string | undefined;
  /** Whether the path and the query of any link are asked for at the base address. */
  readonly anyOrigin?: boolean;
  /** How a cursor is written as a page token. By default as JSON. */
  readonly text?: TokenText;
}
