// Builds the package into dist:
//   esm    a module for each source, for bundlers, which leave out what is not used
//   cjs    for Node: the entries, the command line, and chunks that they share, so that few files are read
//   types  the declarations that the entries lead to
import { build, transform } from 'esbuild';
import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

const root = dirname(import.meta.dirname);
const dist = join(root, 'dist');
const { exports, bin } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

const filesIn = async (folder) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

const writeTo = async (path, text) => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
};

const sourceOf = (target) =>
  join(root, target.replace(/dist\/(cjs|types)\//, 'src/').replace(/(\.d\.ts|\.js)$/, '.ts'));
const types = Object.values(exports).flatMap((entry) => entry.types ?? []);
const entries = types.map(sourceOf);

const common = { target: 'es2022', charset: 'utf8', logLevel: 'warning', legalComments: 'none' };

/** Rooms that only each other import, for a helper without state: one file each, which imports the others as its modules do. */
const wholeRooms = ['otel'].map((name) => join(root, 'src', name));

const isWithin = (folder) => (file) => file.startsWith(folder + sep);

const writeRoom = (room) =>
  build({
    ...common,
    entryPoints: [join(room, 'index.ts')],
    outfile: join(dist, 'esm', relative(join(root, 'src'), room), 'index.js'),
    bundle: true,
    packages: 'external',
    format: 'esm',
    plugins: [
      {
        name: 'other rooms stay where they are',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
            const file = join(resolveDir, path);
            if (kind === 'entry-point' || wholeRooms.some((whole) => isWithin(whole)(file)))
              return undefined;
            return { path: relative(room, file).split(sep).join('/'), external: true };
          }),
      },
    ],
  });

const writeModules = async () => {
  const left = [join(root, 'src', 'cli'), ...wholeRooms].map(isWithin);
  const entryPoints = (await filesIn(join(root, 'src'))).filter(
    (file) => !left.some((isLeft) => isLeft(file)),
  );
  const outdir = join(dist, 'esm');
  const { outputFiles } = await build({
    ...common,
    entryPoints,
    outbase: join(root, 'src'),
    outdir,
    format: 'esm',
    write: false,
  });
  // Of a source with types only nothing is left, and nothing imports it.
  await Promise.all(
    outputFiles.filter(({ text }) => text !== '').map(({ path, text }) => writeTo(path, text)),
  );
  await Promise.all(wholeRooms.map(writeRoom));
};

/** A chunk that is loaded when it is needed is required, too: Node's `import` would parse it and all that it requires a second time. */
const requiringChunks = (code) =>
  code.replace(/\bimport\(("\.[^"]+")\)/g, 'Promise.resolve().then(() => require($1))');

const writeForNode = async () => {
  const outdir = join(dist, 'cjs');
  const { outputFiles } = await build({
    ...common,
    entryPoints: [...entries, ...Object.values(bin).map(sourceOf)],
    outbase: join(root, 'src'),
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[hash]',
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
  });
  // Chunks are made for ES modules only. Each becomes a CommonJS module by itself.
  await Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const { code } = await transform(text, { ...common, format: 'cjs', platform: 'node' });
      await writeTo(path, requiringChunks(code));
    }),
  );
};

const run = (...args) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${args.join(' ')} ended with ${code}`)),
    );
  });

/** The declarations that these lead to, themselves included. */
const reachable = async (files, found = new Set()) => {
  for (const file of files) {
    if (found.has(file)) continue;
    found.add(file);
    // Without doc comments: their examples import what readers have.
    const text = (await readFile(file, 'utf8')).replace(/\/\*\*[^]*?\*\//g, '');
    const next = [...text.matchAll(/(?:from |import\()['"](\.[^'"]+)['"]/g)].map(([, path]) =>
      join(dirname(file), `${path}.d.ts`),
    );
    await reachable(next, found);
  }
  return found;
};

const writeTypes = async () => {
  await run(join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json');
  const wanted = await reachable(types.map((path) => join(root, path)));
  const others = (await filesIn(join(dist, 'types'))).filter((file) => !wanted.has(file));
  await Promise.all(others.map((file) => rm(file)));
};

await rm(dist, { recursive: true, force: true });
await Promise.all([writeModules(), writeForNode(), writeTypes()]);
