import { counted, type PackedFile } from './Check';

/** The bytes and the files that a release may have. Raise one only with a reason in the commit that does. */
export const limits = {
  packed: 1_048_576,
  unpacked: 4_194_304,
  files: 900,
  file: 262_144,
  picture: 100_000,
};

/** What is larger than its limit. */
export const sizeProblems = (
  packed: number,
  files: ReadonlyArray<PackedFile>,
): ReadonlyArray<string> => {
  const over = (what: string, size: number, limit: number): ReadonlyArray<string> =>
    size > limit ? [`${what} has ${counted(size)} bytes, and ${counted(limit)} are allowed`] : [];
  return [
    ...over('the packed package', packed, limits.packed),
    ...over('the unpacked package', unpackedSize(files), limits.unpacked),
    ...(files.length > limits.files
      ? [`the package has ${files.length} files, and ${limits.files} are allowed`]
      : []),
    ...files.flatMap(({ path, size }) =>
      over(path, size, path.endsWith('.png') ? limits.picture : limits.file),
    ),
  ];
};

/** The bytes of all files together. */
export const unpackedSize = (files: ReadonlyArray<PackedFile>): number =>
  files.reduce((sum, { size }) => sum + size, 0);

/** `dist/cjs/walk/rights.js.map` belongs to `dist/cjs/**.js.map`; a file of the first floor stands for itself. */
const groupOf = (path: string): string => {
  const [, folder, ending] = /^(dist\/[^/]+|[^/]+)\/.*?((?:\.d)?\.\w+(?:\.map)?)$/.exec(path) ?? [];
  return folder === undefined || ending === undefined ? path : `${folder}/**${ending}`;
};

/** The files by folder and kind, a line each, the largest first: thousands of lines are read by nobody. */
export const listing = (files: ReadonlyArray<PackedFile>): ReadonlyArray<string> => {
  const groups = new Map<string, { count: number; size: number }>();
  for (const { path, size } of files) {
    const { count, size: sum } = groups.get(groupOf(path)) ?? { count: 0, size: 0 };
    groups.set(groupOf(path), { count: count + 1, size: sum + size });
  }
  return [...groups]
    .sort(([, a], [, b]) => b.size - a.size)
    .map(([group, { count, size }]) => {
      const number = count === 1 ? '' : `  ${counted(count)} files`;
      return `${counted(size).padStart(11)}  ${group}${number}`;
    });
};
