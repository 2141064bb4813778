import { isPrintedName, keyText, listText, literalText, nestedText } from '../codec/moduleText';
import type { Literal } from '../codec/Shape';
import { isObject } from '../describe/looked';
import type { Api, Json } from './Api';
import { componentsOf } from './components';
import { alternativesOf, listOf, objectOf, typesOf } from './View';

/** An expression that makes a codec, and the type of what it reads. */
export interface Code {
  readonly code: string;
  readonly type: string;
}

interface Member extends Code {
  readonly name: string;
  readonly isOptional: boolean;
}

/** How a kind of codec is written. Types are the same for all but for optional properties and large integers. */
export interface Flavour {
  readonly module: string;
  readonly scalar: (type: string) => string;
  readonly literals: (values: ReadonlyArray<Literal>) => string;
  readonly int64: (isField: boolean) => Code;
  readonly array: (items: string) => string;
  readonly record: (values: string) => string;
  readonly anyObject: string;
  readonly object: (members: ReadonlyArray<Member>, isField: boolean) => string;
  readonly union: (members: ReadonlyArray<string>) => string;
  readonly intersection: (members: ReadonlyArray<string>) => string;
  readonly optional: (code: string) => string;
  readonly optionalType: (type: string) => string;
  /** The codec of a name, and its type. */
  readonly definition: (name: string, code: string, isRecursive: boolean) => readonly [type: string, code: string];
}

const membersText = (members: ReadonlyArray<Member>, codeOf: (member: Member) => string): string =>
  nestedText(
    '{',
    members.map((member) => `${keyText(member.name)}: ${codeOf(member)}`),
    '}',
  );

const numberOrBigint = 'number | bigint';

const nested = (members: ReadonlyArray<string>): string =>
  members.length > 5
    ? nested([`t.intersection(${listText(members.slice(0, 5))})`, ...members.slice(5)])
    : `t.intersection(${listText(members)})`;

const ioTs: Flavour = {
  module: "import * as t from 'io-ts';",
  scalar: (type) => `t.${type}`,
  literals: (values) => {
    const each = values.map((value) => `t.literal(${literalText(value)})`);
    return each.length === 1 ? each.join('') : `t.union(${listText(each)})`;
  },
  int64: (isField) =>
    isField ? { code: 't.union([t.number, t.bigint])', type: numberOrBigint } : { code: 'Int64', type: 'bigint' },
  array: (items) => `t.array(${items})`,
  record: (values) => `t.record(t.string, ${values})`,
  anyObject: 't.UnknownRecord',
  object: (members) => {
    const [required, optional] = [false, true].map((isOptional) =>
      members.filter((one) => one.isOptional === isOptional),
    );
    const parts = [
      ...(required?.length ? [`t.type(${membersText(required, ({ code }) => code)})`] : []),
      ...(optional?.length ? [`t.partial(${membersText(optional, ({ code }) => code)})`] : []),
    ];
    return parts.length === 1 ? parts.join('') : nested(parts);
  },
  union: (members) => `t.union(${listText(members)})`,
  intersection: nested,
  optional: (code) => `t.union([${code}, t.undefined])`,
  optionalType: (type) => type,
  definition: (name, code, isRecursive) => {
    // A codec without a name makes one of all names of its parts: in a chain of intersections they double until no string holds them.
    const named = code.replace(/\)$/, () => `, ${literalText(name)})`);
    return [`t.Type<${name}, unknown>`, isRecursive ? `t.recursion(${literalText(name)}, () => ${named})` : named];
  },
};

const zod: Flavour = {
  module: "import * as z from 'zod';",
  scalar: (type) => `z.${type}()`,
  literals: (values) => `z.literal(${listText(values.map(literalText))})`,
  int64: () => ({ code: 'z.union([z.number(), z.bigint()])', type: numberOrBigint }),
  array: (items) => `z.array(${items})`,
  record: (values) => `z.record(z.string(), ${values})`,
  anyObject: 'z.looseObject({})',
  // A field is sent as it is given: what a schema takes away from it would be refused.
  object: (members, isField) =>
    `z.${isField ? 'looseObject' : 'object'}(${membersText(members, ({ code, isOptional }) => (isOptional ? `${code}.optional()` : code))})`,
  union: (members) => `z.union(${listText(members)})`,
  intersection: ([first = '', ...others]) => others.reduce((all, one) => `z.intersection(${all}, ${one})`, first),
  optional: (code) => `${code}.optional()`,
  optionalType: (type) => `${type} | undefined`,
  definition: (name, code, isRecursive) => [`z.ZodType<${name}>`, isRecursive ? `z.lazy(() => ${code})` : code],
};

export const flavours = { 'io-ts': ioTs, zod };

/** Where a reference stands in a definition: below `allOf` or a union it is a part of the value itself. */
type Position = 'all' | 'union' | 'inner';

