import { expect } from 'chai';
import { join } from 'node:path';
import { compile, type Diagnostic } from '../support/compile';
import { linkModule, project } from '../support/tarball';

/** The versions that users have, by their folders in node_modules; the last is the newest of the range. */
const versions = ['axios-1.7', 'axios-1.15', 'axios-oldest', 'axios'];

const program = `
import axios from 'axios';
import { axiosTransport, type Transport } from 'pagewalk';

const instance = axios.create({ baseURL: 'https://objects.example.com', timeout: 1_000 });
instance.interceptors.request.use((config) => config);

export const transports: ReadonlyArray<Transport> = [
  axiosTransport(instance),
  axiosTransport(instance, { timeout: 5_000, maxResponseBytes: 1_000 }),
  axiosTransport(axios),
  axiosTransport({ baseURL: 'https://objects.example.com' }),
];

// @ts-expect-error: it is no limit
axiosTransport(instance, { timeout: '5s' });
// @ts-expect-error: it needs an address
axiosTransport({});
// @ts-expect-error: an address alone is no instance
axiosTransport('https://objects.example.com');
// @ts-expect-error: it lacks what an instance has
axiosTransport(() => Promise.resolve());
`;

// Under nodenext the extension says which kind of module a file is: both kinds of consumers are there.
const resolutions = {
  nodenext: { module: 'nodenext', files: ['esm.mts', 'commonjs.cts'] },
  bundler: { module: 'esnext', files: ['bundled.ts'] },
  node10: { module: 'commonjs', files: ['old.ts'] },
};

const options = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  types: [],
  skipLibCheck: true,
  esModuleInterop: true,
};

for (const [moduleResolution, { module, files }] of Object.entries(resolutions)) {
  describe(`axiosTransport with an instance under ${moduleResolution} resolution`, () => {
    const folder = `types-axios-${moduleResolution}`;
    let found: ReadonlyArray<Diagnostic>;

    // Each version has a folder of its own with the same program, and all are compiled at once.
    before(async () => {
      const programs = versions.flatMap((version) => files.map((file) => join(version, file)));
      const path = await project(
        folder,
        Object.fromEntries(programs.map((file) => [file, program])),
      );
      for (const version of versions)
        await linkModule(join(path, version, 'node_modules'), version, 'axios');
      const compilerOptions = { ...options, module, moduleResolution };
      found = await compile(folder, { compilerOptions, files: programs });
    });

    for (const version of versions) {
      it(`compiles with ${version}: ${files.join(', ')}`, () =>
        expect(found.filter(({ file }) => file.startsWith(`${version}/`))).to.deep.equal([]));
    }

    it('compiles everywhere else', () =>
      expect(
        found.filter(({ file }) => !versions.some((version) => file.startsWith(`${version}/`))),
      ).to.deep.equal([]));
  });
}
