import type { Code, Flavour } from '../codec/flavours';
import { listOf, objectOf } from '../codec/jsonSchema';
import { codecNameOf, isCodecName, isLong } from '../codec/moduleText';
import { type Meter, type RefPosition, schemaCode, unknownCode } from '../codec/schemaCode';
import { counted } from '../terminal/text';
import type { Api } from './Api';
import { type Edges, referencesOf } from './references';
import { stringOf } from './View';

/** A schema of an operation: that of its items, or of a field that it sends. */
export interface Root {
  readonly schema: unknown;
  readonly isField: boolean;
  /** What it is called in the module, unless it refers to what has a name. */
  readonly name: string;
}

/** A schema that is made once: that of an operation, or what a reference leads to, as responses have it or as requests send it. */
interface SchemaEntry extends Omit<Root, 'name'> {
  readonly key: string;
  readonly ref: string;
  readonly name?: string;
  /** A field of one operation only, which is printed there. */
  readonly isOnce?: boolean;
}

/** Why a schema is unknown in the module. */
export type Unknown = 'missing' | 'looks' | 'room';

export interface Definitions {
  /** The types and constants of the module, each behind those that it needs, unless they need each other. */
  readonly texts: ReadonlyArray<string>;
  readonly codeOf: (root: Root) => Code;
  /** What they need from `pagewalk`. */
  readonly needed: ReadonlySet<string>;
  /** References to what is unknown, and why. */
  readonly unknown: ReadonlyMap<string, Unknown>;
}

/** No compiler reads a larger module: half of it is for the codecs, half for the endpoints. */
export const maxModule = 32_000_000;

/** Why something is left out. */
export const moduleTooLarge = `the module would have more than ${counted(maxModule, 'character')}`;

/** Schemas of which each names the next one twice would double what looks at one value with every step. */
const maxLooks = 1_000;

/** What is not longer is printed in each place. */
const maxPlain = 40;

type Refer = (to: SchemaEntry, position: RefPosition) => Code | undefined;

/** Prints an entry with what it refers to. */
type Print = (entry: SchemaEntry, refer: Refer, meter: Meter) => Code;

const hides = (schema: unknown, word: string, follow: Api['follow']): boolean =>
  [schema, follow(schema).value, ...listOf(objectOf(schema).allOf)].some(
    (one) => objectOf(one)[word] === true,
  );

const printing =
  ({ follow }: Api, flavour: Flavour, tell: (ref: string, why: Unknown) => void): Print =>
  ({ schema, isField }, refer, meter) =>
    schemaCode(
      schema,
      {
        flavour,
        isField,
        isHidden: (property) => hides(property, isField ? 'readOnly' : 'writeOnly', follow),
        noteOf: () => '',
        refer: (reference, position) => {
          const { ref = '', value } = follow(reference);
          if (value !== undefined)
            return refer({ key: `${isField} ${ref}`, ref, schema: value, isField }, position);
          tell(stringOf(reference.$ref), 'missing');
          return unknownCode(flavour);
        },
      },
      meter,
    );

/** Finds all that some entries refer to, adds it to them, and gives where each refers to which others. */
const reach = (entries: Map<string, SchemaEntry>, print: Print, room: number): Edges => {
  const edges = new Map<string, Map<string, Set<RefPosition>>>();
  // What is added to a map while it is looked through is looked at, too.
  for (const entry of entries.values()) {
    const own = new Map<string, Set<RefPosition>>();
    edges.set(entry.key, own);
    const refer: Refer = (to, position) => {
      own.set(to.key, (own.get(to.key) ?? new Set()).add(position));
      if (!entries.has(to.key)) entries.set(to.key, to);
      return { code: to.ref, type: to.ref, looks: 1 };
    };
    print(entry, refer, { room, needed: new Set() });
  }
  return edges;
};

