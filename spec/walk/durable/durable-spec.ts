import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { concatMap, defer, EMPTY, ignoreElements, map, Observable, of, take, timer } from 'rxjs';
import {
  createClient,
  durable,
  type HttpRequest,
  listObjects,
  type ObjectRecord,
  type Page,
} from '../../../src/index';
import type { DurableOptions } from '../../../src/walk/durable/durable';
import { collect, gather } from '../../support/collect';
import { inMarbles } from '../../support/marbles';
import type { ok } from '../../support/scriptedTransport';
import { answer, pagesOf, record, scriptedTransport } from '../../support/scriptedTransport';
import { rightOf } from '../../support/sides';
import { memoryPlaces } from './support/memoryPlaces';
import { pagesIn } from './support/numberedWalk';

const params = { ontologyRid: 'ri.o', objectType: 'employee' };
const three = pagesOf([[record(1)], [record(2)], [record(3)]]);
const expired = answer(400, { errorName: 'InvalidPageToken' });
const broken = answer(500, {});

type Scripted = ReturnType<typeof ok> | Observable<never>;

type Options = DurableOptions<ObjectRecord<Readonly<Record<string, unknown>>>, string>;

/** A durable walk over scripted answers, with what it has asked for and worked on. */
const scene = (
  script: ReadonlyArray<Scripted>,
  options: Partial<Options> = {},
  latency?: number,
) => {
  const { transport, requests } = scriptedTransport(...script);
  const slow = (request: HttpRequest) =>
    latency === undefined
      ? transport(request)
      : timer(latency).pipe(concatMap(() => transport(request)));
  const client = createClient({ transport: slow, retry: false });
  const places = memoryPlaces();
  const worked: Array<number> = [];
  const idsOf = ({
    data,
  }: Page<ObjectRecord<Readonly<Record<string, unknown>>>>): ReadonlyArray<number> =>
    data.map((object) => rightOf(object).properties.id as number);
  const run = (own: Partial<Options> = {}) =>
    durable({
      id: 'employee',
      places,
      pages: (start) => client.pages(listObjects, { ...params, ...start }),
      work: (page) => {
        worked.push(...idsOf(page));
        return EMPTY;
      },
      ...options,
      ...own,
    });
  return { run, client, places, worked, requests, idsOf };
};

