import * as E from 'fp-ts/Either';
import type { Slot } from '../../model/paging/draft';
import type { Source } from '../../model/paging/sources';
import {
  byCursor,
  byLastItem,
  byLink,
  byOffset,
  byPageNumber,
  link,
  onePage,
  type Paging,
} from '../../paging';
import { type Checked, misuse } from '../terminal/Complaint';

/** Something in a response or a request, and how it was written on the command line. */
export interface Written<A> {
  readonly text: string;
  readonly value: A;
}

type Named<Names extends string, A> = Readonly<Partial<Record<Names, A>>>;

export interface SchemeFlags
  extends
    Named<'items' | 'lastId' | 'more' | 'total' | 'last' | 'errors', Written<Source>>,
    Named<'offset' | 'page', Written<Slot>>,
    Named<'onePage' | 'untilEmpty' | 'anyOrigin' | 'mayRepeat' | 'checkEnd' | 'form', boolean> {
  readonly cursor?: ReadonlyArray<Written<Source>>;
  readonly to?: ReadonlyArray<Written<Slot>>;
  readonly link?: Written<Source> | true;
  readonly first?: string;
  readonly pastEnd?: Written<ReadonlyArray<number>>;
  readonly ahead?: number;
  readonly pageSize?: Written<{ readonly to: Slot; readonly size: number }>;
  /** Headers that are no secret, each as NAME: VALUE. */
  readonly header?: ReadonlyArray<string>;
  /** By default a POST where there is a body, else a GET. */
  readonly method?: 'GET' | 'POST';
  /** The body of a POST: JSON, or a file of it behind an @. */
  readonly body?: string;
}

/** Options that describe a scheme, by their names, each as a command line has it. One that takes no value is `true`. */
export interface SchemeTexts
  extends
    Named<'lastId' | 'page' | 'offset' | 'first' | 'more' | 'last' | 'total' | 'errors', string>,
    Named<'cursor' | 'to', ReadonlyArray<string>>,
    Named<'onePage' | 'untilEmpty', true> {
  readonly link?: string | true;
}

/** Each scheme by its option, with the others that go with it. */
const companions = {
  cursor: ['to', 'more', 'last', 'first', 'untilEmpty'],
  link: ['last', 'anyOrigin'],
  offset: ['total', 'more', 'last', 'first', 'pastEnd', 'mayRepeat'],
  page: ['last', 'total', 'more', 'first', 'pastEnd', 'mayRepeat'],
  lastId: ['to', 'more', 'last'],
  onePage: [],
} as const;

export type SchemeName = keyof typeof companions;

const schemeNames = Object.keys(companions) as ReadonlyArray<SchemeName>;

const companionNames = [...new Set(Object.values(companions).flat())];

const optionOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The words of a command line that say the same. */
export const wordsOf = (texts: SchemeTexts): ReadonlyArray<string> =>
  Object.entries(texts as Readonly<Record<string, SchemeTexts[keyof SchemeTexts]>>).flatMap(
    ([name, text]) =>
      [text].flat().flatMap((one) => {
        if (one === undefined) return [];
        return one === true ? [optionOf(name)] : [optionOf(name), one];
      }),
  );

const optionsOf = (names: ReadonlyArray<string>): string => names.map(optionOf).join(', ');

/** Whether the options say nothing of how an API is paged: then one has to look first. */
export const isUnsaid = (flags: SchemeFlags): boolean =>
  flags.items === undefined && schemeNames.every((name) => flags[name] === undefined);

