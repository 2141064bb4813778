import { build, type BuildOptions, type Metafile } from 'esbuild';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { project } from './tarball';

/** A bundle for browsers: its code, and where each byte of it comes from. */
export interface Bundle {
  readonly code: string;
  /** The bytes of every file that was read, by its path, those included of which nothing is left (0). */
  readonly bytes: Readonly<Record<string, number>>;
  /** What the bundle would still import when it runs. */
  readonly imports: ReadonlyArray<string>;
}

const contributions = ({ inputs, outputs }: Metafile): Record<string, number> => {
  const used = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  return {
    ...Object.fromEntries(Object.keys(inputs).map((path) => [path, 0])),
    ...Object.fromEntries(used.map(([path, { bytesInOutput }]) => [path, bytesInOutput])),
  };
};

/** Where a bundle is to run, unless in a browser. */
type Target = {
  readonly [Option in 'platform' | 'conditions' | 'mainFields' | 'define']: Readonly<
    NonNullable<BuildOptions[Option]>
  >;
};

/** Bundles a program of the consumer project as an application for browsers would be; fails where something is not found. */
export const bundle = async (
  name: string,
  source: string,
  external: ReadonlyArray<string> = [],
  { platform, conditions, mainFields, define }: Partial<Target> = {},
): Promise<Bundle> => {
  const folder = await project('browser', { [`${name}.js`]: source });
  const { metafile, outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [join(folder, `${name}.js`)],
    bundle: true,
    platform: platform ?? 'browser',
    ...(conditions && { conditions: [...conditions] }),
    ...(mainFields && { mainFields: [...mainFields] }),
    ...(define && { define }),
    format: 'esm',
    minify: true,
    metafile: true,
    write: false,
    logLevel: 'silent',
    external: [...external],
  });
  const imports = Object.values(metafile.outputs).flatMap((output) =>
    output.imports.map(({ path }) => path),
  );
  return {
    code: outputFiles.map(({ text }) => text).join(''),
    bytes: contributions(metafile),
    imports,
  };
};

/** Code without the statements that bind it to other modules: in an application's bundle nothing is left of them. */
export const withoutBindings = (code: string): string =>
  code.replace(/import(?:[\w\s*{},$]+from)?"[^"]+";|export\{[^}]*\};/g, '');

/** The size that a browser would fetch. */
export const gzipped = (code: string): number => gzipSync(code, { level: 9 }).length;

/** How many bytes of a package are left in a bundle. */
export const bytesOf = (name: string, { bytes }: Pick<Bundle, 'bytes'>): number =>
  Object.entries(bytes).reduce(
    (sum, [path, size]) => (path.includes(`node_modules/${name}/`) ? sum + size : sum),
    0,
  );

/** The folders that a pattern finds in the paths of the files that were read, each once. */
export const folders = (
  pattern: RegExp,
  { bytes }: Pick<Bundle, 'bytes'>,
): ReadonlyArray<string> => [
  ...new Set(Object.keys(bytes).flatMap((path) => pattern.exec(path)?.[0] ?? [])),
];

/** The files that most of a bundle comes from, the largest first, to say where a budget went. */
export const largest = ({ bytes }: Pick<Bundle, 'bytes'>, count = 10): string =>
  Object.entries(bytes)
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([path, size]) => `${path.replace(/^.*node_modules\//, '')} ${size}`)
    .join('\n');
