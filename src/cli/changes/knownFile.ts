import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import type { Key, Version } from '../../index';
import { parseExact } from '../../model/json/parseExact';
import { writeExact } from '../../model/json/writeExact';
import { readOwn, replaceLocked, syncDirectory } from '../../node/privateFile';
import { differences, type Request } from '../resume/Bookmark';
import { type Checked, misuse, reasonOf } from '../terminal/Complaint';

interface Known {
  readonly request: Request;
  readonly versions: ReadonlyMap<Key, Version>;
}

/** The versions of 1 were numbers that an object's author could make collide. */
const version = 2;

const Head = t.type({ changes: t.literal(version), request: t.UnknownRecord });
const Pairs = t.array(t.tuple([t.union([t.string, t.number, t.bigint, t.boolean]), t.string]));

const digestLine = (digest: string): string => `${JSON.stringify({ digest })}\n`;

/** One line about the request, one for each object, and one that says whether all are there. */
const linesOf = function* ({ request, versions }: Known): Generator<string> {
  const hash = createHash('sha256');
  for (const line of [{ changes: version, request }, ...versions]) {
    const text = `${writeExact(line)}\n`;
    hash.update(text);
    yield text;
  }
  yield digestLine(hash.digest('hex'));
};

/** Reads it back, or says what is wrong with it: only the very bytes that were written are taken. */
export const readKnown = (bytes: Buffer): E.Either<string, Known> => {
  if (bytes.length === 0) return E.left('it is empty');
  const end = bytes.lastIndexOf('\n', -2);
  const text = bytes.subarray(0, end + 1);
  const digest = createHash('sha256').update(text).digest('hex');
  const isIntact = end > 0 && Buffer.from(digestLine(digest)).equals(bytes.subarray(end + 1));
  const lines = isIntact ? O.tryCatch(() => text.toString().trimEnd().split('\n').map(parseExact)) : O.none;
  if (O.isNone(lines)) return E.left('it is damaged, or was not written by --changes');
  const [head, ...pairs] = lines.value;
  if (!Head.is(head) || !Pairs.is(pairs)) return E.left('it was written by another version of this program');
  return E.right({ request: head.request, versions: new Map(pairs) });
};

/** What is known of a request, nothing at its first run; what is known of another one says nothing about this one. */
export const findKnown = async (file: string, request: Request): Promise<Checked<ReadonlyMap<Key, Version>>> =>
  pipe(
    await readOwn(file, 'to writers'),
    E.chain(O.traverse(E.Applicative)(readKnown)),
    E.mapLeft(
      (problem) =>
        `cannot tell changes since ${file}: ${problem}. ` +
        `Name another file by --changes, or remove it to see everything as added`,
    ),
    E.map(O.getOrElse((): Known => ({ request, versions: new Map() }))),
    E.filterOrElse(
      (known) => differences(known.request, request).length === 0,
      (known) =>
        `${file} is of another request: ${differences(known.request, request).join('; ')}. ` +
        `Name another file by --changes: everything would look removed`,
    ),
    E.bimap(misuse, ({ versions }) => versions),
  );

/** Replaces what is known, as a whole; a Left says why it could not be. */
export const keepKnown = async (file: string, known: Known): Promise<E.Either<string, string>> => {
  try {
    await replaceLocked(file, [...linesOf(known)].join(''));
    await syncDirectory(dirname(file));
    return E.right('');
  } catch (error) {
    return E.left(`cannot write ${file}: ${reasonOf(error)}; the same changes will be written again`);
  }
};
