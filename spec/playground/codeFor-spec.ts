import { expect } from 'chai';
import ts from 'typescript';
import { codeFor } from '../../scripts/playground/codeFor';
import { initial, type Scheme, schemes } from '../../scripts/playground/Settings';

describe('the code that the playground shows', () => {
  for (const scheme of Object.keys(schemes) as ReadonlyArray<Scheme>) {
    it(`is a program, and imports what it uses and nothing else: ${scheme}`, () => {
      const code = codeFor({ ...initial, scheme, readAhead: 1 });
      const { diagnostics = [] } = ts.transpileModule(code, { reportDiagnostics: true });
      expect(diagnostics).to.deep.equal([]);
      const imported = [...code.matchAll(/import \{ (.*) \}/g)].flatMap(([, names = '']) =>
        names.split(', '),
      );
      const rest = code.replace(/^import .*$/gm, '');
      for (const name of imported) expect(rest, name).to.match(new RegExp(`\\b${name}\\(`));
      expect(rest).to.include('readAhead: 1').and.include('highWaterMark: 100');
    });
  }

  it('says the settings as they are', () => {
    const code = codeFor({
      ...initial,
      pageSize: 70,
      latency: 1_500,
      consumer: 9,
      highWaterMark: 20,
    });
    for (const part of ['pageSize: 70', 'latency: 1500', 'timer(9)', 'highWaterMark: 20'])
      expect(code).to.include(part);
    expect(code).to.not.include('readAhead');
  });
});