interface Folding {
  /** What a reference is printed as; undefined where it would lead to itself. */
  readonly refer: (ref: string, position: Position) => string | undefined;
  readonly isField: boolean;
  /** How many schemas may still be looked at. */
  room: number;
}

const maxDepth = 50;
const isLiteral = (value: unknown): value is Literal => ['string', 'number', 'boolean'].includes(typeof value);

export const folding = ({ follow }: Api, flavour: Flavour) => {
  const unknown: Code = { code: flavour.scalar('unknown'), type: 'unknown' };
  const ofNull: Code = { code: flavour.scalar('null'), type: 'null' };
  const anyObject: Code = { code: flavour.anyObject, type: '{ [key: string]: unknown }' };

  const unionOf = (members: ReadonlyArray<Code>): Code => {
    const each = [...new Map(members.map((one) => [one.code, one])).values()];
    const [only] = each;
    if (only === undefined || each.some(({ type }) => type === 'unknown')) return unknown;
    // Objects come last: otherwise io-ts looks for tags in them, and fails at names that every object inherits.
    const sorted = [...each.filter((one) => isScalar(one)), ...each.filter((one) => !isScalar(one))];
    const codes = sorted.map(({ code }) => code);
    return each.length === 1 ? only : { code: flavour.union(codes), type: sorted.map(({ type }) => type).join(' | ') };
  };
  const isScalar = ({ type }: Code): boolean => /^(string|number|boolean|null|bigint|'|true|false|-?\d)/.test(type);

  const literals = (values: ReadonlyArray<unknown>): ReadonlyArray<Code> => {
    const scalars = [...new Set(values.filter(isLiteral))];
    const isNull = values.includes(null);
    if (scalars.length + Number(isNull) < new Set(values).size) return [unknown];
    const type = scalars.map(literalText).join(' | ');
    return [...(scalars.length > 0 ? [{ code: flavour.literals(scalars), type }] : []), ...(isNull ? [ofNull] : [])];
  };

  const fold = (schema: unknown, depth: number, position: Position, how: Folding): Code | undefined => {
    how.room -= 1;
    if (!isObject(schema) || depth > maxDepth || how.room < 0) return unknown;
    const inner = (one: unknown): Code => fold(one, depth + 1, 'inner', how) ?? unknown;

    const objectOfProperties = (words: Json): Code => {
      const required = new Set(listOf(words.required));
      const hidden = how.isField ? 'readOnly' : 'writeOnly';
      const members = Object.entries(objectOf(words.properties))
        .map(([name, own]): Member & { readonly isHidden: boolean } => ({
          name,
          isOptional: !required.has(name),
          isHidden: objectOf(own)[hidden] === true || follow(own).value?.[hidden] === true,
          ...inner(own),
        }))
        .filter(({ name, isOptional, isHidden }) => !isHidden && isPrintedName(name, isOptional));
      const { additionalProperties: others } = words;
      if (members.length === 0 && isObject(others) && Object.keys(others).length > 0) {
        const values = inner(others);
        return { code: flavour.record(values.code), type: `{ [key: string]: ${values.type} }` };
      }
      if (members.length === 0) return anyObject;
      const types = members.map(({ name, isOptional, type }) =>
        isOptional ? `${keyText(name)}?: ${flavour.optionalType(type)}` : `${keyText(name)}: ${type}`,
      );
      return { code: flavour.object(members, how.isField), type: nestedText('{', types, '}', ';') };
    };

    const ofType = (type: string, words: Json): Code => {
      if (type === 'array') {
        const items = inner(words.items);
        return { code: flavour.array(items.code), type: `Array<${items.type}>` };
      }
      if (type === 'object') return objectOfProperties(words);
      if (type === 'null') return ofNull;
      if (type === 'integer' || type === 'number') {
        const isLarge = type === 'integer' && words.format === 'int64';
        return isLarge ? flavour.int64(how.isField) : { code: flavour.scalar('number'), type: 'number' };
      }
      return type === 'string' || type === 'boolean' ? { code: flavour.scalar(type), type } : unknown;
    };

    /** What the keywords of a schema say beside `allOf` and its alternatives. */
    const ownOf = (words: Json): ReadonlyArray<Code> => {
      const types = typesOf(words);
      const values = Array.isArray(words.enum) ? words.enum : 'const' in words ? [words.const] : undefined;
      const isEmptyObject =
        types.join() === 'object' && !isObject(words.properties) && !isObject(words.additionalProperties);
      if (isEmptyObject && (listOf(words.allOf).length > 0 || alternativesOf(words).length > 0)) return [];
      const ofTypes = types.map((type) => ofType(type, words));
      if (values === undefined || values.length === 0) return ofTypes.length === 0 ? [] : [unionOf(ofTypes)];
      // Some documents contradict themselves: then both may come.
      const isKind = (value: unknown): boolean =>
        types.length === 0 ||
        value === null ||
        types.some((type) => (type === 'integer' ? 'number' : type) === typeof value);
      return [unionOf([...literals(values), ...(values.every(isKind) ? [] : ofTypes)])];
    };

    const whole = (words: Json): Code | undefined => {
      const all = listOf(words.allOf).map((one) => fold(one, depth + 1, position === 'inner' ? 'inner' : 'all', how));
      const others = alternativesOf(words);
      const either = others.flatMap((one) => fold(one, depth + 1, position, how) ?? []);
      const parts = [...ownOf(words), ...all, ...(either.length > 0 ? [unionOf(either)] : [])];
      const each = new Map(
        parts.flatMap((one) => (one === undefined || one.type === 'unknown' ? [] : [[one.code, one]])),
      );
      const [only] = each.values();
      if (only === undefined) return parts.length > 0 && parts.every((one) => one === undefined) ? undefined : unknown;
      if (each.size === 1) return only;
      const type = [...each.values()].map((one) => (one.type.includes('|') ? `(${one.type})` : one.type)).join(' & ');
      return { code: flavour.intersection([...each.keys()]), type };
    };

    const isNullable =
      schema.nullable === true ||
      schema['x-nullable'] === true ||
      [...listOf(schema.oneOf), ...listOf(schema.anyOf)].some((one) => objectOf(one).type === 'null');
    const { ref, value } = follow(schema);
    if (typeof schema.$ref !== 'string') {
      const made = whole(schema);
      return isNullable && made !== undefined ? unionOf([made, ofNull]) : made;
    }
    if (ref === undefined || value === undefined) return unknown;
    if (how.isField) return depth > 3 ? unknown : fold(value, depth + 1, position, how);
    const name = how.refer(ref, position);
    const made = name === undefined ? undefined : { code: name, type: name };
    return isNullable && made !== undefined ? unionOf([made, ofNull]) : made;
  };
  return fold;
};

/** A field of a request. It has no name of its own: what is large in it is not looked into. */
export const fieldCode = (api: Api, flavour: Flavour, schema: unknown): string =>
  folding(api, flavour)(schema, 0, 'inner', { isField: true, room: 300, refer: () => undefined })?.code ??
  flavour.scalar('unknown');

export interface Definition extends Code {
  readonly ref: string;
  readonly isRecursive: boolean;
}

/** The definitions that these schemas need, each behind those that it needs itself, unless they need each other. */
export const definitionsOf = (
  api: Api,
  flavour: Flavour,
  roots: ReadonlyMap<string, unknown>,
  nameAll: (refs: ReadonlyArray<string>) => ReadonlyMap<string, string>,
): ReadonlyArray<Definition> => {
  const fold = folding(api, flavour);
  const schemas = new Map(roots);
  const edges = new Map<string, Map<string, Set<Position>>>();
  // A map can be added to while it is looked through.
  for (const [ref, schema] of schemas) {
    const own = new Map<string, Set<Position>>();
    edges.set(ref, own);
    const refer = (to: string, position: Position): string => {
      own.set(to, (own.get(to) ?? new Set()).add(position));
      if (!schemas.has(to)) schemas.set(to, api.follow({ $ref: to }).value);
      return to;
    };
    fold(schema, 0, 'union', { isField: false, room: Infinity, refer });
  }
  const groupsBy = (isWanted: (positions: Set<Position>) => boolean): ReadonlyMap<string, number> => {
    const to = (ref: string) => [...(edges.get(ref) ?? [])].flatMap(([one, how]) => (isWanted(how) ? [one] : []));
    const groups = componentsOf(schemas.keys(), to);
    return new Map(groups.flatMap((group, index) => group.map((ref) => [ref, index] as const)));
  };
  const direct = groupsBy((positions) => positions.has('all') || positions.has('union'));
  const unions = groupsBy((positions) => positions.has('union'));
  const isCut = (from: string, to: string, position: Position): boolean => {
    const groups = { all: direct, union: unions, inner: undefined }[position];
    return groups !== undefined && groups.get(from) === groups.get(to);
  };
  const names = nameAll([...schemas.keys()]);
  const kept = (ref: string): ReadonlyArray<string> =>
    [...(edges.get(ref) ?? [])].flatMap(([to, how]) => ([...how].some((one) => !isCut(ref, to, one)) ? [to] : []));
  return componentsOf(schemas.keys(), kept).flatMap((group) =>
    group.map((ref) => {
      const refer = (to: string, position: Position): string | undefined =>
        isCut(ref, to, position) ? undefined : names.get(to);
      const made = fold(schemas.get(ref), 0, 'union', { isField: false, room: Infinity, refer });
      const isRecursive = group.length > 1 || kept(ref).includes(ref);
      return { ref, isRecursive, code: flavour.scalar('unknown'), type: 'unknown', ...made };
    }),
  );
};
