import { readdirSync } from 'node:fs';
import { map, range, timer } from 'rxjs';
import { spool } from '../../../src/node/spool';
import { openFiles } from './openFiles';
import { large } from './large';

/** Spools more than it may into the directory that it is given, and prints what came of it. */
const [, , directory = ''] = process.argv;
const before = openFiles();
const ids: Array<number> = [];
let produced = 0;

/** The file is closed a little after the error has come: however long that takes, but not forever. */
const report = (error: Error, looks = 3_000): void => {
  if (openFiles() > before && looks > 0) {
    setTimeout(report, 20, error, looks - 1);
    return;
  }
  const { code } = error.cause as NodeJS.ErrnoException;
  const files = readdirSync(directory);
  const descriptors = openFiles() - before;
  process.stdout.write(
    JSON.stringify({ message: error.message, code, ids, produced, files, descriptors }),
  );
};

range(0, 100)
  .pipe(
    map((id) => large((produced = id))),
    spool({ ready: timer(1000) }, { directory, memory: 2 }),
  )
  .subscribe({
    next: ({ id }) => ids.push(id),
    error: report,
  });
