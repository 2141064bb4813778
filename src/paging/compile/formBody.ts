import { isSome, tryCatch } from 'fp-ts/Option';
import { writePart } from '../../model/endpoints/fields';
import type { Draft } from '../../model/paging/draft';
import { parseExact } from '../../model/json/parseExact';

/** The fields of a body as a form; of a list each item. A form has no null, and such a field is not sent. */
export const formOf = (fields: Draft['body']): string =>
  Array.from(fields.values(), (field) =>
    Object.entries(parseExact(`{${field}}`) as object).map(([name, value]) =>
      writePart('query', name, value ?? undefined),
    ),
  )
    .flat()
    .filter((text) => text !== '')
    .join('&');

export const isForm = (fields: Draft['body']): boolean => isSome(tryCatch(() => formOf(fields)));

export const formContentType = { 'content-type': 'application/x-www-form-urlencoded' };
