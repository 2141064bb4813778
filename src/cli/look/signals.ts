import type { Role } from '../../model/conventions/Convention';
import type { SchemeTexts } from '../options/tables';
import { type Evidence, type RoleSign, seenAs, type Sign } from './Evidence';
import { hasRole } from './matching';
import { countOf } from './response';

/** What a response says of the end of its pages. */
export interface Signals {
  /** Whether there is more than this page; undefined where nothing says so. */
  readonly isMore: boolean | undefined;
  readonly flag: RoleSign | undefined;
  readonly total: Sign | undefined;
  readonly lastPage: RoleSign | undefined;
  /** How many items a page may have. */
  readonly size: RoleSign | undefined;
  /** The number of a page, and of the items before it, in the request or in the response. */
  readonly page: RoleSign | undefined;
  readonly offset: RoleSign | undefined;
}

/** The words that a name is made of, in lower case. */
const nameWords = (name: string): ReadonlyArray<string> =>
  name
    .replace(/([a-z\d])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .split(/[^a-z\d]+/);

/** Whether a word of a name has a role. */
export const hasWord = ({ name }: Pick<Sign, 'name'>, role: Role): boolean =>
  nameWords(name).some((word) => hasRole(word, role));

/** What is beside the items, or in an object around them, the nearest first. */
export const besideItems = ({ items: { path }, signs }: Evidence): ReadonlyArray<Sign> =>
  signs
    .filter((sign) => {
      const outer = sign.path.slice(0, -1);
      const isAround = outer.length < path.length && outer.every((name, at) => path[at] === name);
      return sign.place === 'field' && isAround;
    })
    .sort((one, other) => other.depth - one.depth);

/** A total in an object that also says how exact it is: `total: { value: 9, relation: 'eq' }`. */
const exactTotal = ({ signs }: Evidence): Sign | undefined =>
  signs.flatMap((sign) =>
    /^total/i.test(sign.name)
      ? sign.parts().filter(({ name, isOf }) => name === 'value' && isOf('count'))
      : [],
  )[0];

/** Whether a word of a name says that it is a total, and none that it is something else. */
export const isTotalName = (sign: Sign): boolean =>
  hasWord(sign, 'totalWord') && !hasWord(sign, 'otherWord');

/** A number above that of the items on the page that is called like a total. */
const largerNumber = (evidence: Evidence): Sign | undefined =>
  besideItems(evidence).find(
    (sign) => isTotalName(sign) && (countOf(sign.value) ?? 0) > (evidence.count ?? Infinity),
  );

/** The option that reads a flag, if there is one. */
export const flagOptions = ({ flag }: Signals): SchemeTexts | undefined => {
  if (flag === undefined) return undefined;
  const source = `${flag.text}${flag.row.isSparse ? '?' : ''}`;
  return flag.row.role === 'more' ? { more: source } : { last: source };
};

/** Whether there is more: as a flag says it, or the number of the last page, or a total where this is the first page. */
const isMoreBy = (
  { flag, lastPage, total, page, offset }: Omit<Signals, 'isMore' | 'size'>,
  items: number | undefined,
): boolean | undefined => {
  if (flag?.value !== undefined) return flag.value === (flag.row.role === 'more');
  const number = countOf(page?.value) ?? 1;
  const last = countOf(lastPage?.value);
  // Of pages that are counted from 0 the last one has the number before that.
  if (last !== undefined && lastPage?.row.worth !== 1)
    return number + (number === 0 ? 1 : 0) < last;
  const isFirst = number <= 1 && (countOf(offset?.value) ?? 0) <= 1;
  return isFirst && (countOf(total?.value) ?? 0) > (items ?? Infinity) ? true : undefined;
};

export const signalsOf = (evidence: Evidence): Signals => {
  const { signs, parameters } = evidence;
  const [flag] = [
    ...seenAs(signs, ['more']),
    ...seenAs(signs, ['done'], ({ isOf }) => isOf('flag')),
  ];
  const [named] = seenAs(signs, ['total']);
  const numbered = (role: Role): RoleSign | undefined =>
    [
      ...seenAs(parameters, [role], ({ row }) => row.worth > 1),
      ...seenAs(signs, [role], ({ depth }) => depth < 4),
    ][0];
  const total = named ?? exactTotal(evidence) ?? largerNumber(evidence);
  const seen = {
    flag,
    total,
    // What is the total is no size: both may be called count.
    size: seenAs(
      [...parameters, ...signs],
      ['size'],
      ({ place, text }) => place === 'parameter' || text !== total?.text,
    )[0],
    lastPage: seenAs(signs, ['lastPage'])[0],
    page: numbered('page'),
    offset: numbered('offset'),
  };
  return { ...seen, isMore: isMoreBy(seen, evidence.count) };
};
