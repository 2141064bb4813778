import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix, resolve, sep } from 'node:path';

/** The root of the repository. */
export const root = resolve(__dirname, '..');

/** The files under a folder of `base` that end with `ending`, by their path from `base`; none where the folder is missing. */
export const textFiles = (folder: string, ending: string, base = root): Record<string, string> => {
  if (!existsSync(join(base, folder))) return {};
  const names = readdirSync(join(base, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort();
  return Object.fromEntries(
    names.map((name) => [
      posix.join(folder, ...name.split(sep)),
      readFileSync(join(base, folder, name), { encoding: 'utf8' }),
    ]),
  );
};
