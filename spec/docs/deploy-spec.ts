import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fencedBlocks } from '../package/examples/fencedBlocks';
import { root } from '../textFiles';
import { pages } from './pages';

const folder = join(root, 'examples/fleet/deploy');
const unit = readFileSync(join(folder, 'worker.service'), 'utf8');

/** What systemd says about a unit; undefined where there is none. */
const verify = (text: string): string | undefined => {
  const directory = mkdtempSync(join(tmpdir(), 'pagewalk-unit-'));
  const file = join(directory, 'pagewalk-worker@.service');
  // It looks whether the command exists, here.
  writeFileSync(file, text.replace('/usr/bin/node', process.execPath));
  const { error, stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], {
    encoding: 'utf8',
  });
  rmSync(directory, { recursive: true });
  return error ? undefined : `${stdout}${stderr}`;
};

describe('what supervises workers', () => {
  it('the unit has the sections and keys that systemd knows', () => {
    const problems = verify(unit);
    if (problems === undefined)
      expect(unit).to.match(/^\[Unit\]\n[^]*^\[Service\]\nExecStart=[^]*^\[Install\]\n/m);
    else {
      expect(problems).to.equal('');
      expect(
        verify(unit.replace('TimeoutStopSec', 'TimeoutStop')),
        'whether it can fail',
      ).to.include('TimeoutStop');
    }
  });

  it('the guide shows lines of the unit', () => {
    const [shown] = fencedBlocks(pages['docs/guides/operating.md'] ?? '').filter(
      ({ info }) => info === 'ini',
    );
    const lines = shown?.code.trim().split('\n') ?? [];
    expect(lines).to.include('Restart=always');
    expect(lines.filter((line) => !unit.includes(`${line}\n`))).to.deep.equal([]);
  });

  it('the manifest is YAML, selects its own pods, and leaves a worker the time to stop', () => {
    const { load } = createRequire(require.resolve('mocha'))('js-yaml') as {
      load: (text: string) => unknown;
    };
    const { spec } = load(readFileSync(join(folder, 'worker.yaml'), 'utf8')) as {
      spec: {
        selector: { matchLabels: unknown };
        template: {
          metadata: { labels: unknown };
          spec: {
            terminationGracePeriodSeconds: number;
            containers: ReadonlyArray<{ command: ReadonlyArray<string> }>;
          };
        };
      };
    };
    expect(spec.template.metadata.labels).to.deep.equal(spec.selector.matchLabels);
    expect(spec.template.spec.terminationGracePeriodSeconds).to.be.at.least(60);
    expect(spec.template.spec.containers.map(({ command }) => command[0])).to.deep.equal(['node']);
  });
});
