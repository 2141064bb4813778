import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import {
  concat,
  defer,
  EMPTY,
  ignoreElements,
  map,
  Observable,
  type ObservableInput,
  of,
  timer,
} from 'rxjs';
import { durable, type HttpRequest, type Transport } from '../../../src/index';
import { answer, ok } from '../../support/scriptedTransport';
import { memoryPlaces } from './support/memoryPlaces';
import { pagesOver } from './support/numberedWalk';

/** What may happen when a page is asked for. */
type Fault = 'none' | 'fails' | 'expires';

/** When a run is killed: after this many steps, requests and beginnings and ends of work alike; never at 0. */
interface Script {
  readonly pages: number;
  readonly faults: ReadonlyArray<Fault>;
  readonly kills: ReadonlyArray<number>;
  readonly workFails: ReadonlyArray<boolean>;
  readonly isAsync: boolean;
  readonly batch: number;
}

const anyFault = fc.constantFrom<Array<Fault>>('none', 'none', 'none', 'fails', 'expires');

const anyScript: fc.Arbitrary<Script> = fc.record({
  pages: fc.integer({ min: 1, max: 6 }),
  faults: fc.array(anyFault, { maxLength: 20 }),
  kills: fc.array(fc.nat({ max: 12 }), { maxLength: 6 }),
  workFails: fc.array(fc.boolean(), { maxLength: 8 }),
  isAsync: fc.boolean(),
  batch: fc.integer({ min: 1, max: 4 }),
});

const tokenIn = ({ url }: HttpRequest): string =>
  new URL(url, 'http://x').searchParams.get('pageToken') ?? 'page-0';

/** Runs the walk again and again, killed and failing as the script says, until it is done; gives all that it did, in order. */
const play = async ({
  pages,
  faults,
  kills,
  workFails,
  isAsync,
  batch,
}: Script): Promise<ReadonlyArray<string>> => {
  const log: Array<string> = [];
  const places = memoryPlaces();
  const pending = { faults: [...faults], kills: [...kills], workFails: [...workFails] };
  let step: () => void = () => undefined;
  const later = isAsync ? timer(0).pipe(ignoreElements()) : EMPTY;

  const transport: Transport = (request) =>
    defer(() => {
      step();
      const fault = pending.faults.shift() ?? 'none';
      const index = Number(tokenIn(request).slice(5));
      if (fault === 'fails') return of(answer(500, {}));
      if (fault === 'expires' && index > 0)
        return of(answer(400, { errorName: 'InvalidPageToken' }));
      const next = index + 1 < pages ? { nextPageToken: `page-${index + 1}` } : {};
      return concat(later, of(ok({ data: [{ properties: { index } }], ...next })));
    });

  const work = (index: number): ObservableInput<unknown> =>
    concat(
      defer(() => {
        step();
        log.push(`begin ${index}`);
        return later;
      }),
      defer(() => {
        if (pending.workFails.shift() === true) throw new Error('work');
        log.push(`end ${index}`);
        step();
        return later;
      }),
    );

  const run = (): Promise<boolean> =>
    new Promise((resolve) => {
      const kill = pending.kills.shift() ?? 0;
      let steps = 0;
      const killed = new Observable<never>((subscriber) => {
        step = () => {
          steps += 1;
          if (steps === kill) subscriber.complete();
        };
      });
      let isDone = false;
      const walk = durable({
        id: 'x',
        places,
        restarts: 1_000,
        batch,
        pages: pagesOver(transport),
        work: (page) => work(page.place.isLast ? pages - 1 : page.place.pages - 1),
      });
      const running = walk.pipe(
        map((result) => {
          if (E.isRight(result)) log.push(`kept ${result.right.round} ${result.right.pages - 1}`);
          isDone = E.isRight(result) && result.right.isLast;
        }),
      );
      const end = (): void => {
        subscription.unsubscribe();
        setImmediate(() => resolve(isDone));
      };
      const subscription = killed.subscribe({ complete: () => setImmediate(end) });
      subscription.add(running.subscribe({ error: end, complete: end }));
    });

  for (let runs = 0; runs < 60; runs += 1) if (await run()) return log;
  return expect.fail('the walk did not come to its end');
};

describe('law 17: any pages, any faults, any kills', () => {
  it('every page is worked on in order, kept only after its work, and passed over only when kept', () =>
    fc.assert(
      fc.asyncProperty(anyScript, async (script) => {
        const log = await play(script);
        const { batch } = script;
        let ended = -1;
        let covered = -1;
        let round = 1;
        for (const line of log) {
          const [what = '', ...numbers] = line.split(' ');
          const index = Number(numbers.at(-1));
          // The first page that is not covered, the next one of a batch, or the first of a round.
          if (what === 'begin') {
            expect(index, line).to.be.oneOf([0, covered + 1, ...(batch > 1 ? [ended + 1] : [])]);
          }
          if (what === 'end') ended = index;
          if (what !== 'kept') continue;
          expect(index, 'a place that is kept covers work that has ended').to.equal(ended);
          const isNewRound = Number(numbers[0]) > round;
          round = Number(numbers[0]);
          expect(index, 'no page is passed over').to.be.at.most(
            (isNewRound ? -1 : covered) + batch,
          );
          covered = index;
        }
        expect(covered).to.equal(script.pages - 1);
      }),
      { numRuns: 100 },
    ));
});
