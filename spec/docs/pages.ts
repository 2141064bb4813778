import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, textFiles } from '../textFiles';

/** Pages outside docs/ that lead into it. */
const outside = [
  'README.md',
  'CONTRIBUTING.md',
  'examples/angular/README.md',
  'examples/fleet/README.md',
];

/** Every page that a reader may come to, by its path from the root. */
export const pages: Readonly<Record<string, string>> = {
  ...Object.fromEntries(outside.map((path) => [path, readFileSync(join(root, path), 'utf8')])),
  ...textFiles('docs', '.md'),
};

/** Whether a page belongs to the documentation proper. */
export const isInDocs = (path: string): boolean => path.startsWith('docs/');
