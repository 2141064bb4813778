import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import { isHeader } from '../../model/http';
import type { Slot } from '../../model/paging/draft';
import type { Source } from '../../model/paging/sources';
import { at, orElse, orEmpty, valuesOf } from '../../paging/slots/at';
import { body } from '../../paging/slots/body';
import { header } from '../../paging/slots/header';
import { link, linkIn } from '../../paging/slots/link';
import { query } from '../../paging/slots/query';
import type { ValueReader } from './Option';

export const wholeNumber =
  (min: number, max = Number.MAX_SAFE_INTEGER): ValueReader<number> =>
  (text) => {
    const number = /^-?\d+$/.test(text) ? Number(text) : NaN;
    const range = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `${min} to ${max}`;
    return number >= min && number <= max
      ? E.right(number)
      : E.left(`must be a whole number, ${range}`);
  };

/** How many requests at once, and in a minute. */
export interface RequestRate {
  readonly concurrent?: number;
  readonly perMinute?: number;
}

/** Reads `CONCURRENT[/PER_MINUTE]`; where only the minute counts, `/PER_MINUTE`. */
export const rateLimit: ValueReader<RequestRate> = (text) => {
  const [, concurrent, perMinute] = /^(\d+)?(?:\/(\d+))?$/.exec(text) ?? [];
  const limits = {
    ...(concurrent && { concurrent: +concurrent }),
    ...(perMinute && { perMinute: +perMinute }),
  };
  const numbers = Object.values(limits);
  return numbers.length > 0 && numbers.every((limit) => limit >= 1 && Number.isSafeInteger(limit))
    ? E.right(limits)
    : E.left('must be CONCURRENT, CONCURRENT/PER_MINUTE or /PER_MINUTE, whole numbers above 0');
};

/** Whether a text looks like the address of something, which is no name of a file and no place in a response. */
export const isAddress = (text: string): boolean => /^https?:/i.test(text);

/** The address of a service, without a slash in the end. No message repeats it: it may hold a password, which has no place there. */
export const baseAddress: ValueReader<string> = (text) => {
  const url = isAddress(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return E.left('must be an address such as https://objects.example.com');
  if (url.username !== '' || url.password !== '') {
    const advice = 'give a token by --token-env or --token-file';
    return E.left(`must hold no user name and no password; ${advice}`);
  }
  return url.search === '' && url.hash === ''
    ? E.right(url.href.replace(/\/$/, ''))
    : E.left('must end with its path: no query string, no fragment');
};

export const fileName: ValueReader<string> = (text) =>
  isAddress(text)
    ? E.left('reads what stands behind it as the name of a file: write the URL before it')
    : E.right(text);

export const propertyName: ValueReader<string> = (text) =>
  text === '' ? E.left('must be the name of a property') : E.right(text);

const pathHint =
  'must be a path: names with dots between them (data.items), or a JSON Pointer (/data/items)';

/**
 * A path as it is written on a command line: names with dots between them, a JSON Pointer (RFC 6901) where a name has a dot
 * itself, or a dot alone for the whole body.
 */
export const pathIn = (text: string): ReadonlyArray<string> => {
  if (!text.startsWith('/')) return text === '.' ? [] : text.split('.');
  const parts = text.slice(1).split('/');
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
};

export const readPath: ValueReader<ReadonlyArray<string>> = (text) => {
  const isPointer = text.startsWith('/');
  if (!isPointer && text !== '.' && text.split('.').includes('')) return E.left(pathHint);
  return isPointer && /~(?![01])/.test(text)
    ? E.left('must be a JSON Pointer, in which ~ is written ~0 and / is written ~1')
    : E.right(pathIn(text));
};

/** Properties by their names, each with its path. */
export const fieldPaths: ValueReader<Readonly<Record<string, ReadonlyArray<string>>>> = (text) =>
  pipe(
    text.split(','),
    E.traverseArray((name) =>
      pipe(
        readPath(name),
        E.map((path) => [name, path] as const),
      ),
    ),
    E.map((fields) => Object.fromEntries(fields)),
  );

const readHeader: ValueReader<Source & Slot> = (name) =>
  isHeader([name, ''])
    ? E.right(header(name))
    : E.left('must have the name of a header behind header:, such as header:x-next-page');

const readPlace: ValueReader<Source> = (text) =>
  pipe(
    readPath(text),
    E.map((path) => at(...path)),
  );

/** A link in a list of links: the path of the list, what its relation is called and is, and what the link is called. */
const inLinks = /^(.+)\[([^\]=]+)=([^\]]+)\]\.([^.]+)$/;

/** Where something is in a response: `PATH`, `PATH[rel=next].href`, `header:NAME` or `link:REL`. */
export const readSource: ValueReader<Source> = (text) => {
  const [, word, rest = text] = /^(header|link):(.*)$/s.exec(text) ?? [];
  if (word === 'header') return readHeader(rest);
  if (word === 'link')
    return rest === ''
      ? E.left('must have a relation behind link:, such as link:next')
      : E.right(link(rest));
  const [, list, rel = '', is = '', href = ''] = inLinks.exec(text) ?? [];
  return list === undefined
    ? readPlace(text)
    : pipe(
        readPlace(list),
        E.map((links) => linkIn(links, { rel, is, href })),
      );
};

