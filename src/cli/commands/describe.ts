import { Command, Option } from 'commander';
import * as E from 'fp-ts/Either';
import { writeFile } from 'node:fs/promises';
import { readApi } from '../openapi/Api';
import { flavours } from '../openapi/codecs';
import { type Evidence, evidenceOf } from '../openapi/evidence';
import { requestOf } from '../openapi/fields';
import { type Described, moduleOf } from '../openapi/module';
import { operationsOf } from '../openapi/operations';
import { viewing } from '../openapi/View';
import { printText } from '../outputs/Output';
import { filesOf } from '../outputs/target';
import { complain, failure, misuse, reasonOf, say } from '../terminal/Complaint';
import { done, failed, type Job } from '../terminal/Io';
import { counted } from '../terminal/text';

interface DescribeFlags {
  readonly only: ReadonlyArray<string>;
  readonly as: keyof typeof flavours;
  readonly server?: string;
  readonly onePage?: boolean;
  readonly out?: string;
}

/** Whether a pattern such as `GET /v1/*` is meant for an operation; without a method it is meant for both. */
const isMeant = (pattern: string, name: string): boolean => {
  const whole = /^\w+ /.test(pattern) ? pattern.replace(/ +/, ' ') : `* ${pattern}`;
  const parts = whole.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'is').test(name);
};

const describeJob =
  (given: string, flags: DescribeFlags): Job =>
  async (io) => {
    const files = await filesOf(flags.out === undefined ? {} : { out: flags.out });
    if (E.isLeft(files)) return complain(io, files.left);
    const read = await readApi(given, io.env);
    if (E.isLeft(read)) return complain(io, read.left);
    const api = read.right;
    const viewOf = viewing(api);
    const operations = operationsOf(api, viewOf);
    const nameOf = ({ method, path }: (typeof operations)[number]): string => `${method} ${path}`;
    const idle = flags.only.find((pattern) => !operations.some((one) => isMeant(pattern, nameOf(one))));
    if (idle !== undefined) return complain(io, misuse(`--only ${idle} matches no operation of the document`));

    const flavour = flavours[flags.as];
    const described: Array<Described> = [];
    const counts = { strong: 0, weak: 0, unclear: 0, none: 0 };
    let left = 0;
    for (const operation of operations) {
      if (flags.only.length > 0 && !flags.only.some((pattern) => isMeant(pattern, nameOf(operation)))) continue;
      const evidence: Evidence | undefined = evidenceOf(api, operation, viewOf);
      if (evidence === undefined) continue;
      counts[evidence.strength] += 1;
      const { strength, reasons, own } = evidence;
      const isTaken = strength === 'strong' || strength === 'weak' || (strength === 'none' && flags.onePage === true);
      const request = isTaken ? requestOf(api, flavour, operation, own) : E.left(reasons.join('; '));
      const missing =
        operation.missing === undefined ? undefined : `it refers to ${operation.missing}, which is not there`;
      if (E.isRight(request) && missing === undefined) {
        described.push({
          operation,
          evidence: strength === 'none' ? { ...evidence, reasons: [] } : evidence,
          request: request.right,
        });
        continue;
      }
      left += 1;
      say(io, `${nameOf(operation)} is not described: ${missing ?? (E.isLeft(request) ? request.left : '')}`);
    }
    const parts = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
    const all = described.length + left;
    say(
      io,
      `${counted(all, 'operation')} that list${all === 1 ? 's' : ''}: ${parts.join(', ')}; ${described.length} described`,
    );
    if (described.length === 0) return failed;
    const text = moduleOf(api, flavour, described, flags.server);
    const target = files.right.out;
    try {
      if (target !== undefined) await writeFile(target.path, text, { mode: target.mode });
    } catch (error) {
      return complain(io, failure(`cannot write ${target?.path ?? ''}: ${reasonOf(error)}`));
    }
    const printed =
      target === undefined ? await printText('the module', text, io.objects ?? io.stdout) : E.right(undefined);
    if (E.isLeft(printed)) return complain(io, printed.left);
    return left === 0 ? done : failed;
  };

export const describeCommand = (choose: (job: Job) => void): Command =>
  new Command('describe')
    .description(
      'Prints the endpoints of an OpenAPI document that list, with typed fields and codecs, as a TypeScript module.',
    )
    .usage('[options] FILE|URL')
    .argument(
      '<FILE|URL>',
      'an OpenAPI document of version 3.0, 3.1 or 2.0: JSON, or YAML if the package yaml is installed',
    )
    .option(
      '--only <pattern>',
      "describe only these operations, such as 'GET /v1/*'; may be given several times",
      (pattern: string, before: ReadonlyArray<string>) => [...before, pattern],
      [] as ReadonlyArray<string>,
    )
    .addOption(new Option('--as <format>', 'what the codecs are').choices(Object.keys(flavours)).default('io-ts'))
    .option('--server <url>', 'the base address that the comments name (default: that of the document)')
    .option('--one-page', 'describe lists without any sign of pages, too, as one page')
    .option('-o, --out <file>', 'write the module to this file')
    .action((given: string, flags: DescribeFlags) => choose(describeJob(given, flags)));
