import { expect } from 'chai';
import { compile } from '../support/compile';
import { project } from '../support/tarball';

const program = `
import { endpoint } from 'pagewalk';

endpoint({ name: 'audit', revision: '1.0', method: 'GET', path: '/audit', snapshot: true });
endpoint({ name: 'audit', revision: '2.0', method: 'GET', path: '/audit', snapshot: false });
endpoint({ name: 'audit', revision: '2.0', method: 'GET', path: '/audit', snapshot: true });
`;

describe('a snapshot in an endpoint of revision 2.0', () => {
  it('is refused by the compiler in words that a person reads', async () => {
    await project('snapshot-rule', { 'program.mts': program });
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      module: 'nodenext',
      types: [],
      skipLibCheck: true,
    };
    const [found, ...more] = await compile('snapshot-rule', { compilerOptions, files: ['program.mts'] });
    expect(found).to.include({ file: 'program.mts', line: 6 });
    expect(found?.message).to.match(/'true' is not assignable to type '.*RevisionTwoHasNoSnapshot'/);
    expect(more).to.deep.equal([]);
  });
});