/** What may be absent has a `?` behind it. */
const orAbsent = (
  text: string,
  read: ValueReader<Source>,
  without: (source: Source) => Source,
): E.Either<string, Source> =>
  text.endsWith('?') ? pipe(read(text.slice(0, -1)), E.map(without)) : read(text);

/** A source that is `other` where it may be absent, and is. */
export const readOr =
  (other: boolean | number | null): ValueReader<Source> =>
  (text) =>
    orAbsent(text, readSource, (source) => orElse(source, other));

/** Without a source, `--link` takes what stands behind it. */
export const readLink: ValueReader<Source> = (text) =>
  isAddress(text)
    ? E.left('reads what stands behind it as the place of the link: write the URL before it')
    : readOr(null)(text);

/** Where the items of a page are: a source, or a path with `.*` behind it for the values of an object. */
export const readItems: ValueReader<Source> = (text) =>
  orAbsent(
    text,
    (whole) =>
      whole.endsWith('.*')
        ? pipe(readSource(whole.slice(0, -2)), E.map(valuesOf))
        : readSource(whole),
    orEmpty,
  );

const slotHint = 'must be a parameter of the query string, header:NAME or body:PATH';

/** Where something goes in a request: `NAME` for the query string, `header:NAME`, `body:PATH`, or `*` for each field. */
export const readSlot: ValueReader<Slot> = (text) => {
  const [, word, rest = text] = /^(header|body|query):(.*)$/s.exec(text) ?? [];
  if (word === 'header') return readHeader(rest);
  if (word === 'body' && rest === '*') return E.right(body());
  if (word === 'body')
    return rest === '.'
      ? E.left(pathHint)
      : pipe(
          readPath(rest),
          E.map((path) => body(...path)),
        );
  if (rest === '') return E.left(slotHint);
  return E.right(word === 'query' && rest === '*' ? query() : query(rest));
};

export const readStatuses: ValueReader<ReadonlyArray<number>> = (text) =>
  /^[345]\d\d(,[345]\d\d)*$/.test(text)
    ? E.right(text.split(',').map(Number))
    : E.left('must be a status such as 404, or several with commas between them');

/** How many objects a page should have, and where that goes: `SLOT=N`. */
export const readPageSize: ValueReader<{ readonly to: Slot; readonly size: number }> = (text) => {
  const [, slot = '', digits = ''] = /^(.*)=(\d+)$/s.exec(text) ?? [];
  const size = Number(digits);
  return slot === '' || size < 1 || !Number.isSafeInteger(size)
    ? E.left('must be where the number goes and the number, such as limit=100 or body:Limit=100')
    : pipe(
        readSlot(slot),
        E.map((to) => ({ to, size })),
      );
};

/** What an item has as its mark, and how a request asks for what is new. */
export interface Marking {
  readonly of: Source;
  /** As it was written, and how people write what an item has. */
  readonly text: string;
  readonly path: string;
  /** Where the mark goes. Without it the service lists what is newest first, and a run ends where it comes to what is known. */
  readonly asking?: { readonly to: Slot; readonly words: (mark: string) => string };
}

const askingBy = (
  name: string,
  template: string,
): E.Either<string, NonNullable<Marking['asking']>> => {
  const filled = (mark: unknown): string => template.replace('{}', () => String(mark));
  return pipe(
    readSlot(name),
    E.map((slot) => ({
      to:
        template === '{}'
          ? slot
          : { ...slot, write: (draft, mark) => slot.write(draft, filled(mark)) },
      words: (mark) => `${name}=${filled(mark)}`,
    })),
  );
};

/** What of an item is its mark, and where that goes in the next run: `PATH`, `PATH=SLOT`, or `PATH=SLOT=TEMPLATE` with `{}` for the mark. */
export const readMark: ValueReader<Marking> = (text) => {
  const [path = '', name, ...rest] = text.split('=');
  const template = rest.length === 0 ? '{}' : rest.join('=');
  if (path === '' || name === '' || !template.includes('{}')) {
    return E.left(
      'must be what an item has and the parameter for it, such as updated_at=since, or with a template: updated_at=updated_at=gte:{}; ' +
        'or what an item has alone, where the newest items come first',
    );
  }
  return pipe(
    readSource(path),
    E.chain((of) =>
      name === undefined
        ? E.right({ of, text, path })
        : pipe(
            askingBy(name, template),
            E.map((asking): Marking => ({ of, text, path, asking })),
          ),
    ),
  );
};

export const basicUser: ValueReader<string> = (text) =>
  /^basic:[^:]+$/.test(text)
    ? E.right(text.slice('basic:'.length))
    : E.left('must be basic:USER. The password is not an argument: others could read it');
