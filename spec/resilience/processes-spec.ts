import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inDirectory } from '../node/support/inDirectory';
import type { Service } from '../../src/service/index';
import { ids, withThings } from '../service/support/things';
import { withService } from '../service/support/withService';
import { bundled } from '../support/bundled';
import type { Kind } from './support/faultyWalk';

interface Report {
  readonly end: string;
  readonly read: ReadonlyArray<number>;
}

/** Walks in a process of its own, for so many pages at the most. */
const walkOn = async (file: string, kind: Kind, { url, token }: Service, pages = 0): Promise<Report> => {
  const parameters = [file, kind, url, token, String(pages)];
  const child = spawn(process.execPath, [bundled('spec/resilience/support/walkOn.ts'), ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [report] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return JSON.parse(report) as Report;
};

const options = { ...withThings(9), maxPageSize: 2 };

describe('law 7: a walk goes on in another process', () => {
  it('list: from the page that the first one ended at, in the same snapshot', () =>
    inDirectory((directory) =>
      withService({ ...options, faults: [{ type: 'html', at: 3 }] }, async (service) => {
        const file = join(directory, 'token');
        const first = await walkOn(file, 'list', service);
        expect(first).to.deep.equal({ end: 'InvalidEnvelope', read: ids(1, 4) });
        service.store.insert(service.objectType, { id: 10 }, 0);
        expect(await walkOn(file, 'list', service)).to.deep.equal({ end: 'done', read: ids(5, 9) });
        expect(existsSync(file)).to.equal(false);
      }),
    ));

  it('search: from the page after the last one that was taken', () =>
    inDirectory((directory) =>
      withService(options, async (service) => {
        const file = join(directory, 'token');
        const first = await walkOn(file, 'search', service, 3);
        expect(first).to.deep.equal({ end: 'done', read: ids(1, 6) });
        expect(await walkOn(file, 'search', service)).to.deep.equal({ end: 'done', read: ids(7, 9) });
        expect(existsSync(file)).to.equal(false);
      }),
    ));
});
