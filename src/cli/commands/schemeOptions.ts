import { type Command, Option } from 'commander';
import { isAddress } from '../anyApi/address';
import { pathIn } from '../anyApi/firstResponse';
import type { Written } from '../anyApi/SchemeFlags';
import { refuse, wholeNumber } from './options';
import { isHeader } from '../../model/http';
import type { Slot } from '../../model/paging/draft';
import type { Source } from '../../model/paging/sources';
import { at, body, header, link, linkIn, orElse, orEmpty, query, valuesOf } from '../../paging';

const pathHint =
  'Write a path as names with dots between them (data.items), or as a JSON Pointer (/data/items).';

/**
 * A path as it is written on a command line: names with dots between them, a JSON Pointer (RFC 6901) where a name has a dot
 * itself, or a dot alone for the whole body.
 */
export const readPath = (text: string): ReadonlyArray<string> => {
  const isPointer = text.startsWith('/');
  if (!isPointer && text !== '.' && text.split('.').includes('')) return refuse(pathHint);
  if (isPointer && /~(?![01])/.test(text))
    return refuse('In a JSON Pointer, ~ is written ~0 and / is written ~1.');
  return pathIn(text);
};

const readHeader = (name: string): ReturnType<typeof header> =>
  isHeader([name, ''])
    ? header(name)
    : refuse('The name of a header follows header:, such as header:x-next-page.');

/** A link in a list of links: the path of the list, what its relation is called and is, and what the link is called. */
const inLinks = /^(.+)\[([^\]=]+)=([^\]]+)\]\.([^.]+)$/;

/** Where something is in a response: `PATH`, `PATH[rel=next].href`, `header:NAME` or `link:REL`. */
export const readSource = (text: string): Source => {
  const [, word, rest = text] = /^(header|link):(.*)$/s.exec(text) ?? [];
  if (word === 'header') return readHeader(rest);
  if (word === 'link')
    return rest === '' ? refuse('The relation follows link:, such as link:next.') : link(rest);
  const [, list, rel, is, href] = inLinks.exec(text) ?? [];
  return list === undefined
    ? at(...readPath(text))
    : linkIn(at(...readPath(list)), { rel, is, href });
};

/** The same with a `?` behind it, if it may be absent: then it is `value`. */
const readOr =
  (value: boolean | number | null) =>
  (text: string): Source =>
    text.endsWith('?') ? orElse(readSource(text.slice(0, -1)), value) : readSource(text);

/** Where the items of a page are: a source, or a path with `.*` behind it for the values of an object. */
const readItems = (text: string): Source => {
  if (text.endsWith('?')) return orEmpty(readItems(text.slice(0, -1)));
  return text.endsWith('.*') ? valuesOf(readSource(text.slice(0, -2))) : readSource(text);
};

/** Where something goes in a request: `NAME` for the query string, `header:NAME`, `body:PATH`, or `*` for each field. */
const readSlot = (text: string): Slot => {
  const [, word, rest = text] = /^(header|body|query):(.*)$/s.exec(text) ?? [];
  if (word === 'header') return readHeader(rest);
  if (word === 'body')
    return rest === '*' ? body() : rest === '.' ? refuse(pathHint) : body(...readPath(rest));
  if (rest === '') return refuse('Name a parameter of the query string, header:NAME or body:PATH.');
  return word === 'query' && rest === '*' ? query() : query(rest);
};

const readStatuses = (text: string): ReadonlyArray<number> =>
  /^[345]\d\d(,[345]\d\d)*$/.test(text)
    ? text.split(',').map(Number)
    : refuse('It must be a status such as 404, or several with commas between them.');

/** How many objects a page should have, and where that goes: `SLOT=N`. */
const readPageSize = (text: string): { readonly to: Slot; readonly size: number } => {
  const [, slot = '', digits = ''] = /^(.*)=(\d+)$/s.exec(text) ?? [];
  const size = Number(digits);
  return slot === '' || size < 1 || !Number.isSafeInteger(size)
    ? refuse(
        'It must be where the number goes and the number, such as limit=100 or body:Limit=100.',
      )
    : { to: readSlot(slot), size };
};

/** What of an item is its mark, and where that goes in the next run: `PATH=SLOT`, or `PATH=SLOT=TEMPLATE` with `{}` for the mark. */
const readMark = (text: string): { readonly of: Source; readonly to: Slot } => {
  const [, path = '', name = '', template = '{}'] = /^([^=]+)=([^=]+)(?:=(.+))?$/s.exec(text) ?? [];
  if (name === '' || !template.includes('{}')) {
    return refuse(
      'It must be what an item has and the parameter for it, such as updated_at=since, or with a template: updated_at=updated_at=gte:{}.',
    );
  }
  const to = readSlot(name);
  const write: Slot['write'] = (draft, mark) =>
    to.write(
      draft,
      template.replace('{}', () => String(mark)),
    );
  return { of: readSource(path), to: template === '{}' ? to : { ...to, write } };
};

/** Reads an option, and keeps how it was written. */
export const reading =
  <A>(read: (text: string) => A) =>
  (text: string): Written<A> => ({ text, value: read(text) });

/** The same for an option that may be given several times. */
const readingEach =
  <A>(read: (text: string) => A) =>
  (text: string, before: ReadonlyArray<Written<A>> = []): ReadonlyArray<Written<A>> => [
    ...before,
    reading(read)(text),
  ];

