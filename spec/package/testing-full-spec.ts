import { expect } from 'chai';
import { bundle, bytesOf, folders, gzipped } from './support/bundle';
import { programOf } from './support/programOf';
import { printedBy, runNode } from './support/run';
import { project } from './support/tarball';

const walk = `
import { createClient, rights } from 'pagewalk';
import { memoryService } from 'pagewalk/testing';
import { count } from 'rxjs';

const { transport, ontologyRid, objectType, store } = memoryService({ faults: [{ type: 'reset-before', at: 2 }], seed: 1 });
store.insert(objectType, { id: 0 });
createClient({ transport, retry: { baseDelay: 1 } })
  .list({ ontologyRid, objectType })
  .pipe(rights(), count())
  .subscribe((objects) => console.log(objectType, objects));`;

describe('pagewalk/testing', () => {
  it('needs nothing of Node, and brings nothing of HTTP or axios to a browser', async function () {
    const found = await bundle('testing', walk);
    expect(found.imports).to.deep.equal([]);
    expect(
      folders(/pagewalk\/dist\/[^/]+\/service\/(http|index|startService)\b/, found),
    ).to.deep.equal([]);
    expect(bytesOf('axios', found)).to.equal(0);
    if (this.test) this.test.title += `: ${gzipped(found.code)} bytes with all that they need`;
  });

  it('serves a walk in the bundle of a browser', async () => {
    const { code } = await bundle('testing', walk);
    const folder = await project('browser', { 'testing.bundle.mjs': code });
    expect(await printedBy('testing.bundle.mjs', folder)).to.equal('employee 2501\n');
  });

  it('29. serves 10,000 pages under faults in virtual time, in at most eight times the time of 2,500', async function () {
    const folder = await project('node', { 'many.mjs': programOf('manyPages') });
    const { stdout, stderr } = await runNode(['many.mjs'], folder);
    expect(stderr).to.equal('');
    const { requests, objects, minutes, seconds, growth } = JSON.parse(stdout) as Record<
      string,
      number
    >;
    if (this.test)
      this.test.title += `: ${requests} requests and ${minutes?.toFixed()} minutes in ${seconds?.toFixed(2)} s`;
    expect(objects).to.equal(10_000);
    expect(requests).to.be.greaterThan(10_050);
    expect(minutes).to.be.greaterThan(30);
    expect(growth).to.be.below(8);
  });
});
