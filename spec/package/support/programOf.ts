import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The text of a program that is compiled or run as a user's would be. */
export const programOf = (name: 'axios' | 'inferred' | 'manyPages' | 'right' | 'wrong'): string =>
  readFileSync(join(__dirname, '../programs', `${name}.txt`), 'utf8');
