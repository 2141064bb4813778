type Versions = Readonly<Record<string, string>>;

/** What the specs read of a package.json. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly files?: ReadonlyArray<string>;
  readonly scripts?: Versions;
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly peerDependencies?: Versions;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** An entry point that holds code. */
export interface Entry {
  /** As it stands in an import: `pagewalk`, `pagewalk/node`. */
  readonly specifier: string;
  /** The path of its types in the package. */
  readonly types: string;
}

/** The entry points that hold code; the others are files such as package.json itself. */
export const entries = ({ name, exports }: Manifest): ReadonlyArray<Entry> =>
  Object.entries(exports).flatMap(([subpath, target]) =>
    typeof target === 'string' ? [] : [{ specifier: name + subpath.slice(1), types: target.types }],
  );
