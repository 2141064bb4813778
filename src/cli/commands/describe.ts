import { type Command, Option } from 'commander';
import type { DescribeFlags } from '../openapi/describing';
import { withSource } from '../source/openSource';
import type { Job } from '../terminal/Io';
import { addExchangeOptions, addLoginOptions } from './options';
import { addHeaderOptions } from './schemeOptions';

const formats: ReadonlyArray<DescribeFlags['as']> = ['io-ts', 'zod'];

const describeJob =
  (given: string, flags: DescribeFlags): Job =>
  async (io) => {
    // A sixth of the command line, which no other command has to load.
    const { describing } = await import('../openapi/describing.js');
    return flags.try === undefined
      ? describing(given, flags, io)
      : withSource({ ...flags, baseUrl: flags.try }, io, (source) =>
          describing(given, flags, io, source),
        );
  };

export const describeCommand = (command: Command, choose: (job: Job) => void): Command =>
  addHeaderOptions(
    addLoginOptions(
      addExchangeOptions(
        command
          .usage('[options] FILE|URL')
          .argument(
            '<FILE|URL>',
            'an OpenAPI document, version 3.0, 3.1 or 2.0: JSON, or YAML if the package yaml is installed',
          )
          .option(
            '--only <pattern>',
            "describe only these operations, such as 'GET /v1/*'; may be given several times",
            (pattern: string, before: ReadonlyArray<string> | undefined) => [
              ...(before ?? []),
              pattern,
            ],
          )
          .addOption(
            new Option('--as <format>', 'what the codecs are').choices(formats).default('io-ts'),
          )
          .option('--one-page', 'describe lists without any sign of pages, too, as one page each')
          .option(
            '--server <url>',
            'the base address that the module names (default: that of the document)',
          )
          .option('-o, --out <file>', 'write the module to this file')
          .option(
            '--try <base-url>',
            'send one GET for each list whose pages are a guess or unclear; credentials go there only',
          ),
      ),
    ),
  ).action((given: string, flags: DescribeFlags) => choose(describeJob(given, flags)));
