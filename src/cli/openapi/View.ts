import { alternativesOf, listOf, objectOf, typesOf } from '../codec/jsonSchema';
import type { Api, JsonObject } from './Api';

/** What a schema says of a value, with all that `allOf` adds to it. Of several alternatives it says nothing. */
export interface View {
  readonly types: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  readonly items: unknown;
  /** The keywords of the first part that has them. */
  readonly words: JsonObject;
  /** What it may be, where that is several things. */
  readonly alternatives: ReadonlyArray<unknown>;
}

/** No schema that people write has more parts. */
const maxParts = 1_000;

/** A text of the document, or an empty one. */
export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The end of a reference: its file by name, and the path in it. */
export const shownRef = (ref: string): string => ref.replace(/^[^#]*\/|\?[^#]*/g, '').slice(0, 100);

export const viewing = ({ follow }: Api): ((schema: unknown) => View) => {
  const known = new WeakMap<object, View>();
  return (schema) => {
    const first = follow(schema).value ?? {};
    const before = known.get(first);
    if (before !== undefined) return before;
    const types = new Set<string>();
    const required = new Set<string>();
    const properties = new Map<string, unknown>();
    const words: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    const alternatives: Array<unknown> = [];
    const parts = new Set([first]);
    for (const part of parts) {
      for (const type of typesOf(part)) types.add(type);
      for (const name of listOf(part.required)) required.add(String(name));
      for (const [name, inner] of Object.entries(objectOf(part.properties)))
        if (!properties.has(name)) properties.set(name, inner);
      for (const [word, value] of Object.entries(part)) words[word] ??= value;
      const others = alternativesOf(part);
      if (others.length > 1) for (const one of others) alternatives.push(one);
      for (const inner of [...listOf(part.allOf), ...(others.length === 1 ? others : [])]) {
        const { value } = follow(inner);
        if (value !== undefined && parts.size < maxParts) parts.add(value);
      }
    }
    const view: View = { types, properties, required, items: words.items, words, alternatives };
    known.set(first, view);
    return view;
  };
};

/** Whether a value may be a text, as far as its schema says: one that says nothing may be anything. */
export const mayBeText = ({ types, alternatives }: View): boolean =>
  types.has('string') || (types.size === 0 && alternatives.length === 0);
