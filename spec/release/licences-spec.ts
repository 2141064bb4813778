import { expect } from 'chai';
import { licenceCounts, licenceProblems } from '../../scripts/release/licences';
import { runtimePackages } from '../../scripts/release/runtimePackages';

const problems = (licence: string | undefined): ReadonlyArray<string> =>
  licenceProblems([{ name: 'a', version: '1.0.0', licence }]);

describe('the licences of what users get', () => {
  for (const licence of [
    'MIT',
    'ISC',
    '0BSD',
    'Apache-2.0',
    'BSD-3-Clause',
    '(MIT OR GPL-3.0)',
    'MIT AND ISC',
  ]) {
    it(`may be ${licence}`, () => expect(problems(licence)).to.deep.equal([]));
  }

  for (const licence of [
    'GPL-3.0',
    'AGPL-3.0-only',
    'UNLICENSED',
    'MIT AND GPL-3.0',
    'SEE LICENSE IN x',
    '',
  ]) {
    it(`may not be ${licence === '' ? 'empty' : licence}`, () =>
      expect(problems(licence)).to.deep.equal([`a@1.0.0 has ${licence}, which is not allowed`]));
  }

  it('may not be nested further than the check understands', () =>
    expect(problems('(MIT AND (ISC OR GPL-3.0))')).to.have.lengthOf(1));

  it('must be named', () =>
    expect(problems(undefined)).to.deep.equal(['a@1.0.0 has no licence, which is not allowed']));

  it('are counted, the most frequent first', () => {
    const packages = ['ISC', 'MIT', 'MIT'].map((licence) => ({ name: 'a', version: '1', licence }));
    expect(licenceCounts(packages)).to.equal('MIT 2, ISC 1');
  });
});

describe('what users get', () => {
  it('is dependencies, peers and what those need, and nothing that only we use', () => {
    const packages = {
      '': {
        dependencies: { a: '^1.0.0' },
        peerDependencies: { peer: '^1.0.0', absent: '*' },
        devDependencies: { dev: '1' },
      },
      'node_modules/a': { dependencies: { shared: '^2.0.0', '@scope/b': '1' } },
      'node_modules/a/node_modules/shared': {},
      'node_modules/@scope/b': { dependencies: { shared: '^1.0.0', a: '^1.0.0' } },
      'node_modules/@scope/b/node_modules/c': {},
      'node_modules/peer': { dev: true, dependencies: { deep: '1' } },
      'node_modules/deep': { dev: true },
      'node_modules/shared': {},
      'node_modules/dev': { dev: true },
    };
    expect(runtimePackages(JSON.stringify({ packages }))).to.deep.equal([
      'node_modules/@scope/b',
      'node_modules/a',
      'node_modules/a/node_modules/shared',
      'node_modules/deep',
      'node_modules/peer',
      'node_modules/shared',
    ]);
  });
});
