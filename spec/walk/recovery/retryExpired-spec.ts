import { expect } from 'chai';
import { type Either, isRight, left, right } from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { defer, type Observable, of, share, take } from 'rxjs';
import {
  bearer,
  createClient,
  type HttpRequest,
  retryExpired,
  type Transport,
} from '../../../src/index';
import { type WalkError, walkError } from '../../../src/model/errors/WalkError';
import { collect, gather } from '../../support/collect';
import { inMarbles, inTurn } from '../../support/marbles';
import { operatorCases } from '../../support/operatorCases';
import { token } from '../../support/pages';
import { answer, list, ok } from '../../support/scriptedTransport';
import { errorsAt } from '../../support/walkErrors';

type Result = Either<WalkError, string>;

const errors = errorsAt(O.none);
const progress = { pages: 1, objects: 1, attempts: 1 };
const expired: Result = left(walkError('PageTokenExpired', { status: 400, progress }));
const bad = (record: unknown): Result =>
  left(walkError('InvalidObject', { page: 0, index: 0, problems: [], record }));

const values: Record<string, Result> = {
  a: right('a'),
  b: right('b'),
  c: right('c'),
  d: right('d'),
  i: bad({ id: 'i' }),
  j: bad({ id: 'j' }),
  t: left(errors.TimedOut),
  x: expired,
};

const key = (letter: string): string => letter;

/** A service of five numbered objects, two a page, which refuses the tokens of these requests. */
const serviceOf = (...expiries: ReadonlyArray<number>) => {
  const requests: Array<HttpRequest> = [];
  const transport: Transport = (request) =>
    defer(() => {
      if (expiries.includes(requests.push(request) - 1))
        return of(answer(400, { errorName: 'InvalidPageToken' }));
      const from = Number(new URLSearchParams(request.url.split('?')[1]).get('pageToken') ?? 0);
      const data = [1, 2, 3, 4, 5].slice(from, from + 2).map((id) => ({ properties: { id } }));
      return of(ok({ data, ...(from < 4 && { nextPageToken: `${from + 2}` }) }));
    });
  return { transport, requests };
};

const byId = retryExpired({
  key: (record: { readonly properties: { readonly id?: unknown } }) => Number(record.properties.id),
});

const idsOf = async (
  walk: Observable<Either<WalkError, { readonly properties: { readonly id?: unknown } }>>,
) =>
  (await collect(walk)).map((result) =>
    isRight(result) ? result.right.properties.id : result.left._tag,
  );

