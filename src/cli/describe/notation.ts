import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import { isHeader } from '../../model/http';
import { at, body, header, link, query, type Slot, type Source } from '../../paging';

type Path = ReadonlyArray<string>;

const pathHint = 'Write a path as names with dots between them (data.items), or as a JSON Pointer (/data/items).';

/**
 * A path as it is written on a command line: names with dots between them, a JSON Pointer (RFC 6901) where a name has a dot
 * itself, or a dot alone for the whole body.
 */
export const readPath = (text: string): E.Either<string, Path> => {
  if (text === '.') return E.right([]);
  if (text.startsWith('/')) {
    const parts = text.slice(1).split('/');
    return parts.some((part) => /~(?![01])/.test(part))
      ? E.left('In a JSON Pointer, ~ is written ~0 and / is written ~1.')
      : E.right(parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')));
  }
  const names = text.split('.');
  return names.includes('') ? E.left(pathHint) : E.right(names);
};

const nonEmptyPath = (text: string): E.Either<string, Path> =>
  pipe(
    readPath(text),
    E.filterOrElse(
      ({ length }) => length > 0,
      () => pathHint,
    ),
  );

const headerName = (name: string): E.Either<string, string> =>
  isHeader([name, '']) ? E.right(name) : E.left('The name of a header follows header:, such as header:x-next-page.');

/** What stands behind a word and a colon, if a text begins with them. */
const behind = (word: string, text: string): string | undefined =>
  text.startsWith(`${word}:`) ? text.slice(word.length + 1) : undefined;

/** Where something is in an answer: `PATH`, `header:NAME` or `link:REL`. */
export const readSource = (text: string): E.Either<string, Source> => {
  const name = behind('header', text);
  if (name !== undefined) return pipe(headerName(name), E.map(header));
  const relation = behind('link', text);
  if (relation === '') return E.left('The relation follows link:, such as link:next.');
  if (relation !== undefined) return E.right(link(relation));
  return pipe(
    readPath(text),
    E.map((path) => at(...path)),
  );
};

/** Where something goes in a request: `NAME` for the query string, `header:NAME`, or `body:PATH`. */
export const readSlot = (text: string): E.Either<string, Slot> => {
  const name = behind('header', text);
  if (name !== undefined) return pipe(headerName(name), E.map(header));
  const path = behind('body', text);
  if (path !== undefined) {
    return pipe(
      nonEmptyPath(path),
      E.map((names) => body(...names)),
    );
  }
  const parameter = behind('query', text) ?? text;
  return parameter === ''
    ? E.left('Name a parameter of the query string, header:NAME or body:PATH.')
    : E.right(query(parameter));
};

/** How many objects a page is to have, and where that goes: `SLOT=N`. */
export const readPageSize = (text: string): E.Either<string, { readonly to: Slot; readonly size: number }> => {
  const [, slot = '', digits = ''] = /^(.*)=(\d+)$/s.exec(text) ?? [];
  const size = Number(digits);
  if (slot === '' || size < 1 || !Number.isSafeInteger(size)) {
    return E.left('It must be where the number goes and the number, such as limit=100 or body:Limit=100.');
  }
  return pipe(
    readSlot(slot),
    E.map((to) => ({ to, size })),
  );
};
