import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import fs from 'node:fs';
import { dirname } from 'node:path';
import type { Key, Version } from '../../index';
import { type Opened, openWriting, type StreamFlags } from '../document/Writing';
import { lockFiles } from '../outputs/lock';
import { besides, readPrivateFile, replacePrivateFile, syncDirectory } from '../outputs/privateFile';
import { clashOf, namesOf, targetOf } from '../outputs/target';
import type { Request } from '../resume/Bookmark';
import { differences } from '../resume/differences';
import { type Complaint, misuse, reasonOf } from '../terminal/Complaint';
import type { Io } from '../terminal/Io';
import { createChangeBook } from './changeBook';
import { readKnown, writeKnown } from './knownText';

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
const keep = (file: string, request: Request, versions: ReadonlyMap<Key, Version>): E.Either<string, string> => {
  try {
    replacePrivateFile(file, writeKnown({ request, versions }));
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
  let isHeld = false;
  try {
    const known = findKnown(file, request);
    if (E.isLeft(known)) return known;
    const opened = await openWriting(flags, io);
    isHeld = E.isRight(opened);
    return pipe(
      opened,
      E.map((begun): Opened => {
        if (begun._tag === 'Written') return begun;
        const book = createChangeBook(name, format, known.right);
        return {
          _tag: 'Writing',
          writing: {
            ...begun.writing,
            changes: { book, file, keep: () => keep(file, request, book.versions) },
            release: lock.right.release,
          },
        };
      }),
    );
  } catch (error) {
    return E.left(misuse(`cannot read ${changes}: ${reasonOf(error)}`));
  } finally {
    if (!isHeld) lock.right.release();
  }
};
