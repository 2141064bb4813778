/** The table of the versions that the nightly commands run, as CONTRIBUTING.md has it. */
export function table(): string;

/** What a line of Angular needs beside itself. */
export const angularLines: Readonly<
  Record<string, { readonly node: ReadonlyArray<number>; readonly typescript: string }>
>;
