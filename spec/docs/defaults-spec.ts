import { expect } from 'chai';
import { isSome } from 'fp-ts/Option';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram } from '../../src/cli/run';
import { recorder } from '../cli/support/terminal';
import { retryPolicy } from '../../src/index';
import { limitsOf } from '../../src/transport/TransportLimits';
import { maxRestarts } from '../../src/walk/recovery/restarts';
import { root } from '../textFiles';
import { isInDocs, pages } from './pages';

/** A number that only the text of a source has. */
const written = (file: string, pattern: RegExp): number =>
  Number(pattern.exec(readFileSync(join(root, file), 'utf8'))?.[1]?.replaceAll('_', ''));

const { timeout, limit } = limitsOf('', {});

const failure = { _tag: 'NetworkFailure', reason: 'none' } as const;

const policy = retryPolicy();

/** How many requests for a page the default policy sends. */
const attempts = Array.from({ length: 50 }, (_, index) => index + 1).findIndex(
  (sent) => !isSome(policy(failure, sent, 0.5)),
);

/** What the docs say, as a pattern whose first group is the number, and what the code does, in the same unit. */
const facts: ReadonlyArray<readonly [page: string, says: RegExp, does: number]> = [
  ['docs/guides/transports.md', /`timeout`.*?(\d+) seconds by default/, timeout / 1_000],
  ['docs/guides/transports.md', /`maxResponseBytes`.*?(\d+) MiB by default/, limit / 2 ** 20],
  ['docs/guides/testing.md', /`TimedOut`, by default after (\d+) seconds/, timeout / 1_000],
  ['docs/guides/operating.md', /`timeout` of the transport: .*\b(\d+) s\b/, timeout / 1_000],
  ['docs/guides/resilience.md', /within `timeout` \((\d+) s\)/, timeout / 1_000],
  ['docs/guides/resilience.md', /requests for this page \((\d+) in all\)/, attempts + 1],
  [
    'docs/guides/resilience.md',
    /a random part of (\d+) ms/,
    written('src/model/errors/retryPolicy.ts', /baseDelay = ([\d_]+)/),
  ],
  ['docs/guides/resilience.md', /`restarts` \((\d+)\)/, maxRestarts],
  [
    'docs/guides/resilience.md',
    /follows (\d+) in a row \(`emptyPages`\)/,
    written('src/model/endpoints/prepareWalk.ts', /emptyPages \?\? ([\d_]+)/),
  ],
  [
    'docs/endpoints.md',
    /`emptyPages` \((\d+)\)/,
    written('src/model/endpoints/prepareWalk.ts', /emptyPages \?\? ([\d_]+)/),
  ],
  [
    'docs/guides/backpressure.md',
    /`memory` of them \(([\d,]+) by default\)/,
    written('src/node/spool.ts', /memory = ([\d_]+)/),
  ],
];

describe('the defaults in the documentation', () => {
  for (const [page, says, does] of facts) {
    it(`${page}: ${says.source} is ${does}`, () => {
      expect(Number(says.exec(pages[page] ?? '')?.[1]?.replaceAll(',', ''))).to.equal(does);
    });
  }

  it('are those of the help of the command line', () => {
    const { commands } = createProgram({ stdout: recorder(), stderr: recorder() }, () => undefined);
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

  it('name no request without an end: every transport has a timeout', () => {
    const claims = Object.entries(pages).filter(
      ([path, text]) => isInDocs(path) && text.includes('nothing ends a request'),
    );
    expect(claims.map(([path]) => path)).to.deep.equal([]);
  });
});
