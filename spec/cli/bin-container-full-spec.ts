import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runShell } from './support/bin';
import { inDirectory } from '../support/inDirectory';
import { withPages } from './support/pacedServer';

/** Runs a command as the first process of a container: its numbers of processes begin at 1. */
const container = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];

const hasContainers = spawnSync(container[0] ?? '', [...container.slice(1), 'true']).status === 0;

const runs = 50;

/** Runs a walk again and again, some of which are killed; keeps each file that was finished. */
const loop = (name: string, walk: string): string => `
  for i in $(seq ${runs}); do
    rm -f ${name}.code
    if [ $((i % 5)) = 0 ] && [ $i != ${runs} ]
    then timeout -s KILL 0.$((i / 5)) ${walk} 2>>${name}.said
    else ${walk} 2>>${name}.said && cp out.ndjson ${name}.$i.copy
    fi
    echo $? >>${name}.codes
  done`;

describe('the bin, in two containers that share a folder', () => {
  before(function () {
    if (hasContainers) return;
    process.stdout.write('    containers cannot be made here (unshare --pid): left out\n');
    this.skip();
  });

  it(`--resume damages nothing in ${runs} runs of each, of which some are killed`, () =>
    inDirectory((directory) =>
      withPages({ size: 20, pages: 6, pause: 15 }, async (url) => {
        const walk = `$PAGEWALK list --base-url ${url} ri.o badge --out out.ndjson --resume --quiet`;
        const started = ['one', 'two'].map((name) =>
          runShell(`cd ${directory} && exec ${container.join(' ')} bash -c "$LOOP"`, {
            LOOP: loop(name, walk),
          }),
        );
        const ended = await Promise.all(started);
        expect(ended.map(({ code }) => code)).to.deep.equal([0, 0]);

        const copies = readdirSync(directory).filter((name) => name.endsWith('.copy'));
        expect(copies).to.not.have.length(0);
        const ids = Array.from({ length: 120 }, (_, id) => id);
        for (const name of [...copies, 'out.ndjson']) {
          const lines = readFileSync(join(directory, name), 'utf8').trimEnd().split('\n');
          const found = lines.map(
            (line) => (JSON.parse(line) as { properties: { id: number } }).properties.id,
          );
          expect(found, name).to.deep.equal(ids);
        }
        const codes = ['one', 'two'].map((name) =>
          readFileSync(join(directory, `${name}.codes`), 'utf8')
            .trimEnd()
            .split('\n'),
        );
        expect(codes.map(({ length }) => length)).to.deep.equal([runs, runs]);
        expect([...new Set(codes.flat())].sort()).to.have.members(['0', '1', '137']);
        const said = ['one', 'two'].map((name) =>
          readFileSync(join(directory, `${name}.said`), 'utf8'),
        );
        expect(said.join('')).to.include('which cannot be seen from here');
      }),
    ));
});
