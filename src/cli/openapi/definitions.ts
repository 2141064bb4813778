import type { Code, Flavour } from '../codec/flavours';
import { listOf, objectOf } from '../codec/jsonSchema';
import { codecNameOf, isCodecName, isLong } from '../codec/moduleText';
import { type Meter, schemaCode, unknownCode } from '../codec/schemaCode';
import { counted } from '../terminal/text';
import type { Api } from './Api';
import { type Edge, referencesOf } from './references';
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

type Refer = (edge: Edge<SchemaEntry>) => Code | undefined;

/** Prints an entry with what it refers to. */
type Print = (entry: SchemaEntry, refer: Refer, meter: Meter) => Code;

const hides = (schema: unknown, word: string, follow: Api['follow']): boolean =>
  [schema, follow(schema).value, ...listOf(objectOf(schema).allOf)].some(
    (one) => objectOf(one)[word] === true,
  );

const printing = (
  { follow }: Api,
  flavour: Flavour,
  tell: (ref: string, why: 'missing') => void,
): Print => {
  const known = new Map<string, SchemaEntry>();
  /** What a reference leads to: one entry for all that refer to it. */
  const entryAt = (ref: string, schema: unknown, isField: boolean): SchemaEntry => {
    const key = `${isField} ${ref}`;
    const entry = known.get(key) ?? { schema, isField, ref };
    known.set(key, entry);
    return entry;
  };
  return ({ schema, isField }, refer, meter) =>
    schemaCode(
      schema,
      {
        flavour,
        isField,
        isHidden: (property) => hides(property, isField ? 'readOnly' : 'writeOnly', follow),
        noteOf: () => '',
        refer: (reference, position) => {
          const { ref = '', value } = follow(reference);
          if (value !== undefined) return refer({ to: entryAt(ref, value, isField), position });
          tell(stringOf(reference.$ref), 'missing');
          return unknownCode(flavour);
        },
      },
      meter,
    );
};

/** Finds all that some entries refer to, and where each of all these refers to which others. */
const reach = (
  roots: Iterable<SchemaEntry>,
  print: Print,
  room: number,
): ReadonlyMap<SchemaEntry, ReadonlyArray<Edge<SchemaEntry>>> => {
  const edges = new Map<SchemaEntry, Array<Edge<SchemaEntry>>>();
  for (const root of roots) edges.set(root, []);
  // What is added to a map while it is looked through is looked at, too.
  for (const [entry, own] of edges) {
    const refer: Refer = (edge) => {
      const { to } = edge;
      own.push(edge);
      if (!edges.has(to)) edges.set(to, []);
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
  const names = new Map<SchemaEntry, string>();
  return (entry) => {
    const { ref, name } = entry;
    const short = shortNameOf(ref);
    const wanted = name ?? codecNameOf(counts.get(short) === 1 ? short : longNameOf(ref));
    const made = names.get(entry) ?? unique(wanted);
    names.set(entry, made);
    return made;
  };
};

/** An entry for each root; those of the same schema, which a parameter or a response that they refer to has, are one. */
const entriesOf = (roots: ReadonlyArray<Root>): ReadonlyMap<Root, SchemaEntry> => {
  const known = { item: new Map<unknown, SchemaEntry>(), field: new Map<unknown, SchemaEntry>() };
  return new Map(
    roots.map((root) => {
      const { schema, isField, name } = root;
      const before = known[isField ? 'field' : 'item'];
      const isOnce = isField && !before.has(schema);
      const entry = Object.assign(before.get(schema) ?? {}, { ...root, ref: `#${name}`, isOnce });
      before.set(schema, entry);
      return [root, entry];
    }),
  );
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
  const print = printing(api, flavour, (ref, why) => unknown.set(ref, why));
  const rootEntries = entriesOf(roots);
  const edges = reach(rootEntries.values(), print, maxRoom);
  const { groups, isCut } = referencesOf(edges);
  const nameOf = entryNames(edges.keys(), unique);
  const { texts, define, place } = definingConstants(flavour, nameOf);
  const codes = new Map<SchemaEntry, Code>();
  const needed = new Set<string>();
  let room = maxRoom;
  /** The code of an entry, or that of what is unknown where it is too much. */
  const made = (entry: SchemaEntry): Code => {
    const refer: Refer = (edge) => (isCut(entry, edge) ? undefined : codes.get(edge.to));
    const meter: Meter = { room, needed: new Set() };
    const code = print(entry, refer, meter);
    if (meter.room < 0) unknown.set(entry.ref, 'room');
    else if (code.looks > maxLooks) unknown.set(entry.ref, 'looks');
    else {
      room -= code.code.length + code.type.length;
      for (const name of meter.needed) needed.add(name);
      return code;
    }
    return nothing;
  };
  for (const { nodes, isRecursive, partsFirst } of groups) {
    if (!isRecursive) {
      for (const entry of nodes) codes.set(entry, place(entry, made(entry)));
      continue;
    }
    const byName = (entry: SchemaEntry, looks: number): Code => ({
      code: nameOf(entry),
      type: nameOf(entry),
      looks,
    });
    for (const entry of nodes) codes.set(entry, byName(entry, 1));
    const own = new Map<SchemaEntry, Code>();
    for (const entry of partsFirst) {
      const code = made(entry);
      own.set(entry, code);
      codes.set(entry, byName(entry, code.looks));
    }
    for (const entry of nodes) define(entry, own.get(entry) ?? nothing, true);
  }
  const codeOf: Definitions['codeOf'] = (root) => {
    const entry = rootEntries.get(root);
    return (entry && codes.get(entry)) ?? nothing;
  };
  return { texts, codeOf, needed, unknown };
};
