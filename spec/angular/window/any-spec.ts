import '@angular/compiler';
import { expect } from 'chai';
import fc from 'fast-check';
import { runsOf } from '../../resilience/replay';
import { answer } from '../../support/scriptedTransport';
import { type Book, book, idsIn } from './book';
import { windowedList } from './lists';

/** What may happen to a list. */
type Happening =
  | { readonly type: 'look'; readonly part: number; readonly rows: number }
  | {
      readonly type:
        'turn' | 'fail' | 'retry' | 'expire' | 'refresh' | 'pause' | 'resume' | 'leave' | 'pass';
    }
  | { readonly type: 'resize'; readonly page: number; readonly rows: number }
  | { readonly type: 'pages'; readonly pages: number };

const simply = (
  ...types: ReadonlyArray<
    'turn' | 'fail' | 'retry' | 'expire' | 'refresh' | 'pause' | 'resume' | 'leave' | 'pass'
  >
) => fc.constantFrom(...types).map((type): Happening => ({ type }));
const looking = fc.record({
  type: fc.constant('look' as const),
  part: fc.nat(100),
  rows: fc.nat(40),
});
const turning = simply('turn');
const scrolling = fc.array(
  fc.oneof(
    { arbitrary: looking, weight: 6 },
    { arbitrary: turning, weight: 6 },
    {
      arbitrary: simply('fail', 'retry', 'expire', 'refresh', 'pause', 'resume', 'leave', 'pass'),
      weight: 2,
    },
  ),
  { maxLength: 60 },
);
const changing = fc.array(
  fc.oneof(
    { arbitrary: looking, weight: 6 },
    { arbitrary: turning, weight: 6 },
    { arbitrary: simply('expire', 'pass'), weight: 1 },
    {
      arbitrary: fc.record({
        type: fc.constant('resize' as const),
        page: fc.nat(11),
        rows: fc.integer({ min: 1, max: 9 }),
      }),
      weight: 1,
    },
    {
      arbitrary: fc.record({
        type: fc.constant('pages' as const),
        pages: fc.integer({ min: 1, max: 14 }),
      }),
      weight: 1,
    },
  ),
  { maxLength: 60 },
);
const setting = fc.record({
  pages: fc.integer({ min: 1, max: 12 }),
  size: fc.integer({ min: 1, max: 9 }),
  window: fc.integer({ min: 1, max: 5 }),
  rowsAhead: fc.nat(20),
});

/** Lets microtasks run; a request is only answered when the spec says so. */
const settle = async (): Promise<void> => {
  for (let turns = 0; turns < 12; turns += 1) await Promise.resolve();
};

/** What the commands of the happenings are called. */
const commands = { retry: 'retry', refresh: 'reload', pause: 'pause', resume: 'retry' } as const;

