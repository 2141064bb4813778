import { expect } from 'chai';
import { inDirectory } from '../../../support/inDirectory';
import { startWorker } from '../../../support/startWorker';

const matches = (lines: ReadonlyArray<string>, what: RegExp): ReadonlyArray<string> =>
  lines.flatMap((line) => what.exec(line)?.[1] ?? []);

/** Kills a durable walk over a source after its third and its sixth page; the next run continues, and nothing is lost. */
export const survivesKills = (
  source: string,
  names: ReadonlyArray<string>,
  endpoint?: string,
): Promise<void> =>
  inDirectory(async (folder) => {
    const came: Array<string> = [];
    for (const [run, until] of [/^kept 3/, /^kept 6/, /^end/].entries()) {
      const worker = startWorker('spec/client/calls/sources/worker.ts', {
        source,
        folder,
        endpoint,
      });
      await worker.said(until);
      worker.signal('SIGKILL');
      await worker.ended();
      // The first call of a later run has the cursor that was kept.
      expect(worker.lines[0] === 'asked undefined').to.equal(run === 0);
      expect(matches(worker.lines, /^(asked undefined)/)).to.have.length(run === 0 ? 1 : 0);
      came.push(...matches(worker.lines, /^came (.*)/));
    }
    expect([...new Set(came)].sort()).to.deep.equal([...names].sort());
    // What was under way at a kill comes again: a page or two.
    expect(came.length).to.be.at.most(names.length + 16);
  });
