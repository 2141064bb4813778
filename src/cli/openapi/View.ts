import type { Fields } from '../../model/json/Fields';
import { alternativesOf, listOf, objectOf, type Schema, typesOf } from '../codec/jsonSchema';
import type { Follow } from './follow';

/** What a schema says of a value, with all that `allOf` adds to it. Of several alternatives it says nothing. */
export interface View {
  readonly types: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  readonly items: unknown;
  /** The keywords of the first part that has them. */
  readonly words: Fields;
  /** What it may be, where that is several things. */
  readonly alternatives: ReadonlyArray<unknown>;
  /** Looks at a schema that is in it. */
  readonly inner: ViewOf;
}

export type ViewOf = (schema: unknown) => View;

/** No schema that people write has more parts. */
const maxParts = 1_000;

/** A text of the document, or an empty one. */
export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A schema and all that its `allOf` adds. What has no other alternative is one of these parts. */
const partsOf = (first: Schema, follow: Follow): ReadonlyArray<Schema> => {
  const parts = new Set([first]);
  // What is added to a set while it is looked through is looked at, too.
  for (const part of parts) {
    const either = alternativesOf(part);
    for (const one of [...listOf(part.allOf), ...(either.length === 1 ? either : [])]) {
      const { value } = follow(one);
      if (value !== undefined && parts.size < maxParts) parts.add(value);
    }
  }
  return [...parts];
};

/** What the first part that says something says. */
const firstOfEach = (
  entries: ReadonlyArray<readonly [string, unknown]>,
): ReadonlyMap<string, unknown> => {
  const all = new Map<string, unknown>();
  for (const [name, value] of entries) all.set(name, all.get(name) ?? value);
  return all;
};

const viewOfParts = (parts: ReadonlyArray<Schema>, inner: ViewOf): View => {
  const words = Object.fromEntries(firstOfEach(parts.flatMap((part) => Object.entries(part))));
  return {
    types: new Set(parts.flatMap(typesOf)),
    properties: firstOfEach(
      parts.flatMap(({ properties }) => Object.entries(objectOf(properties))),
    ),
    required: new Set(parts.flatMap(({ required }) => listOf(required).map(String))),
    items: words.items,
    words,
    alternatives: parts.map(alternativesOf).flatMap((one) => (one.length > 1 ? one : [])),
    inner,
  };
};

/** Looks at each schema once. */
export const viewing = (follow: Follow): ViewOf => {
  const known = new WeakMap<object, View>();
  const view: ViewOf = (schema) => {
    const first = follow(schema).value ?? {};
    const made = known.get(first) ?? viewOfParts(partsOf(first, follow), view);
    known.set(first, made);
    return made;
  };
  return view;
};

/** Whether a value may be a text, as far as its schema says: one that says nothing may be anything. */
export const mayBeText = ({ types, alternatives }: View): boolean =>
  types.has('string') || (types.size === 0 && alternatives.length === 0);
