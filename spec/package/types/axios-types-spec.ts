import { expect } from 'chai';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../textFiles';
import { compile } from '../support/compile';
import { project } from '../support/tarball';

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

const options = { strict: true, noEmit: true, target: 'es2022', types: [], skipLibCheck: true, esModuleInterop: true };

for (const version of versions) {
  describe(`axiosTransport with an instance of ${version}`, () => {
    for (const [moduleResolution, { module, files }] of Object.entries(resolutions)) {
      it(`compiles under ${moduleResolution} resolution: ${files.join(', ')}`, async () => {
        const folder = `types-${version}-${moduleResolution}`;
        const path = await project(folder, Object.fromEntries(files.map((file) => [file, program])));
        await mkdir(join(path, 'node_modules'), { recursive: true });
        await symlink(join(root, 'node_modules', version), join(path, 'node_modules/axios'), 'dir');
        const compilerOptions = { ...options, module, moduleResolution };
        expect(await compile(folder, { compilerOptions, files })).to.deep.equal([]);
      });
    }
  });
}
