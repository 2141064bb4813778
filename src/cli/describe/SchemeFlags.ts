import * as E from 'fp-ts/Either';
import type { Slot, Source } from '../../model/endpoints/Paging';
import { byCursor, byLastItem, byLink, byOffset, byPageNumber, link, type Paging } from '../../paging';
import { type Complaint, misuse } from '../terminal/Complaint';

/** Something in a response or a request, and how it was written on the command line. */
export interface Written<A> {
  readonly text: string;
  readonly value: A;
}

/** The options that say how an API is paged. */
export interface SchemeFlags {
  readonly items?: Written<Source>;
  readonly cursor?: ReadonlyArray<Written<Source>>;
  readonly lastId?: Written<Source>;
  readonly link?: Written<Source> | true;
  readonly offset?: Written<Slot>;
  readonly page?: Written<Slot>;
  readonly to?: ReadonlyArray<Written<Slot>>;
  readonly more?: Written<Source>;
  readonly total?: Written<Source>;
  readonly last?: Written<Source>;
  readonly first?: string;
  readonly untilEmpty?: boolean;
  readonly anyOrigin?: boolean;
  readonly pastEnd?: Written<ReadonlyArray<number>>;
  readonly mayRepeat?: boolean;
  readonly errors?: Written<Source>;
  readonly form?: boolean;
  readonly ahead?: number;
  readonly pageSize?: Written<{ readonly to: Slot; readonly size: number }>;
  /** The body of a POST: JSON, or a file of it behind an @. */
  readonly body?: string;
}

/** Each scheme by its option, with the others that go with it. */
const companions = {
  cursor: ['to', 'more', 'first', 'untilEmpty'],
  link: ['anyOrigin'],
  offset: ['total', 'more', 'first', 'pastEnd', 'mayRepeat'],
  page: ['last', 'total', 'more', 'first', 'pastEnd', 'mayRepeat'],
  lastId: ['to', 'more'],
} as const;

type SchemeName = keyof typeof companions;

const schemeNames = Object.keys(companions) as ReadonlyArray<SchemeName>;

const companionNames = [...new Set(Object.values(companions).flat())];

const optionOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const optionsOf = (names: ReadonlyArray<string>): string => names.map(optionOf).join(', ');

/** Whether the options say nothing of how an API is paged: then one has to look first. */
export const isUnsaid = (flags: SchemeFlags): boolean =>
  flags.items === undefined && schemeNames.every((name) => flags[name] === undefined);

/** The one scheme that the options name, if all of them go with it. */
const chosen = (flags: SchemeFlags): E.Either<Complaint, SchemeName> => {
  const named = schemeNames.filter((name) => flags[name] !== undefined);
  const [scheme] = named;
  if (scheme === undefined) {
    return E.left(
      misuse(
        `say how it is paged: one of ${optionsOf(schemeNames)}; without these and --items, walk looks at the first response`,
      ),
    );
  }
  if (named.length > 1) return E.left(misuse(`${optionsOf(named)} are different schemes: give one of them`));
  const own: ReadonlyArray<string> = companions[scheme];
  const foreign = companionNames.find((name) => flags[name] !== undefined && !own.includes(name));
  if (foreign === undefined) return E.right(scheme);
  const homes = schemeNames.filter((name) => (companions[name] as ReadonlyArray<string>).includes(foreign));
  return E.left(misuse(`${optionOf(foreign)} goes with ${optionsOf(homes)}, not with ${optionOf(scheme)}`));
};

/** The number of the first object or page. */
const firstNumber = (text: string | undefined): E.Either<Complaint, number | undefined> => {
  if (text === undefined) return E.right(undefined);
  return /^\d{1,15}$/.test(text) ? E.right(Number(text)) : E.left(misuse('--first must be a whole number here'));
};

/** The parts of a cursor, each under the number of its options. */
const byNumber = <A>(parts: ReadonlyArray<Written<A>>): Readonly<Record<string, A>> =>
  Object.fromEntries(parts.map(({ value }, index) => [String(index), value]));

const cursorPaging = (flags: SchemeFlags): E.Either<Complaint, Paging> => {
  const { cursor = [], to = [], more, first, untilEmpty } = flags;
  if (to.length !== cursor.length) {
    return E.left(
      misuse('--cursor needs --to: where the cursor goes in the next request; of several parts one --to each'),
    );
  }
  const rest = { more: more?.value, first, ...(untilEmpty === true && { end: 'emptyPage' as const }) };
  const [from, slot] = [cursor[0], to[0]];
  if (cursor.length > 1 && first !== undefined) {
    return E.left(misuse('--first goes with a cursor of one part; put the others into the address or --body'));
  }
  return E.right(
    cursor.length === 1 && from !== undefined && slot !== undefined
      ? byCursor({ from: from.value, to: slot.value, ...rest })
      : byCursor({ from: byNumber(cursor), to: byNumber(to), ...rest }),
  );
};

/** The scheme that the options describe. */
export const readScheme = (flags: SchemeFlags): E.Either<Complaint, Paging> => {
  const scheme = chosen(flags);
  if (E.isLeft(scheme)) return scheme;
  const more = flags.more?.value;
  const first = scheme.right === 'cursor' ? E.right(undefined) : firstNumber(flags.first);
  if (E.isLeft(first)) return first;
  switch (scheme.right) {
    case 'cursor':
      return cursorPaging(flags);
    case 'link': {
      const from = flags.link === true || flags.link === undefined ? link('next') : flags.link.value;
      return E.right(byLink(from, { anyOrigin: flags.anyOrigin }));
    }
    case 'offset':
    case 'page': {
      const to = flags[scheme.right]?.value;
      if (to === undefined) return E.left(misuse(`${optionOf(scheme.right)} needs where the number goes`));
      const { total, pastEnd, mayRepeat, last } = flags;
      const rest = { to, total: total?.value, more, first: first.right, pastEnd: pastEnd?.value, mayRepeat };
      return E.right(scheme.right === 'offset' ? byOffset(rest) : byPageNumber({ ...rest, last: last?.value }));
    }
    case 'lastId': {
      const [to, ...others] = flags.to ?? [];
      if (flags.lastId === undefined || to === undefined || others.length > 0) {
        return E.left(misuse('--last-id needs one --to: where it goes in the next request'));
      }
      return E.right(byLastItem({ from: flags.lastId.value, to: to.value, more }));
    }
  }
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
  const names = ['items', ...schemeNames, ...companionNames, 'errors', 'form', 'pageSize'] as const;
  return Object.fromEntries(names.flatMap((name) => (flags[name] === undefined ? [] : [[name, textOf(flags[name])]])));
};