const problemOf = (flags: SchemeFlags): string | undefined => {
  const { cursor = [], to = [], first } = flags;
  const [scheme, ...others] = schemeNames.filter((name) => flags[name] !== undefined);
  if (scheme === undefined) {
    return `say how it is paged: one of ${optionsOf(schemeNames)}; without these and --items, walk looks at the first response`;
  }
  if (others.length > 0)
    return `${optionsOf([scheme, ...others])} are different schemes: give one of them`;
  const homesOf = (name: string) =>
    schemeNames.filter((home) => companions[home].some((own) => own === name));
  const foreign = companionNames.find(
    (name) => flags[name] !== undefined && !homesOf(name).includes(scheme),
  );
  if (foreign !== undefined) {
    return `${optionOf(foreign)} goes with ${optionsOf(homesOf(foreign))}, not with ${optionOf(scheme)}`;
  }
  if (scheme === 'lastId') {
    return to.length === 1
      ? undefined
      : '--last-id needs one --to: where it goes in the next request';
  }
  if (scheme !== 'cursor') {
    return first === undefined || /^\d{1,15}$/.test(first)
      ? undefined
      : '--first must be a whole number here';
  }
  if (to.length !== cursor.length) {
    return '--cursor needs --to: where the cursor goes in the next request; one --to for each part of it';
  }
  return cursor.length > 1 && first !== undefined
    ? '--first goes with a cursor of one part; put the others into the address or --body'
    : undefined;
};

/** The parts of a cursor, each under the number of its options. */
const byNumber = <A>(parts: ReadonlyArray<Written<A>>): Readonly<Record<string, A>> =>
  Object.fromEntries(parts.map(({ value }, index) => [String(index), value]));

/** A link that leads nowhere from the last page, though every page has one. */
const unlessLast = (found: Source, last: Source): Source => ({
  ...found,
  read: (answer) => (String(last.read(answer)) === 'true' ? null : found.read(answer)),
});

export const readScheme = (flags: SchemeFlags): Checked<Paging> => {
  const problem = problemOf(flags);
  if (problem !== undefined) return E.left(misuse(problem));
  if (flags.onePage) return E.right(onePage());
  const {
    cursor = [],
    lastId,
    offset,
    page,
    to = [],
    first,
    anyOrigin,
    pastEnd,
    mayRepeat,
  } = flags;
  const more = flags.more?.value;
  const last = flags.last?.value;
  const [[from], [slot]] = [cursor, to];
  if (from && slot) {
    const rest = {
      more,
      last,
      first,
      ...(flags.untilEmpty === true && { end: 'emptyPage' as const }),
    };
    return E.right(
      cursor.length === 1
        ? byCursor({ from: from.value, to: slot.value, ...rest })
        : byCursor({ from: byNumber(cursor), to: byNumber(to), ...rest }),
    );
  }
  if (lastId && slot)
    return E.right(byLastItem({ from: lastId.value, to: slot.value, more, last }));
  const number = {
    total: flags.total?.value,
    more,
    first: first === undefined ? first : Number(first),
  };
  const rest = { ...number, last, pastEnd: pastEnd?.value, mayRepeat };
  if (offset) return E.right(byOffset({ to: offset.value, ...rest }));
  if (page) return E.right(byPageNumber({ to: page.value, ...rest }));
  const found = typeof flags.link === 'object' ? flags.link.value : link('next');
  return E.right(byLink(last ? unlessLast(found, last) : found, { anyOrigin }));
};

/** The parts of a request that the options write to. */
export const partsOf = ({ to = [], offset, page, pageSize }: SchemeFlags): ReadonlyArray<Slot> =>
  [...to.map(({ value }) => value), offset?.value, page?.value, pageSize?.value.to].filter(
    (slot) => slot !== undefined,
  );

/** What the options say, by name, as a bookmark keeps it. */
export const saidOf = (flags: SchemeFlags): Readonly<Record<string, unknown>> => {
  const textOf = (flag: unknown): unknown => {
    if (Array.isArray(flag)) return flag.map(textOf);
    return typeof flag === 'object' && flag !== null && 'text' in flag ? flag.text : flag;
  };
  const names = [
    'items',
    ...schemeNames,
    ...companionNames,
    'errors',
    'form',
    'method',
    'pageSize',
    'header',
  ] as const;
  return Object.fromEntries(
    names.flatMap((name) => (flags[name] === undefined ? [] : [[name, textOf(flags[name])]])),
  );
};