/** The last word of a reference. */
const longNameOf = (ref: string): string =>
  ref.replace(/^.*[#/]/s, '').replace(/%[\da-f]{2}|~1/gi, ' ');

const shortNameOf = (ref: string): string => longNameOf(ref).replace(/^.*\.(?=\w)/s, '');

/** Names entries when they are first asked for: by the last word of a reference, with all before it where that is not enough. */
const entryNames = (
  entries: Iterable<SchemaEntry>,
  unique: (wanted: string) => string,
): ((entry: SchemaEntry) => string) => {
  const counts = new Map<string, number>();
  for (const name of Array.from(new Set(Array.from(entries, ({ ref }) => ref)), shortNameOf))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = new Map<string, string>();
  return ({ key, ref, name }) => {
    const short = shortNameOf(ref);
    const wanted = name ?? codecNameOf(counts.get(short) === 1 ? short : longNameOf(ref));
    const made = names.get(key) ?? unique(wanted);
    names.set(key, made);
    return made;
  };
};

/** An entry for each root; those of the same schema, which a parameter or a response that they refer to has, are one. */
const entriesOf = (roots: ReadonlyArray<Root>): ReadonlyMap<Root, SchemaEntry> => {
  const known = { item: new Map<unknown, SchemaEntry>(), field: new Map<unknown, SchemaEntry>() };
  const entries = new Map<Root, SchemaEntry>();
  for (const root of roots) {
    const { schema, isField, name } = root;
    const before = known[isField ? 'field' : 'item'];
    const key = before.get(schema)?.key ?? `root ${entries.size}`;
    const entry = { ...root, key, ref: `#${name}`, isOnce: isField && !before.has(schema) };
    before.set(schema, entry);
    entries.set(root, entry);
  }
  return entries;
};

/** Why a schema that was printed is unknown all the same. */
const excessOfCode = ({ room }: Meter, { looks }: Code): Unknown | undefined => {
  if (room < 0) return 'room';
  return looks > maxLooks ? 'looks' : undefined;
};

/** Prints entries, which have a limited length together, and keeps what they need from `pagewalk`. */
const printingAll = (
  print: Print,
  nothing: Code,
  tell: (ref: string, why: Unknown) => void,
  maxRoom: number,
) => {
  const needed = new Set<string>();
  let room = maxRoom;
  const make = (entry: SchemaEntry, refer: Refer): Code => {
    const meter: Meter = { room, needed: new Set() };
    const made = print(entry, refer, meter);
    const why = excessOfCode(meter, made);
    if (why !== undefined) {
      tell(entry.ref, why);
      return nothing;
    }
    room -= made.code.length + made.type.length;
    for (const name of meter.needed) needed.add(name);
    return made;
  };
  return { make, needed };
};

/** Writes the types and constants of a module. */
const definingConstants = (flavour: Flavour, nameOf: (entry: SchemaEntry) => string) => {
  const texts: Array<string> = [];
  const named = new Map<string, Code>();

  const define = (entry: SchemaEntry, made: Code, isRecursive: boolean): Code => {
    const name = nameOf(entry);
    const [type, code] = flavour.named(name, made.code, isRecursive);
    texts.push(`export type ${name} = ${made.type};\nexport const ${name}: ${type} = ${code};\n`);
    return { code: name, type: name, looks: made.looks };
  };

  /** What stands for an entry that is no part of itself: in each place what is short, else a name. */
  const place = (entry: SchemaEntry, made: Code): Code => {
    const isShort = made.code.length <= maxPlain && !isLong(made.code);
    if (isShort || isCodecName(made.code) || entry.isOnce === true) return made;
    // What requests send is often what responses have.
    const both = `${entry.ref} ${made.code}`;
    const code = named.get(both) ?? define(entry, made, false);
    named.set(both, code);
    return code;
  };

  return { texts, define, place };
};

/** Makes the codecs of all operations together, of a limited length: what several of them refer to is made once. */
export const definitionsOf = (
  api: Api,
  flavour: Flavour,
  roots: ReadonlyArray<Root>,
  unique: (wanted: string) => string,
  maxRoom: number,
): Definitions => {
  const nothing = unknownCode(flavour);
  const unknown = new Map<string, Unknown>();
  const tell = (ref: string, why: Unknown): void => void unknown.set(ref, why);
  const print = printing(api, flavour, tell);
  const rootEntries = entriesOf(roots);
  const entries = new Map<string, SchemaEntry>(
    Array.from(rootEntries.values(), (entry) => [entry.key, entry]),
  );
  const { groups, isCut } = referencesOf(reach(entries, print, maxRoom));
  const nameOf = entryNames(entries.values(), unique);
  const { make, needed } = printingAll(print, nothing, tell, maxRoom);
  const { texts, define, place } = definingConstants(flavour, nameOf);
  const codes = new Map<string, Code>();
  const madeOf = (entry: SchemaEntry): Code =>
    make(entry, ({ key }, position) =>
      isCut(entry.key, key, position) ? undefined : codes.get(key),
    );
  for (const { keys, isRecursive } of groups) {
    const own = keys.flatMap((key) => entries.get(key) ?? []);
    if (!isRecursive) {
      for (const entry of own) codes.set(entry.key, place(entry, madeOf(entry)));
      continue;
    }
    for (const entry of own)
      codes.set(entry.key, { code: nameOf(entry), type: nameOf(entry), looks: 1 });
    for (const entry of own) codes.set(entry.key, define(entry, madeOf(entry), true));
  }
  const codeOf: Definitions['codeOf'] = (root) =>
    codes.get(rootEntries.get(root)?.key ?? '') ?? nothing;
  return { texts, codeOf, needed, unknown };
};