describe('durable', () => {
  it('law 1: claims and sends nothing before it is subscribed, and walks anew for each subscription', async () => {
    const { run, requests, places, worked } = scene([...three]);
    let claims = 0;
    const claim: typeof places.claim = (id) => {
      claims += 1;
      return places.claim(id);
    };
    const walk = run({ places: { ...places, claim } });
    expect([claims, requests.length]).to.deep.equal([0, 0]);
    expect(pagesIn(await collect(walk))).to.deep.equal([1, 2, 3]);
    expect(worked).to.deep.equal([1, 2, 3]);
    expect(places.kept.map(({ isLast }) => isLast)).to.deep.equal([false, false, true]);
    await collect(walk);
    expect([claims, requests.length]).to.deep.equal([2, 3]);
  });

  it('law 21: a walk that is done emits its last place, sends nothing and completes', async () => {
    const { run, requests } = scene([...three]);
    await collect(run());
    const again = await collect(run());
    expect(again).to.deep.equal([E.right({ pages: 3, objects: 3, round: 1, isLast: true })]);
    expect(requests).to.have.lengthOf(3);
  });

  it('works on one page at a time, in order, while the next one is fetched', () =>
    inMarbles(({ expectObservable, time }) => {
      const { run } = scene(
        [...pagesOf([[record(1)], [record(2)], [record(3)], [record(4)]])],
        {},
        1,
      );
      // 1 ms for a page, 4 ms for its work.
      const places = run({ work: () => timer(time('----|')) }).pipe(
        map((result) => rightOf(result).pages),
      );
      expectObservable(places).toBe('-----a---b---c---(d|)', { a: 1, b: 2, c: 3, d: 4 });
    }));

  it('law 17: goes on with the first page that is not covered', async () => {
    const { run, worked, requests } = scene([...three.slice(0, 2), broken, ...three.slice(2)]);
    await collect(run());
    expect(pagesIn(await collect(run()))).to.deep.equal([3]);
    expect(worked).to.deep.equal([1, 2, 3]);
    expect(requests.slice(-1)[0]?.url).to.match(/token-2$/);
  });

  const boom = (): never => {
    throw new Error('boom');
  };
  const failures: ReadonlyArray<
    readonly [what: string, own: (places: ReturnType<typeof memoryPlaces>) => Partial<Options>]
  > = [
    [
      'work that throws when it is called',
      () => ({ work: ({ index }) => (index === 1 ? boom() : EMPTY) }),
    ],
    [
      'work that rejects',
      () => ({ work: ({ index }) => Promise.resolve(index).then(() => index === 1 && boom()) }),
    ],
    [
      'keep',
      ({ keep, ...places }) => ({
        places: {
          ...places,
          keep: (...kept) => (kept[1].pages === 2 ? defer(boom) : keep(...kept)),
        },
      }),
    ],
  ];
  for (const [what, own] of failures) {
    it(`law 17: what ${what} throws goes to the error channel, and nothing is kept of that page`, async () => {
      const { run, places } = scene([...three]);
      const seen: Array<unknown> = [];
      const error = await new Promise((resolve) => {
        run(own(places)).subscribe({ next: (result) => seen.push(result), error: resolve });
      });
      expect(String(error)).to.equal('Error: boom');
      expect(seen).to.have.lengthOf(1);
      expect(places.kept).to.have.lengthOf(1);
    });
  }

  it('law 17: what claim or pages throws goes to the error channel too, and so does what a store does not give', async () => {
    const { run, places } = scene([...three, ...three]);
    const without = 'TypeError: durable: the store completed without a result of ';
    for (const [own, error] of [
      [{ pages: boom }, 'Error: boom'],
      [{ pages: () => defer(boom) }, 'Error: boom'],
      [{ places: { ...places, claim: boom } }, 'Error: boom'],
      [{ places: { ...places, claim: () => Promise.resolve().then(boom) } }, 'Error: boom'],
      [{ places: { ...places, claim: () => EMPTY } }, `${without}claim`],
      [{ places: { ...places, claim: () => Promise.resolve(null as never) } }, `${without}claim`],
      [{ places: { ...places, keep: () => EMPTY } }, `${without}keep`],
      [{ places: { ...places, keep: () => Promise.resolve(null as never) } }, `${without}keep`],
    ] as const) {
      expect(await collect(run(own)).catch(String)).to.equal(error);
    }
  });

  it('law 9: unsubscribing ends the work and the request, and nothing is kept', () => {
    const left: Array<string> = [];
    const leaving = (what: string) => new Observable<never>(() => () => left.push(what));
    const { run, places } = scene([three[0] ?? broken, leaving('request')]);
    run({ work: () => leaving('work') })
      .subscribe()
      .unsubscribe();
    expect(left.sort()).to.deep.equal(['request', 'work']);
    expect(places.kept).to.deep.equal([]);
  });

  it('law 19: ends with Superseded when somebody else has claimed the walk, and asks for nothing more', async () => {
    const { run, places, requests } = scene([...three]);
    const work: Options['work'] = (page) =>
      page.index === 1 ? places.claim('employee').pipe(ignoreElements()) : EMPTY;
    const results = await collect(run({ work }));
    expect(pagesIn(results)).to.deep.equal([1, 'Superseded']);
    expect(results[1]).to.deep.equal(E.left({ _tag: 'Superseded', id: 'employee' }));
    expect(requests.length).to.be.at.most(3);
    expect(places.kept).to.have.lengthOf(1);
  });

  it('gives the work what the store gives it', async () => {
    const { run } = scene([...three]);
    const seen: Array<string> = [];
    await collect(run({ work: (_page, transaction) => of(seen.push(transaction)) }));
    expect(seen).to.deep.equal(['transaction 1', 'transaction 1', 'transaction 1']);
  });

  it('refuses pages that do not begin where they are told to', async () => {
    const { run, client } = scene([...three.slice(0, 2), broken, ...three]);
    await collect(run());
    const forgetful = run({ pages: () => client.pages(listObjects, params) });
    expect(await collect(forgetful).catch(String)).to.include('spread the argument');
  });

  describe('law 21: expired places begin again', () => {
    it('with the first page, in the next round; the work sees objects again', async () => {
      const { run, worked } = scene([...three.slice(0, 2), expired, ...three]);
      const results = (await collect(run())).map(rightOf);
      expect(results.map(({ pages, round }) => [round, pages])).to.deep.equal([
        [1, 1],
        [1, 2],
        [2, 1],
        [2, 2],
        [2, 3],
      ]);
      expect(worked).to.deep.equal([1, 2, 1, 2, 3]);
    });

    it('ends after three rounds in vain, in one process', async () => {
      const poison = [...three.slice(0, 1), expired];
      const { run, requests } = scene([...poison, ...poison, ...poison, ...poison]);
      const results = await collect(run());
      expect(pagesIn(results)).to.deep.equal([1, 1, 1, 1, 'PageTokenExpired']);
      expect(requests).to.have.lengthOf(8);
    });

    it('the count outlives the process: however often it is killed, the rounds end, and stay ended', async () => {
      const one = three.slice(0, 1);
      const { run, requests } = scene([
        ...one,
        expired,
        ...one,
        expired,
        ...one,
        expired,
        ...one,
        expired,
        expired,
      ]);
      const killed = () => collect(run().pipe(take(1)));
      await killed();
      for (const round of [2, 3, 4]) expect(rightOf((await killed())[0]).round).to.equal(round);
      expect(pagesIn(await collect(run()))).to.deep.equal(['PageTokenExpired']);
      expect(pagesIn(await collect(run()))).to.deep.equal(['PageTokenExpired']);
      expect(requests.slice(-1)[0]?.url, 'one request each').to.match(/token-1$/);
    });

    it('a round that comes further does not count', async () => {
      const two = [...three.slice(0, 2), expired];
      const one = [...three.slice(0, 1), expired];
      const { run } = scene([...one, ...one, ...two, ...one, ...one, ...three], { restarts: 3 });
      expect(pagesIn(await collect(run())).slice(-1)).to.deep.equal([3]);
      const { run: fails } = scene([...one, ...one, ...two, ...one, ...one], { restarts: 2 });
      expect(pagesIn(await collect(fails())).slice(-1)).to.deep.equal(['PageTokenExpired']);
    });

    it('restarts: 0 begins never again', async () => {
      const { run } = scene([...three.slice(0, 1), expired], { restarts: 0 });
      expect(pagesIn(await collect(run()))).to.deep.equal([1, 'PageTokenExpired']);
    });

    it('where the very first request is refused so, it ends too', async () => {
      const { run, requests } = scene([expired, expired, expired, expired]);
      expect(pagesIn(await collect(run()))).to.deep.equal(['PageTokenExpired']);
      expect(requests).to.have.lengthOf(4);
    });

    it('the client tells of each restart', async () => {
      const { run, client } = scene([
        ...three.slice(0, 1),
        expired,
        ...three.slice(0, 2),
        expired,
        ...three,
      ]);
      const events = gather(client.events);
      await collect(run());
      expect(
        events.flatMap((event) => (event.type === 'restart' ? event.restarts : [])),
      ).to.deep.equal([1, 2]);
    });
  });
});
