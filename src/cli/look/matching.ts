import {
  type Convention,
  namesIn,
  plainName,
  type Role,
  type ValueType,
} from '../../model/conventions/Convention';
import { conventions } from '../../model/conventions/rows';

/** Something that a request or a response has, or that a document says of one: what it is called, where it is, what it can be. */
export interface Clue {
  readonly name: string;
  readonly place: 'field' | 'header' | 'parameter';
  /** The object that it is in, if that has a name. */
  readonly holder?: string | undefined;
  readonly isOf: (type: ValueType) => boolean;
}

/** A name with a `*`: what is before it, and behind. */
interface Pattern {
  readonly before: string;
  readonly behind: string;
  readonly row: Convention;
}

/** The rows of a role by their names. */
interface RoleNames {
  readonly exact: Map<string, Array<Convention>>;
  readonly patterns: Array<Pattern>;
}

const known = new Map<Role, RoleNames>();
for (const row of conventions) {
  const names: RoleNames = known.get(row.role) ?? { exact: new Map(), patterns: [] };
  const { exact, patterns } = names;
  known.set(row.role, names);
  for (const name of namesIn(row.path)) {
    const [before = '', behind] = name.split('*');
    if (behind !== undefined) patterns.push({ before, behind, row });
    else exact.set(name, [...(exact.get(name) ?? []), row]);
  }
}

/** No name that services give is longer. */
const maxLength = 64;

const fits = (name: string, { before, behind }: Pattern): boolean =>
  name.length > before.length + behind.length && name.startsWith(before) && name.endsWith(behind);

/** The rows of a role with a name, whatever the value is. */
const rowsCalled = ({ name, place, holder }: Clue, role: Role): ReadonlyArray<Convention> => {
  const names = known.get(role);
  if (name.length > maxLength || names === undefined) return [];
  const { exact, patterns } = names;
  const plain = `${place === 'header' ? 'header:' : ''}${plainName(name)}`;
  const inHolder =
    holder === undefined || holder.length > maxLength ? plain : `${plainName(holder)}/${plain}`;
  return [
    ...(exact.get(plain) ?? []),
    ...(inHolder === plain ? [] : (exact.get(inHolder) ?? [])),
    ...patterns.filter((pattern) => fits(plain, pattern)).map(({ row }) => row),
  ];
};

const rowsFor = (clue: Clue, roles: ReadonlyArray<Role>): ReadonlyArray<Convention> =>
  roles
    .flatMap((role) => rowsCalled(clue, role))
    .filter(({ type }) => type === 'any' || clue.isOf(type))
    .sort((one, other) => other.worth - one.worth);

/** What something says in one of some roles: the row of most worth whose type its value can be. */
export const rowFor = (clue: Clue, ...roles: ReadonlyArray<Role>): Convention | undefined =>
  rowsFor(clue, roles)[0];

/** Whether something that is called so may have a role, whatever its value is. */
export const hasRole = (name: string, role: Role): boolean =>
  rowFor({ name, place: 'field', isOf: () => true }, role) !== undefined;

/** Words as a service writes them that has written `like`: page_token, pageToken, PageToken or Page-Token. */
const speltAs = (words: string, like: string): string => {
  const parts = words.split('_');
  const capitalised = (part: string): string => `${part.charAt(0).toUpperCase()}${part.slice(1)}`;
  if (parts.length === 1 || like.includes('_')) return words;
  const isCapital = /^[A-Z]/.test(like);
  if (like.includes('-')) return (isCapital ? parts.map(capitalised) : parts).join('-');
  const [first = '', ...others] = parts;
  return /[A-Z]/.test(like)
    ? [isCapital ? capitalised(first) : first, ...others.map(capitalised)].join('')
    : words;
};

/**
 * The parameters that may take what is called so, the likeliest first, as that service would write them. `beside` are the plain
 * names of what stands beside it.
 */
export const takersOf = (
  { name, ...clue }: Clue,
  beside: ReadonlyArray<string> = [],
): ReadonlyArray<string> => {
  const isMet = ({ beside: needed }: Convention): boolean =>
    needed === undefined || namesIn(needed).some((one) => beside.includes(one));
  const [row] = rowsFor({ name, ...clue }, ['taker']).filter(isMet);
  return (row?.to === undefined ? [] : namesIn(row.to)).map((words) => {
    if (words !== '*') return clue.place === 'header' ? words : speltAs(words, name);
    const rest = name.replace(/^next[_-]?/i, '');
    return name.startsWith('n') ? `${rest.charAt(0).toLowerCase()}${rest.slice(1)}` : rest;
  });
};
