import { isAbsolute, join, relative, resolve } from 'node:path';
import { root } from '../../textFiles';
import { runNode } from './run';
import { project } from './tarball';

/** A compiler that the published types are checked with: its folder in node_modules, or anywhere else. */
export type Compiler = string;

/** How modules are found. Under node16 and nodenext the extension says which kind a file is: both kinds of consumers are there. */
export const resolutions = {
  node16: { module: 'node16', extensions: ['mts', 'cts'] },
  nodenext: { module: 'nodenext', extensions: ['mts', 'cts'] },
  bundler: { module: 'esnext', extensions: ['ts'] },
};

export type Resolution = keyof typeof resolutions;

/** An error of the compiler; `file` is a path from the project's folder, and empty where the error is in no file. */
export interface Diagnostic {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

// One error per match: its indented lines are the reasons that belong to it.
const diagnosticPattern = /^(?:(.+)\((\d+),\d+\): )?error (TS\d+: .*(?:\n .*)*)/gm;

/** The errors in what a compiler printed. */
export const diagnostics = (printed: string): ReadonlyArray<Diagnostic> =>
  [...printed.matchAll(diagnosticPattern)].map(([, file = '', line = '0', message = '']) => ({
    file,
    line: Number(line),
    message,
  }));

/** Compiles files of a folder of the consumer project and gives the errors. */
export const compile = async (
  folder: string,
  config: Readonly<Record<string, unknown>>,
  compiler: Compiler = 'typescript',
): Promise<ReadonlyArray<Diagnostic>> => {
  const path = await project(folder, { 'tsconfig.json': JSON.stringify(config) });
  const tsc = join(resolve(root, 'node_modules', compiler), 'bin/tsc');
  const { code, stdout, stderr } = await runNode(
    [tsc, '-p', 'tsconfig.json', '--pretty', 'false'],
    path,
  );
  const found = diagnostics(stdout).map((diagnostic) => ({
    ...diagnostic,
    file: isAbsolute(diagnostic.file) ? relative(path, diagnostic.file) : diagnostic.file,
  }));
  if ((code === 0) !== (found.length === 0))
    throw new Error(`${compiler} ended with ${code}\n${stdout}${stderr}`);
  return found;
};
