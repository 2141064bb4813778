import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { dirname } from 'node:path';
import type { Key, Version } from '../../index';
import { readPrivateFile, replacePrivateFile, syncDirectory } from '../outputs/privateFile';
import { differences, type Request } from '../resume/Bookmark';
import { type Complaint, misuse, reasonOf } from '../terminal/Complaint';

/** What the last whole run knew of every object, and of which request. */
interface Known {
  readonly request: Request;
  readonly versions: ReadonlyMap<Key, Version>;
}

const format = 1;

const Head = t.type({ changes: t.literal(format), request: t.UnknownRecord });
const Pairs = t.array(t.tuple([t.union([t.string, t.number, t.boolean]), t.union([t.string, t.number])]));

const digestLine = (text: string | Buffer): string =>
  `${JSON.stringify({ digest: createHash('sha256').update(text).digest('hex') })}\n`;

/** One line about the request, one for each object, and one that says whether all are there. */
const writeKnown = ({ request, versions }: Known): string => {
  const lines = [{ changes: format, request }, ...versions].map((line) => `${JSON.stringify(line)}\n`);
  const text = lines.join('');
  return text + digestLine(text);
};

const parse = (text: string): O.Option<ReadonlyArray<unknown>> =>
  O.tryCatch(() => text.split('\n').map((line): unknown => JSON.parse(line)));

/** Reads it back, or says what is wrong with it: only the very bytes that were written are taken. */
export const readKnown = (bytes: Buffer): E.Either<string, Known> => {
  if (bytes.length === 0) return E.left('it is empty');
  const end = bytes.lastIndexOf('\n', -2);
  const text = bytes.subarray(0, end + 1);
  const isWhole = end > 0 && Buffer.from(digestLine(text)).equals(bytes.subarray(end + 1));
  const lines = isWhole ? parse(text.toString().trimEnd()) : O.none;
  if (O.isNone(lines)) return E.left('it is damaged, or was not written by --changes');
  const [head, ...pairs] = lines.value;
  if (!Head.is(head) || !Pairs.is(pairs)) return E.left('it was written by another version of this program');
  return E.right({ request: head.request, versions: new Map(pairs) });
};

/** What is known of a request, nothing at its first run; what is known of another one says nothing about this one. */
export const findKnown = (file: string, request: Request): E.Either<Complaint, ReadonlyMap<Key, Version>> =>
  fs.existsSync(file)
    ? pipe(
        readPrivateFile(file),
        E.chain(readKnown),
        E.mapLeft(
          (problem) =>
            `cannot tell changes since ${file}: ${problem}. ` +
            `Name another file by --changes, or remove it to be told everything as added`,
        ),
        E.filterOrElse(
          (known) => differences(known.request, request).length === 0,
          (known) =>
            `${file} is of another request: ${differences(known.request, request).join('; ')}. ` +
            `Name another file by --changes: everything would be told as removed`,
        ),
        E.bimap(misuse, ({ versions }) => versions),
      )
    : E.right(new Map());

/** Replaces what is known, as a whole; a Left says why it could not be. */
export const keepKnown = (file: string, known: Known): E.Either<string, string> => {
  try {
    replacePrivateFile(file, writeKnown(known));
    syncDirectory(dirname(file));
    return E.right('');
  } catch (error) {
    return E.left(`cannot write ${file}: ${reasonOf(error)}; the same changes will be told again`);
  }
};
