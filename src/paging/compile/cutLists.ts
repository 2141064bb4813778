import { plainName } from '../../model/conventions/pageNames';
import type { SeenList } from '../../model/place/Seen';
import { valueAt } from '../slots/at';

type Fields = Readonly<Record<string, unknown>>;

const maxRecords = 100;
const maxLists = 16;
const maxFields = 1_000;
const maxName = 64;
const maxDepth = 2;

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isTrue = (value: unknown): boolean => value === true;

/** Objects beside a list that say something about its pages. */
const holderNames = /^(pageinfo|paging|meta|pagination)$/;

/** What says that there is more of a list: its name, what it has to be, and what it says. */
interface Sign {
  readonly isName: (name: string, list: string) => boolean;
  readonly isValue: (value: unknown) => boolean;
  readonly saysMore: (flag: unknown, list: unknown) => boolean;
  /** The name of the object that it has to be in. */
  readonly holder?: string;
  /** What has to stand beside it. */
  readonly beside?: RegExp;
}

/** In the order in which they count. A list that was found has the position of its sign. */
const signs: ReadonlyArray<Sign> = [
  {
    isName: (name) => /^(hasmore|hasnext(page)?|istruncated)$/.test(plainName(name)),
    isValue: isFlag,
    saysMore: isTrue,
  },
  { isName: (name) => name === 'done', isValue: isFlag, saysMore: (flag) => flag === false },
  { isName: (name) => plainName(name) === 'nextrecordsurl', isValue: isText, saysMore: isText },
  { isName: (name) => name === 'next', isValue: isText, saysMore: isText, holder: 'paging' },
  { isName: (name, list) => name === `${list}@odata.nextLink`, isValue: isText, saysMore: isText },
  {
    isName: (name) => name === 'total',
    isValue: isNumber,
    saysMore: (total, list) => Array.isArray(list) && Number(total) > list.length,
    beside: /^(maxresults|limit)$/,
  },
];

/** What says in an object whether there is more of a list. */
const signIn = (
  fields: Fields,
  list: string,
  holder: string,
): { readonly name: string; readonly sign: number } | undefined => {
  const names = Object.keys(fields);
  for (const [sign, { isName, isValue, beside, holder: wanted }] of signs.entries()) {
    const name = names.find((own) => isName(own, list) && isValue(fields[own]));
    const isBeside = beside === undefined || names.some((own) => beside.test(plainName(own)));
    if (name !== undefined && isBeside && (wanted === undefined || wanted === holder))
      return { name, sign };
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
  const holders = names.filter(
    (name) => holderNames.test(plainName(name)) && isPlain(fields[name]),
  );
  return lists.flatMap((name): ReadonlyArray<SeenList> => {
    const list = [...path, name];
    const own = signIn(fields, name, '');
    if (own) return [{ list, flag: [...path, own.name], sign: own.sign, objects: 0 }];
    for (const holder of holders) {
      const found = signIn(fields[holder] as Fields, name, plainName(holder));
      if (found)
        return [{ list, flag: [...path, holder, found.name], sign: found.sign, objects: 0 }];
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
  if (!isPlain(record) || known.size >= maxLists) return;
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
