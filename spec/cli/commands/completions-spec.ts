import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { runCommand } from '../support/runCommand';

/** What bash offers for the last of these words. */
const offered = (script: string, ...words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const given = words.map((word) => `'${word}'`).join(' ');
  const asked = `COMP_WORDS=(pagewalk ${given}); COMP_CWORD=${words.length}; _pagewalk; echo "\${COMPREPLY[@]}"`;
  const said = execFileSync('bash', ['--norc', '-c', `${script}\n${asked}`], {
    encoding: 'utf8',
  }).trim();
  return said === '' ? [] : said.split(' ');
};

describe('pagewalk completions', () => {
  it('completes commands, options and the words of an option in bash', async () => {
    const { code, stdout } = await runCommand(['completions', 'bash']);
    expect(code).to.equal(0);
    expect(offered(stdout, 'pla')).to.deep.equal(['places']);
    expect(offered(stdout, 'he')).to.deep.equal(['help']);
    expect(offered(stdout, 'walk', 'URL', '--fi')).to.have.members(['--fields', '--first']);
    expect(offered(stdout, 'list', '--format', '')).to.deep.equal(['ndjson', 'json', 'csv']);
    expect(offered(stdout, 'walk', 'URL', 'x')).to.deep.equal([]);
  });

  it('completes the command that help is asked for, and the name of a shell', async () => {
    const { stdout } = await runCommand(['completions', 'bash']);
    expect(offered(stdout, 'help', 's')).to.deep.equal(['show', 'serve', 'search']);
    expect(offered(stdout, 'completions', 'z')).to.deep.equal(['zsh']);
    const { stdout: fish } = await runCommand(['completions', 'fish']);
    expect(fish).to.include("'__fish_seen_subcommand_from help' -a walk -d ");
  });

  it('has a line of fish for each option, in which every text is quoted', async () => {
    const { stdout } = await runCommand(['completions', 'fish']);
    const line =
      /^complete -c pagewalk -n (?:__fish_use_subcommand|'[^']+') (?:-a|-l) [\w-]+ -d '(?:[^'\\]|\\.)*'/;
    const lines = stdout.trimEnd().split('\n');
    expect(lines.filter((text) => !line.test(text))).to.deep.equal([]);
    expect(lines).to.have.length.above(100);
  });
});
