import { command } from '../options/CommandRow';
import { choice, flag, type Flags, anyText, anyTexts, sharing, value } from '../options/Option';
import { baseAddress } from '../options/readers';
import { exchangeOptions, headerOptions, loginOptions, tokenOptions } from '../options/tables';
import { withConnection } from '../connection/connect';
import type { Job } from '../terminal/Io';

const describeOptions = {
  only: anyTexts(
    '--only <pattern>',
    "describe only these operations, such as 'GET /v1/*'; may be given several times",
  ),
  as: choice('--as <format>', 'what the codecs are (default: io-ts)', ['io-ts', 'zod']),
  onePage: flag('--one-page', 'describe lists without any sign of pages, too, as one page each'),
  server: anyText(
    '--server <url>',
    'the base address that the module names (default: that of the document)',
  ),
  out: anyText('-o, --out <file>', 'write the module to this file'),
  try: value(
    '--try <base-url>',
    'send one GET for each list whose pages are a guess or unclear; credentials go there only',
    baseAddress,
  ),
  ...sharing(
    { with: ['try'], why: 'it is for the requests of --try, and the document is read without it' },
    { ...exchangeOptions, ...tokenOptions, ...loginOptions, ...headerOptions },
  ),
};

const describeJob =
  (given: string, { try: baseUrl, ...rest }: Flags<typeof describeOptions>): Job =>
  async (io) => {
    // A sixth of the command line, which no other command has to load.
    const { describing } = await import('../openapi/describing.js');
    const flags = { as: 'io-ts', ...rest, ...(baseUrl !== undefined && { try: baseUrl }) } as const;
    return baseUrl === undefined
      ? describing(given, flags, io)
      : withConnection({ ...rest, baseUrl }, io, (source) => describing(given, flags, io, source));
  };

export const describeCommand = command({
  usage: '[options] FILE|URL',
  words: [
    {
      name: '<FILE|URL>',
      text: 'an OpenAPI document, version 3.0, 3.1 or 2.0: JSON, or YAML if the package yaml is installed',
    },
  ],
  options: describeOptions,
  run: ([given = ''], flags) => describeJob(given, flags),
});
