import * as E from 'fp-ts/Either';
import { appendFileSync } from 'node:fs';
import { filePlaces } from '../../../../src/stores/files/filePlaces';
import { durable } from '../../../../src/walk/durable/durable';
import { numberedPages } from '../../../support/numberedPages';
import { standStill } from '../../../walk/durable/support/standStill';
import { pagesOver } from '../../../walk/durable/support/numberedWalk';

interface Task {
  readonly directory: string;
  readonly log: string;
  readonly pages: number;
  /** Milliseconds of work on a page. */
  readonly ms: number;
  readonly part?: { readonly name: string; readonly of: ReadonlyArray<string> };
  /** The page in whose work it stands still. */
  readonly standsAt?: number;
  /** Milliseconds that `finish` takes. */
  readonly finishing?: number;
}

/** Walks with places in a directory. Its work is a line in a log; it says when work begins, and what was kept. */
const {
  directory,
  log,
  pages,
  ms,
  part,
  standsAt,
  finishing = ms,
} = JSON.parse(process.argv[2] ?? '') as Task;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const note = (...words: ReadonlyArray<string | number>): void => {
  appendFileSync(log, `${words.join(' ')}\n`);
};

durable({
  id: 'walk',
  places: filePlaces(directory),
  pages: pagesOver(numberedPages({ pages, perPage: 1, latency: 1 })),
  ...(part && { part }),
  work: async ({ place, run }) => {
    say(`work ${place.pages}`);
    await (place.pages === standsAt
      ? standStill()
      : new Promise((resolve) => setTimeout(resolve, ms)));
    note(...(part ? [run, part.name] : []), place.pages);
  },
  ...(part && {
    finish: async (_: unknown, { runs }: { readonly runs: ReadonlyArray<string> }) => {
      say('finish');
      await new Promise((resolve) => setTimeout(resolve, finishing));
      note(runs.join(), 'finished');
    },
  }),
}).subscribe({
  next: (result) => say(E.isLeft(result) ? result.left._tag : `kept ${result.right.pages}`),
  complete: () => say('end'),
});
