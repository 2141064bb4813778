import * as RA from 'fp-ts/ReadonlyArray';
import { type Flavour, ioTs, type Member, zod } from '../codec/flavours';
import { isPrintedName, keyText, listText, literalText, nestedText } from '../codec/moduleText';
import type { Literal } from '../codec/Shape';
import { isObject } from '../anyApi/firstResponse';
import type { Api, Json } from './Api';
import { componentsOf } from './components';
import { alternativesOf, listOf, nullIn, objectOf, textOf, typesOf } from './View';

/** An expression that makes a codec, and the type of what it reads; of a union also its members. */
interface Code {
  readonly code: string;
  readonly type: string;
  readonly members?: ReadonlyArray<Code>;
  readonly looks?: Looks | undefined;
}

/** How many codecs look at a list or an object itself, and at what it has by each name. */
type Looks = ReadonlyMap<string, number>;

/** Schemas of which each names the next one twice would double it with every step. */
const maxLooks = 1_000;

/** Stand for the value itself, and for what it has by any name or in any place. */
const [itself, anything] = ['', '*'];

const none: Looks = new Map();

const looksOf = ({ looks = none }: Pick<Code, 'looks'>): number => {
  const others = looks.get(anything) ?? 0;
  const counts = Array.from(looks, ([name, count]) =>
    name === itself || name === anything ? count : count + others,
  );
  return counts.reduce((max, count) => Math.max(max, count), 0);
};

const lookingInto = (members: ReadonlyArray<readonly [name: string, code: Code]>): Looks =>
  new Map(
    [[itself, 1] as const, ...members.map(([name, code]) => [name, looksOf(code)] as const)].filter(
      ([, n]) => n > 0,
    ),
  );

/** All of these look at the same value. */
const together = (codes: ReadonlyArray<Code>): Looks => {
  const all = new Map<string, number>();
  for (const [name, count] of codes.flatMap(({ looks = none }) => [...looks]))
    all.set(name, (all.get(name) ?? 0) + count);
  return all;
};

/** A flavour, and what differs between the types of flavours. */
export interface Typed extends Flavour {
  readonly imported: string;
  readonly optional: (code: Code) => string;
  readonly optionalType: (type: string) => string;
  readonly int64: Code;
  /** The type and the expression of a codec that has a name. */
  readonly named: (
    name: string,
    code: string,
    isRecursive: boolean,
  ) => readonly [type: string, code: string];
}

export const flavours: Readonly<Record<'io-ts' | 'zod', Typed>> = {
  'io-ts': {
    ...ioTs('t'),
    imported: "import * as t from 'io-ts';",
    optional: (one) =>
      `t.union(${listText([...(one.members ?? [one]).map(({ code }) => code), 't.undefined'])})`,
    optionalType: (type) => type,
    int64: { code: 'Int64', type: 'bigint' },
    named: (name, code, isRecursive) => {
      // Without a name io-ts makes one of those of its parts: chains of `allOf` would double it until no string holds it.
      const own = code.replace(/,?\n?\)$/, () => `, ${literalText(name)})`);
      return [
        `t.Type<${name}, unknown>`,
        isRecursive ? `t.recursion(${literalText(name)}, () => ${own})` : own,
      ];
    },
  },
  zod: {
    ...zod('z'),
    imported: "import * as z from 'zod';",
    optional: ({ code }) => `${code}.optional()`,
    optionalType: (type) => `${type} | undefined`,
    int64: { code: 'z.union([z.number(), z.bigint()])', type: 'number | bigint' },
    named: (name, code, isRecursive) => [
      `z.ZodType<${name}>`,
      isRecursive ? `z.lazy(() => ${code})` : code,
    ],
  },
};

/** Where a reference stands in a definition: below `allOf` or a union it is a part of the value itself. */
type Position = 'all' | 'union' | 'inner';

interface Folding {
  /** What a reference is printed as; undefined where it would lead to itself. */
  readonly refer: (ref: string, position: Position) => Code | undefined;
  readonly isField: boolean;
  /** How many schemas may still be looked at. */
  room: number;
}

const maxDepth = 50;

const isLiteral = (value: unknown): value is Literal =>
  typeof value === 'number'
    ? Number.isFinite(value)
    : typeof value === 'string' || typeof value === 'boolean';

