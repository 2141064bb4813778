import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { createHash } from 'node:crypto';
import type { Key, Version } from '../../index';
import type { Request } from '../resume/Bookmark';

/** What the last whole run knew of every object, and of which request. */
export interface Known {
  readonly request: Request;
  readonly versions: ReadonlyMap<Key, Version>;
}

const format = 1;

const Head = t.type({ changes: t.literal(format), request: t.UnknownRecord });
const Pairs = t.array(t.tuple([t.union([t.string, t.number, t.boolean]), t.union([t.string, t.number])]));

const digestLine = (text: string | Buffer): string =>
  `${JSON.stringify({ digest: createHash('sha256').update(text).digest('hex') })}\n`;

/** One line about the request, one for each object, and one that says whether all are there. */
export const writeKnown = ({ request, versions }: Known): string => {
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
