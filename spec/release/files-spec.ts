import { expect } from 'chai';
import type { PackedFile } from '../../scripts/release/Check';
import { limits, listing, sizeProblems } from '../../scripts/release/sizes';
import { targetProblems, type Targets } from '../../scripts/release/targets';
import { missing, unwanted } from '../package/contents/contents';

const file = (path: string, text = '', size = text.length): PackedFile => ({ path, size, text });

const refused =
  `spec/walk/values/rights-spec.ts dist/src/walk/rights-spec.ts dist/src/walk/rights.test.ts dist/src/walk/rights.types.ts
dist/src/bench/walk.ts src/walk/values/rights.ts dist/esm/walk/rights.js.map bench/run.mjs
dist/esm/bench/walk.js dist/cjs/tsconfig.build.tsbuildinfo dist/cjs/index.d.ts dist/other/index.js
dist/src/cli/data.json dist/src/.env dist/src/.cache/a.ts node_modules/axios/index.js
docs/guides/notes.txt docs/.draft.md examples/fleet/main.ts package-lock.json
.npmrc`.split(/\s/);
const allowed = [
  'dist/cjs/cli/main.js',
  'dist/esm/walk/rights.js',
  'dist/types/angular/testing/index.d.ts',
  'dist/types/index.d.ts.map',
  'dist/src/angular/testing/index.ts',
  'docs/guides/testing.md',
  'docs/angular.png',
  'README.md',
];

describe('the files of a release', () => {
  for (const path of refused) {
    it(`may not be ${path}`, () => expect(unwanted([...allowed, path])).to.deep.equal([path]));
  }

  it('may be the builds, the types with their maps and sources, the docs and the papers', () =>
    expect(unwanted(allowed)).to.deep.equal([]));

  it('must be both builds, the types, the readme, the license, the changelog and what is promised about security', () =>
    expect(
      missing(['README.md', 'CHANGELOG.md', 'package.json', 'dist/cjs/a.js', 'dist/esm/a.js']),
    ).to.deep.equal(['LICENSE', 'CONTRIBUTING.md', 'SECURITY.md', 'dist/types/', 'dist/src/']));
});

describe('the sizes of a release', () => {
  it('may be what the limits say', () => {
    const files = [file('a', '', limits.file), file('docs/a.png', '', limits.picture)];
    expect(sizeProblems(limits.packed, files)).to.deep.equal([]);
  });

  it('may not be a byte more: packed, unpacked, of one file, or of a picture', () => {
    const many = Array.from({ length: limits.unpacked / limits.file }, (_, n) =>
      file(`${n}`, '', limits.file),
    );
    expect(sizeProblems(limits.packed + 1, [...many, file('last', '', 1)])).to.deep.equal([
      'the packed package has 1,048,577 bytes, and 1,048,576 are allowed',
      'the unpacked package has 4,194,305 bytes, and 4,194,304 are allowed',
    ]);
    const large = [
      file('dist/src/large.ts', '', limits.file + 1),
      file('docs/large.png', '', limits.picture + 1),
    ];
    expect(sizeProblems(1, large)).to.deep.equal([
      'dist/src/large.ts has 262,145 bytes, and 262,144 are allowed',
      'docs/large.png has 100,001 bytes, and 100,000 are allowed',
    ]);
  });

  it('may not have a file more', () => {
    const many = Array.from({ length: limits.files + 1 }, (_, n) => file(`${n}`));
    expect(sizeProblems(1, many)).to.deep.equal(['the package has 901 files, and 900 are allowed']);
  });

  it('are listed by folder and kind, the largest first', () => {
    const files = [
      file('LICENSE', '', 7),
      file('dist/cjs/a.js', '', 1_000),
      file('dist/cjs/walk/b.js', '', 500),
      file('dist/cjs/a.js.map', '', 300),
      file('dist/types/a.d.ts', '', 200),
      file('dist/types/a.d.ts.map', '', 100),
      file('src/walk/a.ts', '', 50),
    ];
    expect(listing(files).map((line) => line.trim())).to.deep.equal([
      '1,500  dist/cjs/**.js  2 files',
      '300  dist/cjs/**.js.map',
      '200  dist/types/**.d.ts',
      '100  dist/types/**.d.ts.map',
      '50  src/**.ts',
      '7  LICENSE',
    ]);
  });
});

describe('what package.json names', () => {
  const manifest: Targets = {
    main: './dist/cjs/index.js',
    types: './dist/types/index.d.ts',
    exports: {
      '.': {
        types: './dist/types/index.d.ts',
        node: { require: './dist/cjs/index.js' },
        default: './dist/esm/index.js',
      },
      './package.json': './package.json',
    },
    bin: { walk: './dist/cjs/cli/main.js' },
  };
  const files = [
    file('package.json'),
    file('dist/cjs/index.js'),
    file('dist/esm/index.js'),
    file('dist/types/index.d.ts'),
    file('dist/cjs/cli/main.js', '#!/usr/bin/env node\n'),
  ];

  it('is in the package', () => expect(targetProblems(manifest, files)).to.deep.equal([]));

  it('is refused where it is not, under any condition', () => {
    expect(
      targetProblems(
        manifest,
        files.filter(({ path }) => path !== 'dist/cjs/index.js'),
      ),
    ).to.deep.equal([
      'main is dist/cjs/index.js, which is not in the package',
      'exports . node require is dist/cjs/index.js, which is not in the package',
    ]);
    expect(targetProblems(manifest, files.slice(0, -1))).to.deep.equal([
      'bin walk is dist/cjs/cli/main.js, which is not in the package',
    ]);
  });

  it('is refused where an entry has no types', () => {
    const exports = { ...manifest.exports, './untyped': { default: './dist/esm/index.js' } };
    expect(targetProblems({ ...manifest, exports }, files)).to.deep.equal([
      'exports ./untyped has no types',
    ]);
  });

  it('is refused where a command has no first line for a shell', () => {
    const silent = [...files.slice(0, -1), file('dist/cjs/cli/main.js', 'run();')];
    expect(targetProblems(manifest, silent)).to.deep.equal([
      'bin walk is ./dist/cjs/cli/main.js, which does not begin with #!/usr/bin/env node',
    ]);
  });
});
