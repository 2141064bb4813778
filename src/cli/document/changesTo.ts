import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { createHash } from 'node:crypto';
import { Subject } from 'rxjs';
import { changesSince, type InvalidObject, type Key, type Version } from '../../index';
import { parseExact } from '../../model/json/parseExact';
import { writeExact } from '../../model/json/writeExact';
import { type AnyRecord, keyOf, namedProperties } from '../formats/Format';
import type { FormatFlags } from '../formats/formats';
import { recordDigest } from '../formats/recordDigest';
import { type Checked, misuse, reasonOf } from '../terminal/Complaint';
import type { ChangeKind } from '../walk/progress';
import type { Entry, Keys } from './Keys';
import { keep, type Kind, readKept, type Request } from './keptFile';

interface Known {
  readonly request: Request;
  readonly versions: ReadonlyMap<Key, Version>;
}

/** The versions of 1 were numbers that an object's author could make collide. */
const version = 2;

const Head = t.type({ changes: t.literal(version), request: t.UnknownRecord });
const Pairs = t.array(t.tuple([t.union([t.string, t.number, t.bigint, t.boolean]), t.string]));

const digestLine = (text: Buffer | string): string =>
  `${JSON.stringify({ digest: createHash('sha256').update(text).digest('hex') })}\n`;

/** One line about the request, one for each object, and one that says whether all are there. */
const textOf = ({ request, versions }: Known): string => {
  const text = [{ changes: version, request }, ...versions]
    .map((line) => `${writeExact(line)}\n`)
    .join('');
  return text + digestLine(text);
};

/** Reads it back, or says what is wrong with it: only the very bytes that were written are taken. */
export const readKnown = (bytes: Buffer): E.Either<string, Known> => {
  if (bytes.length === 0) return E.left('it is empty');
  const end = bytes.lastIndexOf('\n', -2);
  const text = bytes.subarray(0, end + 1);
  const isIntact = end > 0 && Buffer.from(digestLine(text)).equals(bytes.subarray(end + 1));
  const lines = isIntact
    ? O.tryCatch(() => text.toString().trimEnd().split('\n').map(parseExact))
    : O.none;
  if (O.isNone(lines)) return E.left('it is damaged, or was not written by --changes');
  const [head, ...pairs] = lines.value;
  if (!Head.is(head) || !Pairs.is(pairs))
    return E.left('it was written by another version of this program');
  return E.right({ request: head.request, versions: new Map(pairs) });
};

/** A change as a record that any format writes. Csv has a column for what happened beside those of the properties. */
const recordOf = ({ format, bare = false }: FormatFlags, name: string) => {
  const inColumns = (
    change: ChangeKind,
    key: Key,
    { properties: given, ...others }: AnyRecord,
  ): AnyRecord => {
    const properties = namedProperties({ properties: given });
    return {
      ...others,
      // A property of that name gives way, and is reported among what csv could not hold.
      ...(Object.hasOwn(properties, 'change') && { 'properties.change': properties.change }),
      // Object.fromEntries makes a property of any name, `__proto__` too.
      properties: Object.fromEntries([
        ['change', change],
        ...Object.entries({ ...properties, [name]: key }).filter(
          ([property]) => property !== 'change',
        ),
      ]),
    };
  };
  const whole = (change: ChangeKind, key: Key, record?: AnyRecord): AnyRecord => {
    const line = { change, key, ...(record && { record: bare ? record.properties : record }) };
    return bare ? { properties: line } : (line as unknown as AnyRecord);
  };
  return (change: ChangeKind, key: Key, record?: AnyRecord): AnyRecord =>
    format === 'csv'
      ? inColumns(change, key, record ?? { properties: {} })
      : whole(change, key, record);
};

const kindOf = { Added: 'added', Changed: 'changed', Removed: 'removed' } as const;

const kind: Kind<Known> = {
  read: readKnown,
  purpose: 'tell changes since',
  advice: 'Name another file with --changes, or remove it to see everything as added',
  otherAdvice: () => 'Name another file with --changes: everything would look removed',
};

/** Compares objects with what is known by `changesSince`, one at a time, and gives what happened to each at once. */
export const changesTo = async (
  file: string,
  name: string,
  flags: FormatFlags,
  request: Request,
): Promise<Checked<Keys>> => {
  const before = await readKept(file, request, kind).catch((error: unknown) =>
    E.left(misuse(`cannot read ${file}: ${reasonOf(error)}`)),
  );
  if (E.isLeft(before)) return before;
  const known = O.isSome(before.right) ? before.right.value.versions : new Map<Key, Version>();
  const versions = new Map(known);
  const line = recordOf(flags, name);
  const walk = new Subject<E.Either<InvalidObject, AnyRecord>>();
  let found: Array<Entry> = [];

  const key = (record: AnyRecord): Key => O.getOrElse((): Key => '')(keyOf(record, name));
  walk.pipe(changesSince(known, { key, version: recordDigest })).subscribe((change) => {
    if (E.isLeft(change)) return;
    const { right } = change;
    if (right._tag === 'Removed') versions.delete(right.key);
    else versions.set(right.key, right.version);
    const kind = kindOf[right._tag];
    const record = line(kind, right.key, right._tag === 'Removed' ? undefined : right.record);
    found.push({ novelty: 'new', record, kind });
  });

  const entriesOf = (act: () => void): ReadonlyArray<Entry> => {
    found = [];
    act();
    return found;
  };

  return E.right({
    name,
    note: (record) =>
      pipe(
        keyOf(record, name),
        O.map(
          () => entriesOf(() => walk.next(E.right(record)))[0] ?? { novelty: 'written', record },
        ),
      ),
    recall: () => Promise.resolve(),
    repeated: () => 0,
    changes: {
      file,
      miss: (object) => walk.next(E.left(object)),
      removals: () => entriesOf(() => walk.complete()),
      keep: () =>
        keep(file, textOf({ request, versions })).then(
          () => E.right(''),
          (error: unknown) =>
            E.left(
              `cannot write ${file}: ${reasonOf(error)}; the same changes will be written again`,
            ),
        ),
    },
  });
};
