import { map, NEVER, range } from 'rxjs';
import { spool } from '../../../src/node/spool';
import { large } from './large';
import { openFiles } from './openFiles';

/** Spools some megabytes into the directory that it is given, says so, and waits to be killed. */
const [, , directory = ''] = process.argv;
const before = openFiles();

range(0, 100)
  .pipe(map(large), spool({ ready: NEVER }, { directory, memory: 0 }))
  .subscribe();

if (openFiles() > before) process.stdout.write('spooled');
setInterval(() => undefined, 1000);
