import { build, type BuildOptions } from 'esbuild';
import { root } from '../textFiles';

/** A page without anything, for scripts to be put into. */
export const blankPage =
  '<!doctype html><html lang="en"><title>Application</title><main><h1>Application</h1></main></html>';

/** A script with everything that these lines import, from the root of the repository on. */
export const bundled = async (contents: string, options: BuildOptions = {}): Promise<string> => {
  const stdin = { contents, resolveDir: root };
  const { outputFiles } = await build({
    stdin,
    bundle: true,
    format: 'iife',
    logLevel: 'silent',
    ...options,
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
};