const folding = ({ follow, missing }: Api, flavour: Typed) => {
  const scalar = (type: string): Code => ({ code: flavour.scalar(type), type });
  const unknown = scalar('unknown');
  const isScalar = ({ type }: Code): boolean =>
    /^(string|number|boolean|null|bigint|'|true|false|-?\d)/.test(type);

  const unionOf = (given: ReadonlyArray<Code>): Code => {
    const each = new Map(
      given.flatMap((one) => one.members ?? [one]).map((one) => [one.code, one]),
    );
    if (each.size === 0 || each.has(unknown.code)) return unknown;
    // Objects come last: otherwise io-ts looks for tags in them, and fails at names that every object inherits.
    const { left: others, right: scalars } = RA.partition(isScalar)([...each.values()]);
    const members = [...scalars, ...others];
    const code =
      members.length === 1
        ? [...each.keys()].join('')
        : flavour.union(members.map((one) => one.code));
    return {
      code,
      type: members.map(({ type }) => type).join(' | '),
      members,
      looks: together(members),
    };
  };

  const intersectionOf = (given: ReadonlyArray<Code>): Code => {
    const each = new Map(
      given.filter(({ type }) => type !== 'unknown').map((one) => [one.code, one]),
    );
    const [only = unknown] = each.values();
    if (each.size < 2) return only;
    const types = Array.from(each.values(), ({ type }) =>
      type.includes('|') ? `(${type})` : type,
    );
    return {
      code: flavour.intersection([...each.keys()]),
      type: types.join(' & '),
      looks: together([...each.values()]),
    };
  };

  /** What a schema reads; undefined where that is nothing but a reference that would lead to itself. */
  const fold = (
    schema: unknown,
    depth: number,
    position: Position,
    how: Folding,
  ): Code | undefined => {
    how.room -= 1;
    if (!isObject(schema) || depth > maxDepth || how.room < 0) return unknown;
    const inner = (one: unknown): Code => fold(one, depth + 1, 'inner', how) ?? unknown;

    const ofProperties = ({ properties, required, additionalProperties: others }: Json): Code => {
      const needed = new Set(listOf(required));
      const hidden = how.isField ? 'readOnly' : 'writeOnly';
      const members = Object.entries(objectOf(properties)).flatMap(([name, own]) => {
        const isOptional = !needed.has(name);
        const isHidden = objectOf(own)[hidden] === true || follow(own).value?.[hidden] === true;
        return isHidden || !isPrintedName(name, isOptional)
          ? []
          : [{ name, isOptional, made: inner(own) }];
      });
      if (members.length === 0) {
        const isAny = !isObject(others) || Object.keys(others).length === 0;
        const values = isAny ? unknown : inner(others);
        const code = isAny ? flavour.object(undefined) : flavour.record(values.code);
        return {
          code,
          type: `{ [key: string]: ${values.type} }`,
          looks: lookingInto([[anything, values]]),
        };
      }
      const types = members.map(({ name, isOptional, made: { type } }) =>
        isOptional
          ? `${keyText(name)}?: ${flavour.optionalType(type)}`
          : `${keyText(name)}: ${type}`,
      );
      const own = members.map(({ made: { code }, ...member }): Member => ({
        ...member,
        value: code,
      }));
      const looks = lookingInto(members.map(({ name, made }) => [name, made]));
      // A field is sent as it is given: what a schema takes away from it would be refused.
      return {
        code: flavour.object(own, how.isField),
        type: nestedText('{', types, '}', ';'),
        looks,
      };
    };

    const ofType = (words: Json, type: string): Code => {
      if (type === 'object') return ofProperties(words);
      if (type === 'array') {
        const items = inner(words.items);
        return {
          code: flavour.array(items.code),
          type: `Array<${items.type}>`,
          looks: lookingInto([[anything, items]]),
        };
      }
      if (type === 'integer' && words.format === 'int64')
        return how.isField ? unionOf([scalar('number'), scalar('bigint')]) : flavour.int64;
      if (type === 'integer') return scalar('number');
      return ['string', 'number', 'boolean', 'null'].includes(type) ? scalar(type) : unknown;
    };

    /** What the keywords of a schema say beside `allOf` and its alternatives. */
    const ownOf = (words: Json, isAlone: boolean): Code => {
      const types = typesOf(words);
      const values = 'const' in words ? [words.const] : listOf(words.enum);
      if (types.join() === 'object' && !isAlone && !isObject(words.properties)) return unknown;
      const ofTypes = (): ReadonlyArray<Code> => types.map((type) => ofType(words, type));
      if (values.length === 0) return unionOf(ofTypes());
      const isKind = (value: unknown): boolean =>
        value === null ||
        types.length === 0 ||
        types
          .join()
          .replace('integer', 'number')
          .includes(typeof value);
      const literals = values.map((value): Code => {
        if (value === null) return scalar('null');
        return isLiteral(value)
          ? { code: flavour.literal(value), type: literalText(value) }
          : unknown;
      });
      // Some documents contradict themselves: then both may come.
      return unionOf([...literals, ...(values.every(isKind) ? [] : ofTypes())]);
    };

    const whole = (words: Json): Code | undefined => {
      const all = listOf(words.allOf).map((one) =>
        fold(one, depth + 1, position === 'inner' ? 'inner' : 'all', how),
      );
      const either = alternativesOf(words).map((one) => fold(one, depth + 1, position, how));
      const parts = [...all, ...either].filter((one) => one !== undefined);
      if (all.length + either.length > 0 && parts.length === 0 && typesOf(words).length === 0)
        return undefined;
      const others = either.filter((one) => one !== undefined);
      const own = ownOf(words, parts.length === 0);
      return intersectionOf([
        own,
        ...all.filter((one) => one !== undefined),
        ...(others.length > 0 ? [unionOf(others)] : []),
      ]);
    };

    const { ref, value } = follow(schema);
    const isRef = typeof schema.$ref === 'string';
    const made = (): Code | undefined => {
      if (!isRef) return whole(schema);
      if (value === undefined) missing.add(textOf(schema.$ref));
      if (value === undefined || (how.isField && depth > 3)) return unknown;
      return how.isField ? fold(value, depth + 1, position, how) : how.refer(ref ?? '', position);
    };
    const read = made();
    return read !== undefined && nullIn(schema) ? unionOf([read, scalar('null')]) : read;
  };
  return fold;
};

/** The codec of a field of a request. It refers to no definition: of what is large in it, little is said. */
export const fieldCode = (
  api: Api,
  flavour: Typed,
  schema: unknown,
  isRequired: boolean,
): string => {
  const how: Folding = { isField: true, room: 300, refer: () => undefined };
  const made = folding(api, flavour)(schema, 0, 'inner', how) ?? {
    code: flavour.scalar('unknown'),
    type: 'unknown',
  };
  return isRequired ? made.code : flavour.optional(made);
};

interface Definition extends Code {
  readonly ref: string;
  readonly isRecursive: boolean;
  /** Whether it is not described: too many codecs would look at one value. */
  readonly isTooMuch: boolean;
}

/** How many names of properties are kept: a document has as many as it likes, and chains of `allOf` repeat them. */
const maxNames = 1_000_000;

/** The definitions that some schemas need, each behind those that it needs itself, unless they need each other. */
export const definitionsOf = (
  api: Api,
  flavour: Typed,
  roots: ReadonlyMap<string, unknown>,
  nameAll: (refs: ReadonlyArray<string>) => ReadonlyMap<string, string>,
): ReadonlyArray<Definition> => {
  const fold = folding(api, flavour);
  const unknown: Code = { code: flavour.scalar('unknown'), type: 'unknown' };
  const printed = (ref: string, refer: Folding['refer']): Code =>
    fold(schemas.get(ref), 0, 'union', { isField: false, room: Infinity, refer }) ?? unknown;
  const schemas = new Map(roots);
  const edges = new Map<string, Map<string, Set<Position>>>();
  // What is added to a map while it is looked through is looked at, too.
  for (const ref of schemas.keys()) {
    const own = new Map<string, Set<Position>>();
    edges.set(ref, own);
    printed(ref, (to, position) => {
      own.set(to, (own.get(to) ?? new Set()).add(position));
      if (!schemas.has(to)) schemas.set(to, api.follow({ $ref: to }).value);
      return { code: to, type: to };
    });
  }
  const leadsTo =
    (isWanted: (positions: ReadonlyArray<Position>, from: string, to: string) => boolean) =>
    (from: string) =>
      [...(edges.get(from) ?? [])]
        .filter(([to, positions]) => isWanted([...positions], from, to))
        .map(([to]) => to);
  const groupsBy = (...wanted: ReadonlyArray<Position>): ReadonlyMap<string, number> => {
    const groups = componentsOf(
      schemas.keys(),
      leadsTo((positions) => positions.some((one) => wanted.includes(one))),
    );
    return new Map(groups.flatMap((group, index) => group.map((ref) => [ref, index] as const)));
  };
  const parts = {
    all: groupsBy('all', 'union'),
    union: groupsBy('union'),
    inner: new Map<string, number>(),
  };
  /** A value that is a part of itself says nothing: of `Pet = Cat | Dog` and `Cat = Pet & { … }` the second way is left out. */
  const isCut = (from: string, to: string, position: Position): boolean =>
    parts[position].has(from) && parts[position].get(from) === parts[position].get(to);
  const kept = leadsTo((positions, from, to) => positions.some((one) => !isCut(from, to, one)));
  const names = nameAll([...schemas.keys()]);
  const looks = new Map<string, Looks>();
  let room = maxNames;
  return componentsOf(schemas.keys(), kept).flatMap((group) =>
    group.map((ref): Definition => {
      const made = printed(ref, (to, position) => {
        const name = isCut(ref, to, position) ? undefined : names.get(to);
        return name === undefined ? undefined : { code: name, type: name, looks: looks.get(to) };
      });
      const isTooMuch = looksOf(made) > maxLooks;
      const all = isTooMuch ? lookingInto([]) : (made.looks ?? none);
      room -= all.size;
      looks.set(ref, room < 0 ? new Map([[itself, all.get(itself) ?? 0]]) : all);
      const isRecursive = group.length > 1 || kept(ref).includes(ref);
      return { ref, isRecursive, isTooMuch, ...(isTooMuch ? unknown : made) };
    }),
  );
};
