import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../textFiles';
import { compile, type Diagnostic } from '../support/compile';
import { type Example, examplesIn, expectedLogs, moduleOf } from './examples';
import { runNode } from '../support/run';
import { project } from '../support/tarball';
import { twoAtATime } from './twoAtATime';

/** The addresses that the examples use, including the one of the first steps. No service runs there. */
const writtenURLs = /https:\/\/objects\.example\.com|http:\/\/127\.0\.0\.1:8080/g;

/** What readers have written to `api.ts` in their first steps, and the examples of the guides import. */
const api = examplesIn('', readFileSync(join(root, 'docs/getting-started.md'), 'utf8')).find(
  ({ file }) => file === 'api.mts',
);

/** What the examples find in their environment. */
type Environment = Readonly<Record<string, string>>;

export const compilerOptions = {
  strict: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'node20',
  moduleDetection: 'force',
  types: ['node'],
  skipLibCheck: true,
  inlineSourceMap: true,
  outDir: 'out',
};

const compileProblems = (
  { origin, file }: Example,
  found: ReadonlyArray<Diagnostic>,
): ReadonlyArray<string> =>
  found
    .filter((diagnostic) => diagnostic.file === file)
    .map(({ line, message }) => `${origin}:${line}: does not compile: ${message}`);

const runProblems = async (
  folder: string,
  example: Example,
  env: Environment,
  timeout: number,
): Promise<ReadonlyArray<string>> => {
  const place = `${example.origin}:${example.line}`;
  const script = `out/${example.file.replace(/mts$/, 'mjs')}`;
  // An application is compiled ahead of time. Node needs the compiler for what Angular itself has left to it.
  const compiler = example.code.includes("'pagewalk/angular")
    ? ['--import', '@angular/compiler']
    : [];
  const args = ['--enable-source-maps', ...compiler, script];
  const { code, stdout, stderr } = await runNode(args, folder, timeout, env);
  if (code === null) return [`${place}: did not end within ${timeout} ms\n${stdout}${stderr}`];
  if (code !== 0) return [`${place}: ended with ${code}\n${stdout}${stderr}`];
  const expected = expectedLogs(example.code);
  return expected === undefined || expected === stdout
    ? []
    : [`${place}: logs\n${stdout}instead of\n${expected}`];
};

/** Compiles the examples together, runs each in a process of its own, and gives for each what is wrong with it. */
export const checkExamples = async (
  name: string,
  examples: ReadonlyArray<Example>,
  url: string,
  env: Environment = {},
  timeout = 300_000,
): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const locate = (code: string): string =>
    code.replaceAll(writtenURLs, url).replaceAll(/'(\.\/\w+)\.js'/g, "'$1.mjs'");
  const located = examples.map((example) => ({ ...example, code: locate(example.code) }));
  const modules = Object.fromEntries(located.map((example) => [example.file, moduleOf(example)]));
  const folder = await project(name, { 'api.mts': locate(api?.code ?? ''), ...modules });
  const found = await compile(name, { compilerOptions, files: located.map(({ file }) => file) });
  const elsewhere = found.filter(({ file }) => !examples.some((example) => example.file === file));
  if (elsewhere.length > 0)
    throw new Error(`the examples cannot be compiled: ${JSON.stringify(elsewhere)}`);
  const checks = located.map((example) => async (): Promise<ReadonlyArray<string>> => {
    const problems = compileProblems(example, found);
    return example.isRun && problems.length === 0
      ? runProblems(folder, example, env, timeout)
      : problems;
  });
  return Promise.all(twoAtATime(checks));
};
