import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { pipe } from 'fp-ts/function';
import * as t from 'io-ts';
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { Subject } from 'rxjs';
import { changesSince, type InvalidObject, type Key, type Version } from '../../index';
import { besides, readOwn, replaceLocked, syncDirectory } from '../../node/privateFile';
import { type ChangeBook, type ChangeLine, type Opened, openWriting, type StreamFlags } from '../document/Writing';
import { type AnyRecord, keyOf, namedProperties } from '../formats/Format';
import type { FormatFlags } from '../formats/formats';
import { recordDigest } from '../formats/recordDigest';
import { lockFiles } from '../outputs/lock';
import { clashOf, namesOf, secretFiles, targetOf } from '../outputs/target';
import { differences, type Request } from '../resume/Bookmark';
import { type Checked, misuse, reasonOf } from '../terminal/Complaint';
import type { Io } from '../terminal/Io';
import type { ChangeKind } from '../walk/progress';
import { parseExact } from '../../model/json/parseExact';
import { writeExact } from '../../model/json/writeExact';

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
const findKnown = async (file: string, request: Request): Promise<Checked<ReadonlyMap<Key, Version>>> =>
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
const keepKnown = async (file: string, known: Known): Promise<E.Either<string, string>> => {
  try {
    await replaceLocked(file, [...linesOf(known)].join(''));
    await syncDirectory(dirname(file));
    return E.right('');
  } catch (error) {
    return E.left(`cannot write ${file}: ${reasonOf(error)}; the same changes will be written again`);
  }
};

/** A change as a record that any format writes. Csv has a column for what happened beside those of the properties. */
const recordOf = ({ format, bare = false }: FormatFlags, name: string) => {
  const inColumns = (change: ChangeKind, key: Key, { properties: given, ...others }: AnyRecord): AnyRecord => {
    const properties = namedProperties({ properties: given });
    return {
      ...others,
      // A property of that name gives way, and is reported among what csv could not hold.
      ...(Object.hasOwn(properties, 'change') && { 'properties.change': properties.change }),
      // Object.fromEntries makes a property of any name, `__proto__` too.
      properties: Object.fromEntries([
        ['change', change],
        ...Object.entries({ ...properties, [name]: key }).filter(([property]) => property !== 'change'),
      ]),
    };
  };
  const whole = (change: ChangeKind, key: Key, record?: AnyRecord): AnyRecord => {
    const line = { change, key, ...(record && { record: bare ? record.properties : record }) };
    return bare ? { properties: line } : (line as unknown as AnyRecord);
  };
  return (change: ChangeKind, key: Key, record?: AnyRecord): AnyRecord =>
    format === 'csv' ? inColumns(change, key, record ?? { properties: {} }) : whole(change, key, record);
};

const kindOf = { Added: 'added', Changed: 'changed', Removed: 'removed' } as const;

/**
 * Compares objects with what is known by `changesSince`. The document asks for one object at a time, and gets the answer at
 * once: nothing in between waits.
 */
const createChangeBook = (name: string, flags: FormatFlags, known: ReadonlyMap<Key, Version>): ChangeBook => {
  const versions = new Map(known);
  const line = recordOf(flags, name);
  const walk = new Subject<E.Either<InvalidObject, AnyRecord>>();
  let told: Array<ChangeLine> = [];

  walk
    .pipe(
      changesSince(known, {
        key: (record: AnyRecord) =>
          pipe(
            keyOf(record, name),
            O.getOrElse((): Key => ''),
          ),
        version: recordDigest,
      }),
    )
    .subscribe((found) => {
      if (E.isLeft(found)) return;
      const change = found.right;
      if (change._tag === 'Removed') versions.delete(change.key);
      else versions.set(change.key, change.version);
      const kind = kindOf[change._tag];
      told.push({ kind, record: line(kind, change.key, change._tag === 'Removed' ? undefined : change.record) });
    });

  const changesOf = (act: () => void): ReadonlyArray<ChangeLine> => {
    told = [];
    act();
    return told;
  };

  return {
    note: (record) =>
      pipe(
        keyOf(record, name),
        O.map(() => changesOf(() => walk.next(E.right(record)))[0]),
      ),
    miss: (object) => walk.next(E.left(object)),
    removals: () => changesOf(() => walk.complete()),
    versions,
  };
};

const problemOf = ({ key, resume, format }: StreamFlags): string | undefined => {
  if (key === 'change' && format === 'csv') return 'csv already has a column named change: use another --format';
  if (key === undefined) return '--changes needs --key NAME: a property that tells objects apart';
  return resume === undefined ? undefined : '--changes and --resume cannot be used together';
};

export const openChanges = async (
  flags: StreamFlags,
  changes: string,
  asked: Request,
  io: Pick<Io, 'stdout' | 'objects'>,
): Promise<Checked<Opened>> => {
  const { key: name = '', out } = flags;
  const problem = problemOf(flags);
  if (problem !== undefined) return E.left(misuse(problem));
  const target = await targetOf('--changes', changes);
  if (E.isLeft(target)) return target;
  const file = target.right.path;
  const clash = clashOf([
    ['the file of --changes', [file, ...(await namesOf(changes))]],
    ['the .new file of --changes', [besides(file)]],
    ['the file of --out', out === undefined ? [] : await namesOf(out)],
    ...(await secretFiles(flags)),
  ]);
  if (O.isSome(clash)) return E.left(clash.value);
  const lock = pipe(
    lockFiles([file]),
    E.mapLeft(({ message }) => misuse(message)),
  );
  if (E.isLeft(lock)) return lock;
  const request = { ...asked, key: name };
  let isLockPassedOn = false;
  try {
    const known = await findKnown(file, request);
    if (E.isLeft(known)) return known;
    const opened = await openWriting(flags, io);
    isLockPassedOn = E.isRight(opened);
    return pipe(
      opened,
      E.map((begun): Opened => {
        if (begun._tag === 'Written') return begun;
        const book = createChangeBook(name, flags, known.right);
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
