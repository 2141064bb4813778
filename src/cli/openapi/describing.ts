import * as E from 'fp-ts/Either';
import { writeFile } from 'node:fs/promises';
import type { LookFlags } from '../look/lookCommand';
import { printText } from '../sinks/printText';
import { type Files, filesOf } from '../sinks/target';
import type { ServiceConnection } from '../connection/connect';
import { complain, failure, misuse, reasonOf, say } from '../terminal/Complaint';
import { done, type ExitCode, failed, type Io } from '../terminal/Io';
import { counted, shellWord } from '../terminal/text';
import { exitCodeOf } from '../endings/endings';
import { ioTs, zod } from '../codec/flavours';
import { readApi } from './Api';
import { listingOf } from './listing';
import { requestOf } from './fields';
import { maxModule, moduleTooLarge } from './definitions';
import { type Described, moduleOf } from './module';
import { operationsOf } from './operations';
import { tryOut } from './tryOut';
import { viewing } from './View';

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
const isMeant = (pattern: string, name: string): boolean => {
  const whole = /^\w+ /.test(pattern) ? pattern.replace(/ +/, ' ') : `* ${pattern}`;
  const parts = whole.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'is').test(name);
};

/** Writes the module to the file that is named, or prints it. */
const write = (text: string, { out }: Files, io: Io): Promise<ExitCode> =>
  out === undefined
    ? printText('the module', text, io, io.objects)
    : writeFile(out.path, text, { mode: out.mode }).then(
        () => done,
        (error: unknown) => complain(io, failure(`cannot write ${out.path}: ${reasonOf(error)}`)),
      );

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
  const itemView = viewing(api);
  const all = operationsOf(api, itemView).map((operation) => ({
    operation,
    name: `${operation.method} ${operation.path}`,
  }));
  const { length } = api.unread;
  if (length > 0) {
    const files = `${counted(length, 'file')} cannot be read, such as ${shellWord(api.unread[0] ?? '')}`;
    say(io, `${files}: what the document refers to there is unknown`);
  }
  const { only = [] } = flags;
  const idle = only.find((pattern) => !all.some(({ name }) => isMeant(pattern, name)));
  if (idle !== undefined)
    return complain(io, misuse(`--only ${idle} matches no operation of the document`));
  const described: Array<Described> = [];
  const left = { room: maxModule / 2 };
  const counts = { strong: 0, weak: 0, unclear: 0, none: 0 };
  for (const { operation, name } of all) {
    const isWanted = only.length === 0 || only.some((pattern) => isMeant(pattern, name));
    let listing = isWanted ? listingOf(api, operation, itemView) : undefined;
    if (listing === undefined) continue;
    if (source !== undefined && (listing.strength === 'weak' || listing.strength === 'unclear')) {
      const { paging, problem, end } = await tryOut(operation, source, flags, io);
      if (problem !== undefined) say(io, `${name}: ${problem}`);
      if (end !== undefined) return exitCodeOf(end, { invalid: 0 });
      const isBetter = paging?.certainty === 'strong' || listing.strength === 'unclear';
      listing =
        (isBetter ? paging && listingOf(api, operation, itemView, paging) : undefined) ?? listing;
    }
    const { strength, reasons, own } = listing;
    counts[strength] += 1;
    const isTaken =
      strength === 'strong' ||
      strength === 'weak' ||
      (strength === 'none' && flags.onePage === true);
    const missing =
      operation.missing === undefined
        ? []
        : [`it refers to ${operation.missing}, which cannot be read`];
    const problems = isTaken ? missing : reasons;
    const request =
      problems.length > 0 ? E.left(problems.join('; ')) : requestOf(api, operation, own, left);
    if (E.isLeft(request)) say(io, `${name} is not described: ${request.left}`);
    else
      described.push({
        operation,
        listing: strength === 'none' ? { ...listing, reasons: [] } : listing,
        request: request.right,
      });
  }
  const { text, leftOut, remarks } = moduleOf(api, flavours[flags.as], described, flags.server);
  for (const { method, path } of leftOut)
    say(io, `${method} ${path} is not described: ${moduleTooLarge}`);
  const parts = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  const lists = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const whole = described.length - leftOut.length;
  say(io, `${counted(lists, 'list')}: ${parts.join(', ')}; ${whole} described`);
  if (whole === 0) return failed;
  for (const remark of remarks) say(io, remark);
  const end = await write(text, files.right, io);
  return whole === lists ? end : failed;
};