describe('law 13: retryExpired', () => {
  operatorCases<Result, Result>(() => retryExpired({ key }), values, values, [
    {
      what: 'a walk that does not expire stays what it is',
      source: '--a--b--(c|)',
      expected: '--a--b--(c|)',
    },
    {
      what: 'every other Left passes, and ends nothing',
      source: '-a-t-b-t|',
      expected: '-a-t-b-t|',
    },
    {
      what: 'a key that comes twice in one walk is emitted once',
      source: '-a-b-a-b-c|',
      expected: '-a-b-----c|',
    },
    {
      what: 'a bad object that comes twice in one walk is reported twice',
      source: '-i-a-i-j|',
      expected: '-i-a-i-j|',
    },
  ]);

  describe('restarts', () => {
    it('a walk that expired, at once, and emits each key once', () =>
      inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
        const first = cold(' --a--b--(x|)', values);
        const second = cold('        --a--b--c--|', values);
        expectObservable(inTurn(first, second).pipe(retryExpired({ key }))).toBe(
          '--a--b----------c--|',
          values,
        );
        expectSubscriptions(first.subscriptions).toBe(' ^-------!');
        expectSubscriptions(second.subscriptions).toBe('--------^----------!');
      }));

    it('and says how often, where that is asked for', () =>
      inMarbles(({ cold, flush }) => {
        const seen: Array<number> = [];
        const onRestart = (restarts: number): void => {
          seen.push(restarts);
        };
        const walk = inTurn(
          cold('-a(x|)', values),
          cold('-a-b(x|)', values),
          cold('-a-b-c|', values),
        );
        walk.pipe(retryExpired({ key, onRestart })).subscribe();
        flush();
        expect(seen).to.deep.equal([1, 2]);
      }));

    it('a stream that goes on after it said that a walk of it expired, when it is over', () =>
      inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
        const first = cold(' -a-x--c-|', values);
        const second = cold('        -a-b|', values);
        expectObservable(inTurn(first, second).pipe(retryExpired({ key }))).toBe(
          '-a----c----b|',
          values,
        );
        expectSubscriptions(first.subscriptions).toBe(' ^-------!');
        expectSubscriptions(second.subscriptions).toBe('--------^---!');
      }));

    it('a walk that is shared, once for all who wait for it', () =>
      inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
        const first = cold(' -a-(x|)', values);
        const second = cold('   -a-b|', values);
        const shared = inTurn(first, second).pipe(share());
        expectObservable(shared.pipe(retryExpired({ key }))).toBe('-a----b|', values);
        expectObservable(shared.pipe(retryExpired({ key }))).toBe('-a----b|', values);
        expectSubscriptions(first.subscriptions).toBe(' ^--!');
        expectSubscriptions(second.subscriptions).toBe('---^---!');
      }));

    it('reports a bad object once, and loses none', () =>
      inMarbles(({ cold, expectObservable }) => {
        const source = inTurn(cold('-i-i-(x|)', values), cold('-i-j-i-i-a|', values));
        expectObservable(source.pipe(retryExpired({ key }))).toBe('-i-i----j---i-a|', values);
      }));
  });

  describe('gives up, with the Left', () => {
    for (const [restarts, expected, subscriptions] of [
      [0, '        a-b-(x|)', ['^---!']],
      [1, '        a-b-----(x|)', ['^---!', '----^---!']],
      [
        undefined,
        'a-b-------------(x|)',
        ['^---!', '----^---!', '--------^---!', '------------^---!'],
      ],
    ] as const) {
      it(`after ${restarts ?? 'by default 3'} restarts that brought no new key`, () =>
        inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
          const source = cold('a-b-(x|)', values);
          expectObservable(source.pipe(retryExpired({ key, restarts }))).toBe(expected, values);
          expectSubscriptions(source.subscriptions).toBe([...subscriptions]);
        }));
    }

    it('a new key begins the count anew, wherever in the walk it comes; a bad object does not', () =>
      inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
        const walks = ['a(x|)', 'ai(x|)', 'ba(x|)', 'aj(x|)', 'a(x|)', 'ac|'].map((walk) =>
          cold(walk, values),
        );
        const source = inTurn(...walks);
        expectObservable(source.pipe(retryExpired({ key, restarts: 2 }))).toBe(
          'a-ib--j-(x|)',
          values,
        );
        expectSubscriptions(walks[4]?.subscriptions ?? []).toBe('-------^!');
        expectSubscriptions(walks[5]?.subscriptions ?? []).toBe([]);
      }));
  });

  it('what the key function throws is an exception of the user', () =>
    inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
      const mine = new Error('mine');
      const source = cold('-a-b-c|', values);
      const throwing = (letter: string): string => {
        if (letter === 'b') throw mine;
        return letter;
      };
      expectObservable(source.pipe(retryExpired({ key: throwing }))).toBe('-a-#', values, mine);
      expectSubscriptions(source.subscriptions).toBe('^--!');
    }));

  it('law 9: leaving during a walk that was restarted leaves it', () =>
    inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
      const second = cold('-a-b-c-x', values);
      const third = cold('-a|', values);
      const source = inTurn(cold('-a-(x|)', values), second, third);
      expectObservable(source.pipe(retryExpired({ key }), take(2))).toBe('-a----(b|)', values);
      expectSubscriptions(second.subscriptions).toBe('---^--!');
      expectSubscriptions(third.subscriptions).toBe([]);
    }));

  it('law 1: each subscription has keys and restarts of its own', () =>
    inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold('a-b-(x|)', values);
      const walk = source.pipe(retryExpired({ key, restarts: 1 }));
      expectObservable(walk).toBe('                a-b-----(x|)', values);
      expectObservable(walk, '--^').toBe('        --a-b-----(x|)', values);
      expectSubscriptions(source.subscriptions).toBe([
        '^---!',
        '--^---!',
        '----^---!',
        '------^---!',
      ]);
    }));

  describe('law 10: is stack-safe', () => {
    it('10,000 synchronous restarts that each bring one new key complete', () => {
      let walks = 0;
      const source = defer(() =>
        of<Array<Result>>(right(`${walks}`), ...(walks++ < 10_000 ? [expired] : [])),
      );
      let objects = 0;
      let end: unknown = 'silence';
      source.pipe(retryExpired({ key })).subscribe({
        next: () => (objects += 1),
        error: (error: unknown) => (end = error),
        complete: () => (end = 'completed'),
      });
      expect([objects, end]).to.deep.equal([10_001, 'completed']);
    });

    it('also over a client whose pages come synchronously', () => {
      let requests = 0;
      const transport: Transport = ({ url }) => {
        const n = requests++;
        if (url.includes('pageToken')) return of(answer(410, {}));
        return of(
          ok({ data: [{ properties: { id: n } }], ...(n < 4_000 && { nextPageToken: `t${n}` }) }),
        );
      };
      let objects = 0;
      let isCompleted = false;
      createClient({ transport })
        .list(list)
        .pipe(byId)
        .subscribe({ next: () => (objects += 1), complete: () => (isCompleted = true) });
      expect([objects, requests, isCompleted]).to.deep.equal([2_001, 4_001, true]);
    });
  });

  describe('with a client', () => {
    it('begins with the same first request, without a token', async () => {
      const { transport, requests } = serviceOf(2);
      const walk = createClient({ transport, auth: bearer('abc') }).list({
        ...list,
        snapshot: true,
      });
      expect(await idsOf(walk.pipe(byId))).to.deep.equal([1, 2, 3, 4, 5]);
      expect(requests).to.have.length(6);
      expect(requests[3]).to.deep.equal(requests[0]);
    });

    it('a walk that began at a page token is not restarted', async () => {
      const { transport, requests } = serviceOf(1);
      const walk = createClient({ transport }).list({ ...list, pageToken: token('2') });
      expect(await idsOf(walk.pipe(byId))).to.deep.equal([3, 4, 'PageTokenExpired']);
      expect(requests).to.have.length(2);
    });

    it('events tell of each restart with the walk that ended, and of the next walk as another; of none when it gives up', () => {
      const eventsOf = (...expiries: ReadonlyArray<number>) => {
        const { transport } = serviceOf(...expiries);
        const client = createClient({ transport });
        const events = gather(client.events);
        client.list(list).pipe(byId).subscribe();
        return events.flatMap((event) =>
          event.type === 'restart' || event.type === 'end'
            ? [
                [
                  event.walk,
                  event.type,
                  event.type === 'restart' ? event.restarts : event.error?._tag,
                ],
              ]
            : [],
        );
      };
      // The second walk brings new keys before it expires: restarts are counted, not those in vain.
      expect(eventsOf(1, 4)).to.deep.equal([
        [1, 'end', 'PageTokenExpired'],
        [1, 'restart', 1],
        [2, 'end', 'PageTokenExpired'],
        [2, 'restart', 2],
        [3, 'end', undefined],
      ]);
      expect(eventsOf(1, 3, 5, 7)).to.have.length(7);
      expect(eventsOf(1, 3, 5, 7).at(-1)).to.deep.equal([4, 'end', 'PageTokenExpired']);
    });
  });
});
