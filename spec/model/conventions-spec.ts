import { expect } from 'chai';
import { build } from 'esbuild';
import { namesIn, plainName } from '../../src/model/conventions/Convention';
import { conventions } from '../../src/model/conventions/rows';
import { root } from '../textFiles';

describe('the rows of conventions', () => {
  it('have plain names, none of them twice in a role beside the same name', () => {
    const seen = new Set<string>();
    for (const { role, path, to, beside = '' } of conventions) {
      for (const name of namesIn(path)) {
        expect(name, path).to.equal(plainName(name)).and.to.not.equal('');
        const key = `${role} ${name} ${beside}`;
        expect(seen.has(key), key).to.equal(false);
        seen.add(key);
      }
      expect(to?.startsWith(' ') ?? false, path).to.equal(false);
    }
  });

  it('are in no bundle but for those that the end of a walk looks at', async () => {
    const { outputFiles, metafile } = await build({
      stdin: {
        contents:
          "import { at, byCursor, query } from './src/paging'; console.log(at, byCursor, query);",
        resolveDir: root,
      },
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      treeShaking: true,
    });
    const used = Object.entries(metafile.outputs).flatMap(([, { inputs }]) =>
      Object.entries(inputs).flatMap(([path, { bytesInOutput }]) =>
        path.includes('conventions/') && bytesInOutput > 0 ? [path.replace(/^.*\//, '')] : [],
      ),
    );
    expect(used.sort()).to.deep.equal(['Convention.ts', 'ends.ts', 'innerLists.ts']);
    expect(outputFiles[0]?.text).to.include('hasnextpage').and.not.include('hydra:');
  });
});
