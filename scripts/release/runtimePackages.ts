type Names = Readonly<Record<string, string>>;

/** What a lock file says of a package. */
interface Locked {
  readonly dependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly peerDependencies?: Names;
}

/** Where Node would find a package that is asked for from a folder: there, or further out. */
const resolved = (
  packages: Readonly<Record<string, Locked>>,
  from: string,
  name: string,
): string | undefined => {
  const path = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (Object.hasOwn(packages, path)) return path;
  return from === ''
    ? undefined
    : resolved(packages, from.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''), name);
};

/**
 * The folders of everything that users get with this package: its dependencies and peers, and what those need.
 * Peers stand among the `dev` packages of a lock file, hence this walk.
 */
export const runtimePackages = (lock: string): ReadonlyArray<string> => {
  const { packages } = JSON.parse(lock) as { packages: Readonly<Record<string, Locked>> };
  const found = new Set<string>();
  const visit = (from: string): void => {
    const { dependencies, optionalDependencies, peerDependencies } = packages[from] ?? {};
    for (const name of Object.keys({
      ...dependencies,
      ...optionalDependencies,
      ...peerDependencies,
    })) {
      // A peer or an optional package of another platform need not be there.
      const path = resolved(packages, from, name);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      visit(path);
    }
  };
  visit('');
  return [...found].sort();
};
