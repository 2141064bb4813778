import { buildSync } from 'esbuild';
import { join } from 'node:path';
import { root } from '../../textFiles';

let file: string | undefined;

/** The command line in one file, which starts in half the time; made once. */
export const bundledBin = (): string => {
  if (file !== undefined) return file;
  file = join(root, '.cache', 'cli-bundle', 'main.cjs');
  buildSync({
    entryPoints: [join(root, 'src', 'cli', 'main.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile: file,
    logLevel: 'silent',
  });
  return file;
};
