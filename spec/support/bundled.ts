import { buildSync } from 'esbuild';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../textFiles';

const bundles = new Map<string, string>();

/** A program of the repository in one file, which starts in a fraction of the time; made once for each process of mocha. */
export const bundled = (program: string): string => {
  const known = bundles.get(program);
  if (known !== undefined) return known;
  const folder = join(root, '.cache', 'programs');
  const file = join(folder, `${program.replace(/\W+/g, '-')}.cjs`);
  const { outputFiles } = buildSync({
    entryPoints: [join(root, program)],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    write: false,
    logLevel: 'silent',
    external: ['pg-native'],
  });
  // Renamed into its place: another process may be starting what was there before.
  const unfinished = `${file}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(unfinished, outputFiles[0]?.contents ?? '');
  renameSync(unfinished, file);
  bundles.set(program, file);
  return file;
};
