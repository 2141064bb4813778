import { plainName } from '../../model/conventions/pageNames';
import { valueAt } from '../slots/at';

type Fields = Readonly<Record<string, unknown>>;

/** A list inside the objects of a walk, and what beside it says whether there is more of it. */
interface CutPlace {
  readonly list: ReadonlyArray<string>;
  readonly flag: ReadonlyArray<string>;
  readonly saysMore: (flag: unknown, list: unknown) => boolean;
}

/** The lists of a walk that may be cut off, and how many objects have had each of them cut off. */
export interface CutLists {
  readonly places: ReadonlyArray<CutPlace>;
  readonly objects: ReadonlyArray<number>;
}

const maxRecords = 100;
const maxPlaces = 16;
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

/** What says that there is more of a list, in the order in which it counts: its name, what it has to be, and what it says. */
const signs: ReadonlyArray<{
  readonly isName: (name: string, list: string) => boolean;
  readonly isValue: (value: unknown) => boolean;
  readonly saysMore: CutPlace['saysMore'];
  /** The name of the object that it has to be in. */
  readonly holder?: string;
  /** What has to stand beside it. */
  readonly beside?: RegExp;
}> = [
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
): readonly [name: string, saysMore: CutPlace['saysMore']] | undefined => {
  const names = Object.keys(fields);
  for (const { isName, isValue, saysMore, beside, holder: wanted } of signs) {
    const name = names.find((own) => isName(own, list) && isValue(fields[own]));
    const isBeside = beside === undefined || names.some((own) => beside.test(plainName(own)));
    if (name !== undefined && isBeside && (wanted === undefined || wanted === holder))
      return [name, saysMore];
  }
  return undefined;
};

/** Where the lists of an object say that there is more of them: in the object itself, or in one beside the list. */
const placesIn = (
  fields: Fields,
  names: ReadonlyArray<string>,
  path: ReadonlyArray<string>,
): ReadonlyArray<CutPlace> => {
  const lists = names.filter((name) => Array.isArray(fields[name]));
  if (lists.length === 0) return [];
  const holders = names.filter(
    (name) => holderNames.test(plainName(name)) && isPlain(fields[name]),
  );
  return lists.flatMap((list) => {
    const own = signIn(fields, list, '');
    if (own) return [{ list: [...path, list], flag: [...path, own[0]], saysMore: own[1] }];
    for (const holder of holders) {
      const found = signIn(fields[holder] as Fields, list, plainName(holder));
      if (found) {
        const flag = [...path, holder, found[0]];
        return [{ list: [...path, list], flag, saysMore: found[1] }];
      }
    }
    return [];
  });
};

const labelOf = ({ flag }: CutPlace): string => flag.join('.');

/** Adds the places of a record and of the objects in it to those that are known. Of several signs of one list the first counts. */
const addPlaces = (
  known: Map<string, CutPlace>,
  record: unknown,
  path: ReadonlyArray<string> = [],
): void => {
  if (!isPlain(record) || known.size >= maxPlaces) return;
  const all = Object.keys(record);
  if (all.length > maxFields) return;
  const names = all.filter((name) => name.length <= maxName);
  const flags = new Set(Array.from(known.values(), labelOf));
  for (const place of placesIn(record, names, path)) {
    const key = place.list.join('\n');
    if (known.size < maxPlaces && !known.has(key) && !flags.has(labelOf(place))) {
      known.set(key, place);
      flags.add(labelOf(place));
    }
  }
  if (path.length === maxDepth) return;
  for (const name of names) addPlaces(known, record[name], [...path, name]);
};

/** The lists in the objects of a first page that say whether there is more of them (law 47). */
export const findLists = (records: ReadonlyArray<unknown>): CutLists => {
  const known = new Map<string, CutPlace>();
  for (const record of records.slice(0, maxRecords)) addPlaces(known, record);
  const places = [...known.values()];
  return { places, objects: places.map(() => 0) };
};

/** Counts the objects of a page whose lists are cut off. */
export const countCut = (
  { places, objects }: CutLists,
  records: ReadonlyArray<unknown>,
): CutLists => ({
  places,
  objects: places.map(({ list, flag, saysMore }, index) =>
    records.reduce<number>(
      (sum, record) => (saysMore(valueAt(record, flag), valueAt(record, list)) ? sum + 1 : sum),
      objects[index] ?? 0,
    ),
  ),
});

/** What is said of them, if anything. */
export const cutIn = ({
  places,
  objects,
}: CutLists): ReadonlyArray<{ readonly at: string; readonly objects: number }> =>
  places
    .map((place, index) => ({ at: labelOf(place), objects: objects[index] ?? 0 }))
    .filter((cut) => cut.objects > 0);
