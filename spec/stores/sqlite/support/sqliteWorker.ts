import * as E from 'fp-ts/Either';
import { writeSync } from 'node:fs';
import { concatMap } from 'rxjs';
import { sqlitePlaces } from '../../../../src/sqlite';
import { durable } from '../../../../src/walk/durable/durable';
import { numberedPages } from '../../../support/numberedPages';
import { pagesOver } from '../../../walk/durable/support/numberedWalk';
import { standStill } from '../../../walk/durable/support/standStill';
import { driverNames, insert, openDatabase } from './drivers';

interface Task {
  readonly file: string;
  readonly id?: string;
  readonly pages: number;
  readonly perPage?: number;
  /** Milliseconds of work on a page, after its row is written. */
  readonly ms: number;
  /** Whether it leaves a walk alone that another process has. */
  readonly isPolite?: boolean;
  /** The page that it stands still before. */
  readonly standsBefore?: number;
  /** The page in whose work it stands still. */
  readonly standsIn?: number;
}

/** Walks into a table that raises on a duplicate; says what was kept, and how it ended. */
const {
  file,
  id = 'walk',
  pages,
  perPage = 1,
  ms,
  isPolite,
  standsBefore,
  standsIn,
} = JSON.parse(process.argv[2] ?? '') as Task;
const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const pagesFrom = pagesOver(numberedPages({ pages, perPage, latency: 1 }));
const db = openDatabase(driverNames.at(-1) ?? '', file);

writeSync(1, 'open\n');
durable({
  id,
  places: sqlitePlaces(db),
  claim: isPolite ? { ifOlderThan: 60_000 } : {},
  pages: (start) =>
    pagesFrom(start).pipe(
      concatMap(async (page) => {
        if (E.isRight(page) && page.right.place.pages === standsBefore) await standStill();
        return page;
      }),
    ),
  work: ({ place }, tx) => {
    insert(place.pages)(tx);
    if (place.pages === standsIn) {
      writeSync(1, 'stands\n');
      process.kill(process.pid, 'SIGSTOP');
    }
    // A moment in which it can be killed in the transaction.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  },
}).subscribe({
  next: (result) => say(E.isLeft(result) ? result.left._tag : `kept ${result.right.pages}`),
  error: (error: unknown) => say(`failed ${String(error)}`),
  complete: () => {
    db.close();
    say('end');
  },
});
