import type { SchemeName, SchemeTexts } from '../options/tables';
import { called, type Evidence } from './Evidence';
import type { FirstResponse } from './response';
import type { Signals } from './signals';

/** A way to the next page that a response may mean. */
export interface PageWay {
  /** By the name of its option. */
  readonly scheme: SchemeName;
  readonly what: string;
  readonly options: SchemeTexts;
  /** What neither the response nor the request shows, so that it may be otherwise. */
  readonly guess?: string | undefined;
  /** Whether it leads to a next page from here. */
  readonly isNext: boolean;
  /** Whether the response or the request has the very name of the parameter, or none is sent. */
  readonly isNamed: boolean;
  /** Nothing says so: it is worth a try, and is not printed otherwise. */
  readonly isLong?: boolean;
  /** It sends what an item has, which may do something where it is not expected. */
  readonly isOfItem?: true;
  /** What the last page has or lacks is its end, and nothing before that page shows it. */
  readonly isEndUnseen?: boolean;
}

/** The likeliest way that something speaks for. */
export const likeliestOf = <Way extends PageWay>(ways: ReadonlyArray<Way>): Way | undefined =>
  ways.find(({ isLong }) => isLong !== true);

/** What is known of some pages and of their end, and the response that shows it, if there is one. */
export interface Evidenced extends Evidence, Signals {
  readonly response?: FirstResponse;
}

/** What finds ways of one kind. */
export type WayFinder = (given: Evidenced) => ReadonlyArray<PageWay>;

type WayKind = Pick<PageWay, 'scheme' | 'what' | 'isNext' | 'isOfItem' | 'isLong'>;

/** Whether options read the end of a walk from a page. */
export const saysEnd = ({ more, last, total, untilEmpty }: SchemeTexts): boolean =>
  (more ?? last ?? total ?? untilEmpty) !== undefined;

/** The ways to send something: as what the request has for it, or by each of some names. One name alone is certain. */
export const waysTo = (
  { parameters, signs, slotFor }: Evidenced,
  names: ReadonlyArray<string>,
  kind: WayKind,
  optionsFor: (slot: string) => SchemeTexts,
  isKnown = names.length === 1,
): ReadonlyArray<PageWay> => {
  const [sent] = names.flatMap((name) => called(parameters, name));
  const option = ['page', 'offset'].includes(kind.scheme) ? kind.scheme : 'to';
  const made = (slot: string, isNamed: boolean, isCertain: boolean): PageWay => {
    const options = optionsFor(slot);
    const guess = `--${option} ${slot} is a guess: look up what the API calls it`;
    const isEndUnseen = !saysEnd(options);
    return { ...kind, options, isNamed, isEndUnseen, guess: isCertain ? undefined : guess };
  };
  if (sent) return [made(sent.text, true, true)];
  return slotFor === undefined
    ? []
    : names.map((name) => made(slotFor(name), called(signs, name).length > 0, isKnown));
};
