import { type Command, InvalidArgumentError } from 'commander';
import * as E from 'fp-ts/Either';
import { isAddress } from '../describe/address';
import { readPageSize, readSlot, readSource } from '../describe/notation';
import type { Written } from '../describe/SchemeFlags';

/** Reads an option, and keeps how it was written. */
const reading =
  <A>(read: (text: string) => E.Either<string, A>) =>
  (text: string): Written<A> => {
    const value = read(text);
    if (E.isLeft(value)) throw new InvalidArgumentError(value.left);
    return { text, value: value.right };
  };

/** The same for an option that may be given several times. */
const readingEach =
  <A>(read: (text: string) => E.Either<string, A>) =>
  (text: string, before: ReadonlyArray<Written<A>> = []): ReadonlyArray<Written<A>> => [...before, reading(read)(text)];

/** Without a source, `--link` takes what stands behind it. */
const readLink: typeof readSource = (text) =>
  isAddress(text) ? E.left('Write the URL before --link: --link reads it as the place of the link.') : readSource(text);

/** The options that say how an API is paged, for commands that take a URL. */
export const addSchemeOptions = (command: Command): Command =>
  command
    .option(
      '--items <path>',
      "where the items of a page are, '.' for the whole body (default: data)",
      reading(readSource),
    )
    .option('--cursor <source>', 'where an answer has the cursor of the next page; needs --to', readingEach(readSource))
    .option('--link [source]', 'where an answer links to the next page (default: link:next)', reading(readLink))
    .option('--offset <slot>', 'where the number of items to skip goes', reading(readSlot))
    .option('--page <slot>', 'where the number of the page goes', reading(readSlot))
    .option('--last-id <path>', 'what of the last item selects the next page; needs --to', reading(readSource))
    .option('--to <slot>', 'where the cursor, or the last id, goes in the next request', readingEach(readSlot))
    .option('--more <source>', 'where an answer says whether there are more pages', reading(readSource))
    .option('--total <source>', 'with --offset: where an answer says how many items there are', reading(readSource))
    .option('--last <source>', 'with --page: where an answer has the number of the last page', reading(readSource))
    .option('--first <value>', 'the cursor, the offset or the page that the first request carries')
    .option('--until-empty', 'with --cursor: every page has a cursor, and the first empty page is the end')
    .option('--any-origin', 'with --link: follow the path and the query of links that name another host')
    .option('--page-size <slot=n>', 'how many items a page is to have, such as limit=100', reading(readPageSize))
    .option('--body <json>', 'send POSTs with this body; @FILE reads it from a file')
    .option('--headers-file <file>', 'headers of every request, one in a line: NAME: VALUE');

/** What the help says of the notation, with one example for each scheme. */
export const schemeHelp = `
A SOURCE is a path in the body (data.next, or /data/next where names have dots), header:NAME or link:REL.
A SLOT is a parameter of the query string (cursor), header:NAME or body:PATH (with --body).

One example for each scheme:
  pagewalk walk https://api.example.com/items --items results --link
  pagewalk walk https://api.example.com/items --items results --link next
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

Without --items and without a scheme, walk looks at the first answer, says what it recognises, and stops.`;
