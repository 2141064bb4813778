import * as E from 'fp-ts/Either';
import type { Slot } from '../../model/paging/draft';
import type { Answer, Source } from '../../model/paging/sources';
import {
  at,
  byCursor,
  byLastItem,
  byLink,
  byOffset,
  byPageNumber,
  link,
  onePage,
  type Paging,
} from '../../paging';
import { type Flags, longOf, type Texts } from '../options/Option';
import { headerOptions, type requestOptions, schemeOptions, schemeNames } from '../options/tables';
import { type Checked, misuse } from '../terminal/Complaint';

export type SchemeFlags = Flags<
  typeof schemeOptions & typeof requestOptions & Pick<typeof headerOptions, 'header'>
> & {
  readonly checkEnd?: boolean;
};

/** Whether the options say nothing of how an API is paged: then one has to look first. */
export const isUnsaid = (flags: SchemeFlags): boolean =>
  flags.items === undefined && schemeNames.every((name) => flags[name] === undefined);

const isNumberOrNone = (first: string | undefined): boolean =>
  first === undefined || /^\d{1,15}$/.test(first);

/** What is wrong with a scheme beside what the table of options says. */
const schemeProblem = (flags: SchemeFlags): string | undefined => {
  const { cursor, lastId, to = [], first } = flags;
  if (schemeNames.every((name) => flags[name] === undefined)) {
    const names = schemeNames.map((name) => longOf(schemeOptions[name])).join(', ');
    return `say how it is paged: one of ${names}; without these and --items, walk looks at the first response`;
  }
  if (lastId && to.length !== 1)
    return '--last-id needs one --to: where it goes in the next request';
  if (cursor === undefined)
    return isNumberOrNone(first) ? undefined : '--first must be a whole number here';
  if (to.length !== cursor.length) {
    return '--cursor needs --to: where the cursor goes in the next request; one --to for each part of it';
  }
  return cursor.length > 1 && first !== undefined
    ? '--first goes with a cursor of one part; put the others into the address or --body'
    : undefined;
};

/** The parts of a cursor, each under the number of its options. */
const byNumber = <A>(parts: ReadonlyArray<A>): Readonly<Record<string, A>> =>
  Object.fromEntries(parts.map((part, index) => [String(index), part]));

/** A link that leads nowhere from the last page, though every page has one. */
const unlessLast = (found: Source, isLast: (answer: Answer) => boolean): Source => ({
  ...found,
  read: (answer) => (isLast(answer) ? null : found.read(answer)),
});

const readLinked = ({
  link: given,
  last,
  items = at('data'),
  untilEmpty,
  anyOrigin,
}: SchemeFlags) => {
  const found = typeof given === 'object' ? given : link('next');
  const isLast = (answer: Answer): boolean =>
    String(last?.read(answer)) === 'true' ||
    (untilEmpty === true && [items.read(answer) ?? []].flat().length === 0);
  return byLink(unlessLast(found, isLast), { anyOrigin });
};

export const readScheme = (flags: SchemeFlags): Checked<Paging> => {
  const problem = schemeProblem(flags);
  if (problem !== undefined) return E.left(misuse(problem));
  const { cursor = [], lastId, offset, page, to = [], first, more, last } = flags;
  const [[from], [slot]] = [cursor, to];
  if (flags.onePage) return E.right(onePage());
  if (from && slot) {
    const rest = {
      more,
      last,
      first,
      ...(flags.untilEmpty === true && { end: 'emptyPage' as const }),
    };
    return E.right(
      cursor.length === 1
        ? byCursor({ from, to: slot, ...rest })
        : byCursor({ from: byNumber(cursor), to: byNumber(to), ...rest }),
    );
  }
  if (lastId && slot) return E.right(byLastItem({ from: lastId, to: slot, more, last }));
  const { total, pastEnd, mayRepeat } = flags;
  const number = first === undefined ? first : Number(first);
  const rest = { total, more, last, pastEnd, mayRepeat, first: number };
  if (offset) return E.right(byOffset({ to: offset, ...rest }));
  if (page) return E.right(byPageNumber({ to: page, ...rest }));
  return E.right(readLinked(flags));
};

/** The parts of a request that the options write to. */
export const slotsOf = ({ to = [], offset, page, pageSize }: SchemeFlags): ReadonlyArray<Slot> =>
  [...to, offset, page, pageSize?.to].filter((slot) => slot !== undefined);

const kept = Object.keys({ ...schemeOptions, header: headerOptions.header });

/** What the options say, by name, as a bookmark keeps it. */
export const saidOf = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => kept.includes(name)));
