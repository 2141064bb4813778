import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands as listed } from '../../src/cli/commands/commands';
import { parseFault } from '../../src/service';
import { root } from '../textFiles';
import type { Command } from 'commander';
import { allCommands } from './support/allCommands';
import { runCommand } from './support/runCommand';

const text = readFileSync(join(root, 'docs', 'guides', 'command-line.md'), 'utf8');

const shared =
  '--base-url --token-env --token-file --timeout --limit --format --out --resume --key --attempts --quiet'.split(
    ' ',
  );

/** The section of a command, from its heading to the next. */
const sectionOf = (name: string): string =>
  text.split(/^## /m).find((section) => section.startsWith(`pagewalk ${name}`)) ?? '';

describe('docs/guides/command-line.md', () => {
  let commands: ReadonlyArray<Command> = [];

  before(async () => {
    commands = await allCommands();
  });

  for (const listedName of Object.keys(listed)) {
    it(`has a section on ${listedName} with each of its options`, () => {
      const command = commands.find((one) => one.name() === listedName);
      if (command === undefined) throw new Error('there is no such command');
      const names = command.options
        .map(({ long }) => long ?? '')
        .filter((name) => name !== '--help');
      const missing = names.filter(
        (name) =>
          !sectionOf(command.name()).includes(`\`${name}`) &&
          !(shared.includes(name) && text.includes(`\`${name} `)),
      );
      expect(sectionOf(command.name())).to.not.equal('');
      expect(missing).to.deep.equal([]);
    });
  }

  it('is announced with every command by the readme and the map', () => {
    for (const page of ['README.md', 'docs/README.md']) {
      const announced = readFileSync(join(root, page), 'utf8');
      expect(
        commands
          .map((command) => command.name())
          .filter((name) => !announced.includes(`\`${name}\``)),
        page,
      ).to.deep.equal([]);
    }
  });

  it('names no option that there is not', () => {
    const known = new Set(commands.flatMap(({ options }) => options.map(({ long }) => long)));
    const named = [...text.matchAll(/(?<=[\s`])--[a-z][a-z-]+/g)].map(([name]) => name);
    expect(named.filter((name) => !known.has(name))).to.deep.equal([]);
  });

  it('shows what codec prints, in a picture', async () => {
    const searched = await runCommand(['codec', '--search', '--quiet']);
    const picture = readFileSync(join(root, 'docs', 'codec.svg'), 'utf8');
    const drawn = [...picture.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, line = '']) =>
      line.replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
    );
    expect(drawn.slice(3)).to.deep.equal(
      searched.stdout.split(/\n\s*/).filter((line) => line !== ''),
    );
  });

  it('names every fault', () => {
    const left = parseFault('no-such-fault');
    const faults =
      left._tag === 'Left' ? (left.left.split('the faults are ')[1] ?? '').split(', ') : [];
    expect(faults.length).to.be.above(10);
    expect(faults.filter((name) => !text.includes(`\`${name}`))).to.deep.equal([]);
  });

  it('speaks of every status that a rule can have', () => {
    for (const status of ['holds', 'broken', 'not seen']) expect(text).to.include(`\`${status}\``);
  });
});
