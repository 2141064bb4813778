import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { dirname } from 'node:path';
import type { Key, Version } from '../../index';
import { type Opened, openWriting, type StreamFlags } from '../document/Writing';
import { lockFiles } from '../outputs/lock';
import { besides, readPrivateFile, replacePrivateFile, syncDirectory } from '../outputs/privateFile';
import { clashOf, namesOf, targetOf } from '../outputs/target';
import { differences, type Request } from '../resume/Bookmark';
import { type Complaint, misuse, reasonOf } from '../terminal/Complaint';
import type { Io } from '../terminal/Io';
import { createChangeBook } from './changeBook';

/** What the last whole run knew of every object, and of which request. */
interface Known {
  readonly request: Request;
  readonly versions: ReadonlyMap<Key, Version>;
}

const version = 1;

const Head = t.type({ changes: t.literal(version), request: t.UnknownRecord });
const Pairs = t.array(t.tuple([t.union([t.string, t.number, t.boolean]), t.union([t.string, t.number])]));

const digestLine = (text: string | Buffer): string =>
  `${JSON.stringify({ digest: createHash('sha256').update(text).digest('hex') })}\n`;

/** One line about the request, one for each object, and one that says whether all are there. */
const writeKnown = ({ request, versions }: Known): string => {
  const lines = [{ changes: version, request }, ...versions].map((line) => `${JSON.stringify(line)}\n`);
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
const findKnown = (file: string, request: Request): E.Either<Complaint, ReadonlyMap<Key, Version>> =>
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
const keepKnown = (file: string, known: Known): E.Either<string, string> => {
  try {
    replacePrivateFile(file, writeKnown(known));
    syncDirectory(dirname(file));
    return E.right('');
  } catch (error) {
    return E.left(`cannot write ${file}: ${reasonOf(error)}; the same changes will be told again`);
  }
};

const problemOf = ({ key, resume, format }: StreamFlags): string | undefined => {
  if (key === 'change' && format === 'csv') return 'csv has a column change of its own: use another --format';
  if (key === undefined) return '--changes needs --key NAME: a property that tells objects apart';
  return resume === undefined ? undefined : '--changes and --resume cannot be used together';
};

/** Opens a document of the changes since the last whole run, and what that run knew. */
export const openChanges = async (
  flags: StreamFlags,
  changes: string,
  asked: Request,
  io: Pick<Io, 'stdout' | 'objects'>,
): Promise<E.Either<Complaint, Opened>> => {
  const { key: name = '', out, tokenFile, format } = flags;
  const problem = problemOf(flags);
  if (problem !== undefined) return E.left(misuse(problem));
  const target = await targetOf('--changes', changes);
  if (E.isLeft(target)) return target;
  const file = target.right.path;
  const clash = clashOf([
    ['the file of --changes', [file, ...(await namesOf(changes))]],
    ['the .new file of --changes', [besides(file)]],
    ['the file of --out', out === undefined ? [] : await namesOf(out)],
    ['the file of --token-file', tokenFile === undefined ? [] : await namesOf(tokenFile)],
  ]);
  if (O.isSome(clash)) return E.left(clash.value);
  const lock = lockFiles([file]);
  if (E.isLeft(lock)) return lock;
  const request = { ...asked, key: name };
  let isLockPassedOn = false;
  try {
    const known = findKnown(file, request);
    if (E.isLeft(known)) return known;
    const opened = await openWriting(flags, io);
    isLockPassedOn = E.isRight(opened);
    return pipe(
      opened,
      E.map((begun): Opened => {
        if (begun._tag === 'Written') return begun;
        const book = createChangeBook(name, format, known.right);
        return {
          _tag: 'Writing',
          writing: {
            ...begun.writing,
            changes: { book, file, keep: () => keepKnown(file, { request, versions: book.versions }) },
            release: lock.right.release,
          },
        };
      }),
    );
  } catch (error) {
    return E.left(misuse(`cannot read ${changes}: ${reasonOf(error)}`));
  } finally {
    if (!isLockPassedOn) lock.right.release();
  }
};