/** Without a source, `--link` takes what stands behind it. */
const readLink: typeof readSource = (text) =>
  isAddress(text)
    ? refuse('Write the URL before --link: --link reads it as the place of the link.')
    : readOr(null)(text);

const basicUser = (text: string): string =>
  /^basic:[^:]+$/.test(text)
    ? text.slice('basic:'.length)
    : refuse('It must be basic:USER. The password is not an argument: others could read it.');

/** What authenticates requests to any API beside tokens and logins, and their other headers. */
export const addHeaderOptions = (command: Command): Command =>
  command
    .option(
      '--auth <basic:user>',
      'send this user, and the password of PAGEWALK_PASSWORD or of a prompt',
      basicUser,
    )
    .option(
      '-H, --header <header>',
      'a header of every request, NAME: VALUE, that is no secret',
      (text: string, before: ReadonlyArray<string> | undefined) => [...(before ?? []), text],
    )
    .option('--headers-file <file>', 'headers of every request, a NAME: VALUE per line');

export const addSchemeOptions = (command: Command): Command =>
  addHeaderOptions(
    command
      .option(
        '--items <path>',
        "where the items of a page are, '.' for the whole body, PATH.* for the values of an object (default: data)",
        reading(readItems),
      )
      .option(
        '--cursor <source>',
        'where a response has the cursor of the next page; needs --to',
        readingEach(readOr(null)),
      )
      .option(
        '--link [source]',
        'where a response links to the next page (default: link:next)',
        reading(readLink),
      )
      .option('--offset <slot>', 'where the number of items to skip goes', reading(readSlot))
      .option('--page <slot>', 'where the number of the page goes', reading(readSlot))
      .option(
        '--last-id <path>',
        'the property of the last item that selects the next page; needs --to',
        reading(readOr(null)),
      )
      .option('--one-page', 'the first response has all items')
      .option(
        '--to <slot>',
        'where the cursor, or the last id, goes in the next request',
        readingEach(readSlot),
      )
      .option(
        '--more <source>',
        'where a response says whether there are more pages',
        reading(readOr(false)),
      )
      .option(
        '--total <source>',
        'with --offset or --page: where a response says how many items there are',
        reading(readOr(null)),
      )
      .option(
        '--last <source>',
        'where a response says whether it is the last page; with --page also: the number of the last page',
        reading(readOr(null)),
      )
      .option(
        '--first <value>',
        'the cursor, the offset or the page that the first request carries',
      )
      .option(
        '--until-empty',
        'with --cursor: every page has a cursor, and the first empty page is the end',
      )
      .option(
        '--past-end <status>',
        'with --offset or --page: the statuses that mean "there is no such page"',
        reading(readStatuses),
      )
      .option('--may-repeat', 'with --offset or --page: two equal pages may follow each other')
      .option('--errors <source>', 'where a 2xx response reports errors', reading(readOr(null)))
      .option(
        '--any-origin',
        'with --link: follow the path and the query of links that name another host',
      )
      .option('--page-size <slot=n>', 'items per page, such as limit=100', reading(readPageSize))
      .option(
        '--ahead <n>',
        'with --offset or --page: pages to request at once, 0 to 32',
        wholeNumber(0, 32),
      )
      .option('--body <json>', 'send POSTs with this body; @FILE reads it from a file')
      .addOption(
        new Option('--method <method>', 'GET, or POST as --body makes it').choices(['GET', 'POST']),
      )
      .option('--form', 'with --body: send it as a form, not as JSON'),
  );

export const addMarkOptions = (command: Command): Command =>
  command
    .option(
      '--mark <path=slot[=template]>',
      'with --out and --resume: each run asks only for what is new since the last one, such as updated_at=since, and ' +
        'adds it to the file',
      reading(readMark),
    )
    .addOption(
      new Option(
        '--ceiling <now>',
        'with --mark: the items need not be sorted; keep no mark above the time of the service',
      ).choices(['now']),
    );

export const schemeHelp = `
A ? behind a SOURCE says that it may be absent: then --items are none, --more is false, and --total and --last are not known.
A SOURCE is a path in the body (data.next, or /data/next where names have dots), a link in a list (links[rel=next].href), header:NAME or link:REL.
A SLOT is a parameter of the query string (cursor), header:NAME, or body:PATH with --body. With query:* or body:*, each field of a cursor goes there under its own name.

One example for each scheme:
  pagewalk walk https://api.example.com/items --items results --link
  pagewalk walk https://api.example.com/items --items items \\
    --cursor next_cursor --to cursor --more has_more
  pagewalk walk https://api.example.com/items --items items \\
    --offset offset --total total --page-size limit=100
  pagewalk walk https://api.example.com/items --items items \\
    --page page --last total_pages
  pagewalk walk https://api.example.com/items --items data \\
    --last-id id --to starting_after --more has_more
  pagewalk walk https://api.example.com/scan --items Items \\
    --body '{"TableName":"t"}' --cursor LastKey --to body:StartKey

Run this every day; each run adds what is new to the file:
  pagewalk walk 'https://api.example.com/items?sort=updated_at' \\
    --items items --link \\
    --mark updated_at=since -o items.ndjson --resume`;

export const walkExamples = `Look at the first response, then walk with the options that were printed:
  pagewalk walk https://api.example.com/items
  pagewalk walk https://api.example.com/items --items . --link -o all.ndjson
`;
