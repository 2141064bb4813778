import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import { rename } from 'node:fs/promises';
import { writeThenName } from '../../node/privateFile';
import type { LookFlags } from '../look/lookCommand';
import { conclude } from '../sinks/partFile';
import { printText } from '../sinks/printText';
import { type Files, filesOf } from '../sinks/target';
import type { ServiceConnection } from '../connection/connect';
import { complain, failure, misuse, reasonOf, say } from '../terminal/Complaint';
import { done, type ExitCode, failed, type Io } from '../terminal/Io';
import { counted, shellWord } from '../terminal/text';
import { exitCodeOf } from '../endings/endings';
import type { StreamEnd } from '../endings/StreamEnd';
import { ioTs, zod } from '../codec/flavours';
import { type Api, readApi } from './Api';
import { listingOf, type ListPaging } from './listing';
import { type FieldRoom, requestOf } from './fields';
import { maxModule, moduleTooLarge } from './definitions';
import { type Described, moduleOf } from './module';
import { type Operation, operationName, operationsOf } from './operations';
import { tryOut } from './tryOut';

export interface DescribeFlags extends LookFlags {
  readonly only?: ReadonlyArray<string>;
  readonly as: keyof typeof flavours;
  readonly try?: string;
  readonly server?: string;
  readonly onePage?: boolean;
  readonly out?: string;
}

const flavours = { 'io-ts': ioTs('t', 'Int64'), zod: zod('z') };

/** Whether a pattern such as `GET /v1/*` is meant for an operation; without a method it is meant for both. */
const isMeant = (pattern: string, operation: Operation): boolean => {
  const whole = /^\w+ /.test(pattern) ? pattern.replace(/ +/, ' ') : `* ${pattern}`;
  const parts = whole.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'is').test(operationName(operation));
};

/** Prints the module, or replaces the file that is named as a whole. */
const write = (text: string, { out }: Files, io: Io): Promise<ExitCode> =>
  out === undefined
    ? printText('the module', text, io, io.objects)
    : writeThenName(out.path, text, rename)
        .then(() => conclude(out))
        .then(
          () => done,
          (error: unknown) => complain(io, failure(`cannot write ${out.path}: ${reasonOf(error)}`)),
        );

const sayUnread = ({ unread }: Api, io: Io): void => {
  const [first] = unread;
  if (first === undefined) return;
  const files = `${counted(unread.length, 'file')} cannot be read, such as ${shellWord(first)}`;
  say(io, `${files}: what the document refers to there is unknown`);
};

/** A document that is described, and how. */
interface Describing {
  readonly api: Api;
  readonly flags: DescribeFlags;
  readonly io: Io;
  readonly source: ServiceConnection | undefined;
}

/** How an operation is paged, by its document, or by a response where that is not enough. A Left is an interruption. */
const pagingOf = async (
  { api, flags, io, source }: Describing,
  operation: Operation,
): Promise<E.Either<StreamEnd, ListPaging | undefined>> => {
  const listing = listingOf(api, operation);
  const isOpen = listing?.strength === 'weak' || listing?.strength === 'unclear';
  if (source === undefined || !isOpen) return E.right(listing);
  const { paging, problem, end } = await tryOut(operation, source, flags, io);
  if (problem !== undefined) say(io, `${operationName(operation)}: ${problem}`);
  if (end !== undefined) return E.left(end);
  const isBetter = paging?.certainty === 'strong' || listing.strength === 'unclear';
  const shown = isBetter && paging ? listingOf(api, operation, paging) : undefined;
  return E.right(shown ?? listing);
};

/** A list as an endpoint, or why it is not described. */
const describedAs = (
  { api, flags }: Describing,
  operation: Operation,
  listing: ListPaging,
  left: FieldRoom,
): E.Either<string, Described> => {
  const { strength, reasons, own } = listing;
  const isSaid = strength === 'strong' || strength === 'weak';
  const isOnePage = strength === 'none' && flags.onePage === true;
  if (!isSaid && !isOnePage) return E.left(reasons.join('; '));
  if (operation.missing !== undefined) return E.left(operation.missing);
  const taken = isOnePage ? { ...listing, reasons: [] } : listing;
  return pipe(
    requestOf(api, operation, own, left),
    E.map((request) => ({ operation, listing: taken, request })),
  );
};

/** The lists of a document, and what can be described of them. */
interface Lists {
  readonly described: ReadonlyArray<Described>;
  readonly counts: Readonly<Record<ListPaging['strength'], number>>;
}

/** Says why a list is not described. A Left is an interruption. */
const listsIn = async (
  given: Describing,
  operations: ReadonlyArray<Operation>,
): Promise<E.Either<StreamEnd, Lists>> => {
  const described: Array<Described> = [];
  const counts = { strong: 0, weak: 0, unclear: 0, none: 0 };
  const left = { room: maxModule / 2 };
  for (const operation of operations) {
    const listing = await pagingOf(given, operation);
    if (E.isLeft(listing)) return listing;
    if (listing.right === undefined) continue;
    counts[listing.right.strength] += 1;
    const made = describedAs(given, operation, listing.right, left);
    if (E.isRight(made)) described.push(made.right);
    else say(given.io, `${operationName(operation)} is not described: ${made.left}`);
  }
  return E.right({ described, counts });
};

/** Writes the module of the lists, and says what it does not have. */
const writeLists = async (
  { api, flags, io }: Describing,
  { described, counts }: Lists,
  files: Files,
): Promise<ExitCode> => {
  const { text, leftOut, remarks } = moduleOf(api, flavours[flags.as], described, flags.server);
  for (const one of leftOut) say(io, `${operationName(one)} is not described: ${moduleTooLarge}`);
  const parts = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  const lists = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const whole = described.length - leftOut.length;
  say(io, `${counted(lists, 'list')}: ${parts.join(', ')}; ${whole} described`);
  if (whole === 0) return failed;
  for (const remark of remarks) say(io, remark);
  const end = await write(text, files, io);
  return whole === lists ? end : failed;
};

/** Describes the lists of a document. */
export const describing = async (
  given: string,
  flags: DescribeFlags,
  io: Io,
  source?: ServiceConnection,
): Promise<ExitCode> => {
  const files = await filesOf({ ...flags, document: given });
  if (E.isLeft(files)) return complain(io, files.left);
  const read = await readApi(given, io.env);
  if (E.isLeft(read)) return complain(io, read.left);
  const api = read.right;
  const all = operationsOf(api);
  sayUnread(api, io);
  const { only = ['*'] } = flags;
  const idle = only.find((pattern) => !all.some((one) => isMeant(pattern, one)));
  if (flags.only !== undefined && idle !== undefined)
    return complain(io, misuse(`--only ${idle} matches no operation of the document`));
  const wanted = all.filter((one) => only.some((pattern) => isMeant(pattern, one)));
  const setting: Describing = { api, flags, io, source };
  const lists = await listsIn(setting, wanted);
  return E.isLeft(lists)
    ? exitCodeOf(lists.left, { invalid: 0 })
    : writeLists(setting, lists.right, files.right);
};
