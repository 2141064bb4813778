import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest package.json above this file is the package's own, wherever the build has put the file. */
const manifestAbove = (directory: string): string => {
  const file = join(directory, 'package.json');
  return existsSync(file) || dirname(directory) === directory ? file : manifestAbove(dirname(directory));
};

/** The version of the package. */
export const version = (): string =>
  (JSON.parse(readFileSync(manifestAbove(__dirname), 'utf8')) as { readonly version: string }).version;
