import { docComments, fencedBlocks, type FencedBlock } from './fencedBlocks';

/** A block of code in the documentation. */
export interface Example {
  /** The file that it stands in. */
  readonly origin: string;
  /** The number of its first line of code there. */
  readonly line: number;
  /** The ES module that it becomes, which Node runs without a loader: `README-3.mts`, or what its first line names. */
  readonly file: string;
  readonly code: string;
  /** False where the fence says `no-run`: the block is compiled only. */
  readonly isRun: boolean;
}

const blocksIn = (origin: string, text: string): ReadonlyArray<FencedBlock> =>
  fencedBlocks(origin.endsWith('.ts') ? docComments(text) : text);

/** `docs/paging.md` gives `docs-paging`, `src/walk/values/rights.ts` gives `walk-values-rights`. */
const stem = (origin: string): string =>
  origin
    .replace(/^src\//, '')
    .replace(/\.\w+$/, '')
    .replaceAll('/', '-');

/** The examples that are fenced as one of two words: to be run, or only compiled. */
const fencedAs =
  (run: string, compiled: string) =>
  (origin: string, text: string): ReadonlyArray<Example> =>
    blocksIn(origin, text)
      .filter(({ info }) => info === run || info === compiled)
      .map(({ line, info, code }, index) => {
        const [, name = `${stem(origin)}-${index + 1}`] = /^\/\/ (\w+)\.ts\n/.exec(code) ?? [];
        const file = `${name}.mts`;
        return { origin, line, file, code, isRun: info === run };
      });

/** The examples of a Markdown file, or of the doc comments of a TypeScript source. */
export const examplesIn = fencedAs('ts', 'ts no-run');

/** Those that need an engine, which is not among the packages of this one: spec/docs/engines-full-spec.ts checks them. */
export const engineExamplesIn = fencedAs('ts engine', 'ts engine no-run');

/** Code that would go unchecked for the way it is fenced: as `typescript`, as `js`, with a word that means nothing. */
export const uncheckedBlocks = (origin: string, text: string): ReadonlyArray<string> =>
  blocksIn(origin, text)
    .filter(
      ({ info }) =>
        /^([mc]?[jt]sx?|typescript|javascript)\b/i.test(info) &&
        !/^ts( engine)?( no-run)?$/.test(info),
    )
    .map(({ line, info }) => `${origin}:${line - 1}: fenced as ${info}`);

/** What the comments below each `// Logs:` say that the code prints; undefined where there is no such comment. */
export const expectedLogs = (code: string): string | undefined => {
  const sections = [...code.matchAll(/^[ \t]*\/\/ Logs:(?:\n|$)((?:[ \t]*\/\/.*(?:\n|$))*)/gm)];
  if (sections.length === 0) return undefined;
  const lines = sections.flatMap(([, logs = '']) => logs.split('\n').filter((line) => line !== ''));
  return lines.map((line) => `${line.replace(/^[ \t]*\/\/ ?/, '')}\n`).join('');
};

/** The example as a module in which every line has the number that it has in its origin, so that errors name the right one. */
export const moduleOf = ({ line, code }: Example): string => `${'\n'.repeat(line - 1)}${code}\n`;
