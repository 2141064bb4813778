import type { PackedFile } from './Check';

type Target = string | { readonly [condition: string]: Target };

/** The fields of a package.json that name files. */
export interface Targets {
  readonly main?: string;
  readonly module?: string;
  readonly types?: string;
  readonly exports: Readonly<Record<string, Target>>;
  readonly bin?: Readonly<Record<string, string>>;
}

const leaves = (at: string, target: Target): ReadonlyArray<readonly [at: string, path: string]> =>
  typeof target === 'string'
    ? [[at, target.replace(/^\.\//, '')]]
    : Object.entries(target).flatMap(([condition, inner]) => leaves(`${at} ${condition}`, inner));

/** Every file that a package.json names, with where it names it. */
export const targets = ({
  main,
  module,
  types,
  exports,
  bin = {},
}: Targets): ReturnType<typeof leaves> => [
  ...Object.entries({ main, module, types }).flatMap(([at, path]) =>
    path === undefined ? [] : leaves(at, path),
  ),
  ...Object.entries(exports).flatMap(([subpath, target]) => leaves(`exports ${subpath}`, target)),
  ...Object.entries(bin).flatMap(([name, path]) => leaves(`bin ${name}`, path)),
];

/** The files that a package.json names and the package lacks, entries without types, and commands that no shell could start. */
export const targetProblems = (
  manifest: Targets,
  files: ReadonlyArray<PackedFile>,
): ReadonlyArray<string> => {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const absent = targets(manifest).filter(([, path]) => !texts.has(path));
  const untyped = Object.entries(manifest.exports).filter(
    ([, target]) => typeof target !== 'string' && target.types === undefined,
  );
  const silent = Object.entries(manifest.bin ?? {}).filter(
    ([, path]) =>
      texts.get(path.replace(/^\.\//, ''))?.startsWith('#!/usr/bin/env node\n') === false,
  );
  return [
    ...absent.map(([at, path]) => `${at} is ${path}, which is not in the package`),
    ...untyped.map(([subpath]) => `exports ${subpath} has no types`),
    ...silent.map(
      ([name, path]) => `bin ${name} is ${path}, which does not begin with #!/usr/bin/env node`,
    ),
  ];
};
