import { writeExact } from '../json/writeExact';
import { fieldType, type FieldTypes } from './fieldType';
import { sentAs } from './named';
import type { ParamWriters, Write } from './Paging';

/** Where the fields of a request stand. */
export type FieldPart = 'query' | 'body';

/** What is not a scalar is JSON. */
const inQuery = (name: string, value: unknown): string => {
  const text = typeof value === 'string' ? value : writeExact(value);
  if (text === undefined || value === null) throw new TypeError();
  return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
};

const inBody = (name: string, value: unknown): string => {
  const json = writeExact(value);
  if (json === undefined) throw new TypeError();
  return `${JSON.stringify(name)}:${json}`;
};

/**
 * Writes one field as the text that stands in the request; throws where there is none. In a query string an array is
 * its items under one name. A field that is undefined is not written.
 */
export const writePart = (part: FieldPart, name: string, value: unknown): string => {
  if (value === undefined) return '';
  if (part === 'body') return inBody(name, value);
  return Array.isArray(value) ? value.map((item) => inQuery(name, item)).join('&') : inQuery(name, value);
};

export const fieldWriter =
  (part: FieldPart, name: string): Write =>
  (draft, value) => {
    const text = writePart(part, name, value);
    if (text) draft[part].set(name, text);
    return text;
  };

/** Where the fields of a request go unless its endpoint says otherwise. */
export const fieldPartOf = (method: string): FieldPart => (method === 'GET' ? 'query' : 'body');

export const fieldParams = (fields: FieldTypes, part: FieldPart): ParamWriters =>
  Object.fromEntries(
    Object.entries(fields).map(([name, type]) => [name, [fieldType(type), fieldWriter(part, sentAs(name, type))]]),
  );
