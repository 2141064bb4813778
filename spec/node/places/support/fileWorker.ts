import * as E from 'fp-ts/Either';
import { appendFileSync } from 'node:fs';
import { createClient } from '../../../../src/client/createClient';
import { listObjects } from '../../../../src/model/endpoints/listObjects';
import { filePlaces } from '../../../../src/node/places/filePlaces';
import { durable } from '../../../../src/walk/durable/durable';
import { numberedPages } from '../../../support/numberedPages';

interface Task {
  readonly directory: string;
  readonly log: string;
  readonly pages: number;
  /** Milliseconds of work on a page. */
  readonly ms: number;
}

/** Walks with places in a directory. Its work is a line in a log; it says when work begins, and what was kept. */
const { directory, log, pages, ms } = JSON.parse(process.argv[2] ?? '') as Task;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const client = createClient({ transport: numberedPages({ pages, perPage: 1, latency: 1 }) });

durable({
  id: 'walk',
  places: filePlaces(directory),
  pages: (start) => client.pages(listObjects, { ontologyRid: 'o', objectType: 'x', ...start }),
  work: async ({ place }) => {
    say(`work ${place.pages}`);
    await new Promise((resolve) => setTimeout(resolve, ms));
    appendFileSync(log, `${place.pages}\n`);
  },
}).subscribe({
  next: (result) => say(E.isLeft(result) ? result.left._tag : `kept ${result.right.pages}`),
  complete: () => say('end'),
});
