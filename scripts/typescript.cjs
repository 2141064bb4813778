// Lets Node require TypeScript: node --require ./scripts/typescript.cjs file.ts. The .mocharc.json does that for mocha.
// What has changed is transpiled in one go, into .cache/js, and the processes that this one starts only read it. A file
// keeps its name, so `__dirname`, stack traces and coverage are those of the source. Types are not checked.
const { buildSync, transformSync, version } = require('esbuild');
const { createHash } = require('node:crypto');
const {
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} = require('node:fs');
const Module = require('node:module');
const { dirname, join, relative, sep } = require('node:path');

const root = dirname(__dirname);
const folders = ['src', 'spec', 'spec-real', 'bench', 'scripts', join('examples', 'fleet')];
const options = {
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  sourcemap: 'inline',
  tsconfigRaw: { compilerOptions: { strict: true, target: 'ES2022' } },
};
const cache = join(
  root,
  '.cache',
  'js',
  createHash('sha256')
    .update(version + JSON.stringify(options))
    .digest('hex')
    .slice(0, 8),
);

const sourcesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourcesIn(path);
    return /(?<!\.d)\.ts$/.test(entry.name) ? [path] : [];
  });

const copyOf = (file) => join(cache, relative(root, file)).replace(/\.ts$/, '.js');

const timeOf = (file) => Math.round(statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);

/** A copy has the time of its source: a source that was put back has an older time than the copy of what was there before. */
const isStale = (file) => timeOf(file) !== timeOf(copyOf(file));

const write = (file, contents, mtime) => {
  const unfinished = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(unfinished, contents);
  utimesSync(unfinished, mtime, mtime);
  renameSync(unfinished, file);
};

const transpile = () => {
  const stale = folders.flatMap((folder) => sourcesIn(join(root, folder))).filter(isStale);
  if (stale.length === 0) return;
  const times = new Map(stale.map((file) => [copyOf(file), statSync(file).mtime]));
  // As if each lay beside its source, which is where its source map looks for it.
  const entries = {
    entryPoints: stale,
    outbase: root,
    outdir: root,
    write: false,
    logLevel: 'error',
  };
  for (const { path, contents } of buildSync({ ...options, ...entries }).outputFiles) {
    const copy = join(cache, relative(root, path));
    write(copy, contents, times.get(copy));
  }
};

const read = (file) => {
  const isOurs =
    folders.some((folder) => file.startsWith(join(root, folder) + sep)) &&
    statSync(copyOf(file), { throwIfNoEntry: false });
  if (isOurs) return readFileSync(copyOf(file), 'utf8');
  return transformSync(readFileSync(file, 'utf8'), { ...options, loader: 'ts', sourcefile: file })
    .code;
};

if (process.env.PAGEWALK_TRANSPILED !== root) transpile();
process.env.PAGEWALK_TRANSPILED = root;
process.setSourceMapsEnabled(true);
// What is imported late is a TypeScript source, too, and `import()` would look for the JavaScript that it names.
const required = (code) =>
  code.replace(/\bimport\("(\.[^"]*)\.js"\)/g, 'Promise.resolve().then(() => require("$1"))');
Module._extensions['.ts'] = (module, file) => module._compile(required(read(file)), file);