describe('any scrolling of a list with a window', () => {
  const { setInterval, clearInterval } = globalThis;
  const timers = new Map<unknown, () => void>();
  /** The pause after a page that was passed is over. */
  const passTime = (): void => {
    for (const due of timers.values()) due();
  };

  beforeEach(() => {
    timers.clear();
    // What timers of RxJS are made of.
    const begin = (due: () => void): unknown => {
      const timer = {};
      timers.set(timer, due);
      return timer;
    };
    const end = (timer: unknown): boolean => timers.delete(timer);
    Object.assign(globalThis, { setInterval: begin, clearInterval: end });
  });
  afterEach(() => Object.assign(globalThis, { setInterval, clearInterval }));

  const begin = ({
    pages,
    size,
    window,
    rowsAhead,
  }: typeof setting extends fc.Arbitrary<infer S> ? S : never) => {
    const service = book(pages, size, true);
    const made = windowedList(service, { keepPages: window, rowsAhead });
    let [start, end, isThere] = [0, 0, true];
    const apply = (happening: Happening): void => {
      switch (happening.type) {
        case 'look': {
          const length = made.rows().length;
          start = Math.floor((length * happening.part) / 101);
          end = Math.min(length, start + happening.rows);
          if (!isThere) made.list.connect(made.view);
          isThere = true;
          made.view.look(start, end);
          return;
        }
        case 'leave':
          made.list.disconnect(made.view);
          isThere = false;
          return;
        case 'turn':
          if (service.waiting().length > 0) service.turn();
          return;
        case 'fail':
          if (service.waiting().length > 0) service.turn(answer(503, {}));
          return;
        case 'expire':
          service.expire();
          return;
        case 'pass':
          passTime();
          return;
        case 'resize':
          service.counts[happening.page % service.counts.length] = happening.rows;
          return;
        case 'pages':
          service.counts = Array.from(
            { length: happening.pages },
            (_, page) => service.counts[page] ?? size,
          );
          return;
        default:
          made.list[commands[happening.type]]();
      }
    };
    return { service, ...made, apply, range: () => [start, end] as const, isThere: () => isThere };
  };

  /** How many pages rows from one index to another are on at most, and one more while a new walk replaces rows. */
  const pagesShown = (from: number, to: number, smallest: number): number =>
    Math.floor((Math.max(to, from + 1) - from - 1) / smallest) + 3;

  const drain = async (service: Book, isDone: () => boolean): Promise<void> => {
    for (let turns = 0; turns < 500; turns += 1) {
      await settle();
      passTime();
      await settle();
      if (service.waiting().length > 0) service.turn();
      else if (isDone()) return;
    }
    throw new Error('it never comes to rest');
  };

  it('keeps every row at its own index, no more pages than it may, and one request under way', () =>
    fc.assert(
      fc.asyncProperty(setting, scrolling, async (given, happenings) => {
        const { service, list, rows, apply, range, isThere, app } = begin(given);
        const look = (): void => {
          const ids = idsIn(rows());
          ids.forEach((id, index) => {
            if (id !== undefined) expect(id).to.equal(index);
          });
          expect(idsIn(list.value())).to.deep.equal(ids.filter((id) => id !== undefined));
          const most = Math.max(given.window, pagesShown(...range(), given.size));
          expect(list.value().length).to.be.at.most(most * given.size);
          expect(service.mostAtOnce).to.be.at.most(1);
          expect(list.progress().objects).to.equal(rows().length);
        };
        for (const happening of happenings) {
          apply(happening);
          await settle();
          look();
        }
        // When all is well, the viewport has its rows.
        list.retry();
        list.retry();
        if (!isThere()) apply({ type: 'look', part: 50, rows: 10 });
        await drain(service, () => list.status() !== 'loading');
        look();
        expect(['idle', 'end']).to.include(list.status());
        const [start, end] = range();
        expect(idsIn(rows(), start, end)).to.not.include(undefined);
        app.leave();
      }),
      { numRuns: runsOf(40, 1_000) },
    ));

  it('comes to rest with the rows that there are, whatever changes at the service', () =>
    fc.assert(
      fc.asyncProperty(setting, changing, async (given, happenings) => {
        const { service, list, rows, apply, range, app } = begin(given);
        for (const happening of happenings) {
          apply(happening);
          await settle();
          expect(idsIn(list.value()).length).to.equal(
            idsIn(rows()).filter((id) => id !== undefined).length,
          );
          expect(service.mostAtOnce).to.be.at.most(1);
        }
        await drain(service, () => list.status() !== 'loading');
        const [start, end] = range();
        expect(idsIn(rows(), start, end)).to.not.include(undefined);
        // From the first page on, all is as it is now.
        list.reload();
        await drain(service, () => list.status() !== 'loading');
        const length = service.counts.reduce((sum, count) => sum + count, 0);
        const known = idsIn(rows(), start, Math.min(end, length));
        known.forEach((id, index) => expect(id).to.equal(start + index));
        app.leave();
      }),
      { numRuns: runsOf(40, 1_000) },
    ));
});
