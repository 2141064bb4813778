import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import { isHeader } from '../../model/http';
import { at, body, header, link, linkIn, query, type Slot, type Source, valuesOf } from '../../paging';

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

/** A link in a list of links: the path of the list, what its relation is called and is, and what the link is called. */
const inLinks = /^(.+)\[([^\]=]+)=([^\]]+)\]\.([^.]+)$/;

/** Where the items of a page are: a source, or a path with `.*` behind it for the values of an object. */
export const readItems = (text: string): E.Either<string, Source> =>
  text.endsWith('.*') ? pipe(readSource(text.slice(0, -2)), E.map(valuesOf)) : readSource(text);

/** Where something is in an answer: `PATH`, `PATH[rel=next].href`, `header:NAME` or `link:REL`. */
export const readSource = (text: string): E.Either<string, Source> => {
  const name = behind('header', text);
  if (name !== undefined) return pipe(headerName(name), E.map(header));
  const relation = behind('link', text);
  if (relation === '') return E.left('The relation follows link:, such as link:next.');
  if (relation !== undefined) return E.right(link(relation));
  const [, list, rel, is, href] = inLinks.exec(text) ?? [];
  if (list !== undefined) {
    return pipe(
      readPath(list),
      E.map((path) => linkIn(at(...path), { rel, is, href })),
    );
  }
  return pipe(
    readPath(text),
    E.map((path) => at(...path)),
  );
};

/** Where something goes in a request: `NAME` for the query string, `header:NAME`, `body:PATH`, or `*` for each field. */
export const readSlot = (text: string): E.Either<string, Slot> => {
  if (text === 'query:*' || text === 'body:*') return E.right(text === 'body:*' ? body() : query());
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

/** Statuses, with commas between them. */
export const readStatuses = (text: string): E.Either<string, ReadonlyArray<number>> =>
  /^[345]\d\d(,[345]\d\d)*$/.test(text)
    ? E.right(text.split(',').map(Number))
    : E.left('It must be a status such as 404, or several with commas between them.');

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
