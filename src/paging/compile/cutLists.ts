import { type Fields, isFields } from '../../model/json/Fields';
import { allNames, type Convention, namesIn, plainName } from '../../model/conventions/Convention';
import { innerHolders, innerSigns } from '../../model/conventions/innerLists';
import type { SeenList } from '../../model/place/Seen';
import { valueAt } from '../slots/at';

const maxRecords = 100;
const maxLists = 16;
const maxFields = 1_000;
const maxName = 64;
const maxDepth = 2;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

const innerHolderNames = allNames(innerHolders);

/** What a sign has to be, and what it says of a list then. */
interface Meaning {
  readonly isValue: (value: unknown) => boolean;
  readonly saysMore: (flag: unknown, list: unknown) => boolean;
}

const signMeanings: Readonly<Partial<Record<Convention['role'], Meaning>>> = {
  more: { isValue: (value) => typeof value === 'boolean', saysMore: (flag) => flag === true },
  done: { isValue: (value) => typeof value === 'boolean', saysMore: (flag) => flag === false },
  nextLink: { isValue: isText, saysMore: isText },
  total: {
    isValue: (value) => typeof value === 'number',
    saysMore: (total, list) => Array.isArray(list) && Number(total) > list.length,
  },
};

/** The rows with their names apart: `paging/next` is a `next` in a `paging`. A list that was found has the position of its sign. */
const signs = innerSigns.flatMap(({ role, path, beside }) => {
  const meaning = signMeanings[role];
  const [name = '', holder] = path.split('/').reverse();
  const besides = beside === undefined ? undefined : namesIn(beside);
  return meaning ? [{ ...meaning, names: namesIn(name), holder, besides }] : [];
});

/** The names of an object by their plain forms. */
const speltIn = (names: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const spelt = new Map<string, Array<string>>();
  for (const name of names) {
    const plain = plainName(name);
    const known = spelt.get(plain);
    if (known) known.push(name);
    else spelt.set(plain, [name]);
  }
  return spelt;
};

/** An object that may say whether there is more of a list: the one that has it, or one beside the list. */
interface SignedObject {
  readonly fields: Fields;
  readonly path: ReadonlyArray<string>;
  readonly spelt: ReturnType<typeof speltIn>;
  readonly holder: string;
}

/** What says in an object whether there is more of a list. */
const signIn = (
  { fields, path, spelt, holder }: SignedObject,
  list: string,
): Pick<SeenList, 'flag' | 'sign'> | undefined => {
  const plain = plainName(list);
  for (const [sign, { names, isValue, besides, holder: wanted }] of signs.entries()) {
    const name = names
      .flatMap((one) => spelt.get(one.replace('*', () => plain)) ?? [])
      .find((own) => isValue(fields[own]));
    const isBeside = besides === undefined || besides.some((own) => spelt.has(own));
    if (name !== undefined && isBeside && (wanted === undefined || wanted === holder))
      return { flag: [...path, name], sign };
  }
  return undefined;
};

/** The lists of an object that say whether there is more of them: in the object itself, or in one beside the list. */
const listsIn = (
  fields: Fields,
  names: ReadonlyArray<string>,
  path: ReadonlyArray<string>,
): ReadonlyArray<SeenList> => {
  const lists = names.filter((name) => Array.isArray(fields[name]));
  if (lists.length === 0) return [];
  const beside = names.flatMap((name): ReadonlyArray<SignedObject> => {
    const [holder, inner] = [plainName(name), fields[name]];
    return innerHolderNames.has(holder) && isFields(inner)
      ? [{ path: [...path, name], fields: inner, spelt: speltIn(Object.keys(inner)), holder }]
      : [];
  });
  const own = { path, fields, spelt: speltIn(Object.keys(fields)), holder: '' };
  return lists.flatMap((name) => {
    for (const object of [own, ...beside]) {
      const found = signIn(object, name);
      if (found) return [{ list: [...path, name], ...found, objects: 0 }];
    }
    return [];
  });
};

const pathKey = (path: ReadonlyArray<string>): string => path.join('\n');

/** Adds the lists of a record and of the objects in it to those that are known. Of several signs of one list the first counts. */
const addLists = (
  known: Map<string, SeenList>,
  record: unknown,
  path: ReadonlyArray<string> = [],
): void => {
  if (!isFields(record) || known.size >= maxLists) return;
  const all = Object.keys(record);
  if (all.length > maxFields) return;
  const names = all.filter((name) => name.length <= maxName);
  const flags = new Set(Array.from(known.values(), ({ flag }) => pathKey(flag)));
  for (const found of listsIn(record, names, path)) {
    const key = pathKey(found.list);
    if (known.size < maxLists && !known.has(key) && !flags.has(pathKey(found.flag))) {
      known.set(key, found);
      flags.add(pathKey(found.flag));
    }
  }
  if (path.length === maxDepth) return;
  for (const name of names) addLists(known, record[name], [...path, name]);
};

/** The lists in the objects of a first page that say whether there is more of them (law 47). */
export const findLists = (records: ReadonlyArray<unknown>): ReadonlyArray<SeenList> => {
  const known = new Map<string, SeenList>();
  for (const record of records.slice(0, maxRecords)) addLists(known, record);
  return [...known.values()];
};

/** Counts the objects of a page whose lists are cut off. */
export const countCut = (
  lists: ReadonlyArray<SeenList>,
  records: ReadonlyArray<unknown>,
): ReadonlyArray<SeenList> =>
  lists.map(({ list, flag, sign, objects }) => {
    const isCut = signs[sign]?.saysMore ?? (() => false);
    const cut = records.filter((record) => isCut(valueAt(record, flag), valueAt(record, list)));
    return { list, flag, sign, objects: objects + cut.length };
  });
