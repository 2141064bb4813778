import * as E from 'fp-ts/Either';
import { timer } from 'rxjs';
import { durable } from '../../../../src/index';
import { filePlaces } from '../../../../src/node/index';
import { sources } from './sources';

interface Task {
  readonly source: keyof typeof sources;
  readonly folder: string;
  readonly endpoint?: string;
}

/** Walks a source durably, and says which cursors it asked for, which objects came, and what was kept. */
const { source, folder, endpoint } = JSON.parse(process.argv[2] ?? '') as Task;
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

void sources[source]((cursor) => say(`asked ${JSON.stringify(cursor)}`), endpoint).then((pages) =>
  durable({
    id: source,
    places: filePlaces(folder),
    pages,
    work: ({ data }) => {
      for (const object of data) say(E.isRight(object) ? `came ${object.right}` : object.left._tag);
      return timer(20);
    },
  }).subscribe({
    next: (result) => say(E.isLeft(result) ? result.left._tag : `kept ${result.right.pages}`),
    error: (error: unknown) => say(`failed ${String(error)}`),
    complete: () => {
      say('end');
      // A client of the source may keep the process.
      process.exit(0);
    },
  }),
);
