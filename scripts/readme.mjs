// npm packs the README.md that is in this folder. `prepack` leaves out what is only for readers of the repository, and `postpack`
// puts it back: what stands between <!-- repository --> and <!-- /repository -->, each on a line of its own.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import process from 'node:process';

const readme = 'README.md';
const kept = '.cache/README.md';

/** The README of the package. */
export const ofPackage = (text) =>
  text.replace(/^<!-- repository -->\n[^]*?^<!-- \/repository -->\n\n?/gm, '');

const steps = {
  pack: async () => {
    const text = await readFile(readme, 'utf8');
    await mkdir('.cache', { recursive: true });
    await writeFile(kept, text);
    await writeFile(readme, ofPackage(text));
  },
  restore: () => rename(kept, readme),
};

if (process.argv[1] === import.meta.filename) await steps[process.argv[2]]();
