import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import {
  asyncScheduler,
  BehaviorSubject,
  EMPTY,
  filter,
  finalize,
  mergeMap,
  NEVER,
  Observable,
  of,
  Subject,
  take,
  tap,
  timer,
} from 'rxjs';
import {
  orThrow,
  type Page,
  Place,
  resumeFrom,
  walkEach,
  type WalkEvent,
  withValve,
} from '../../../src/index';
import type { ObjectRecord, WalkError, WalkErrorOf } from '../../../src/index';
import { durable, type DurableStart } from '../../../src/walk/durable/durable';
import { hiddenOf } from '../../../src/model/place/placeInternals';
import { alwaysReady } from '../../../src/walk/Demand';
import { collect, gather } from '../../support/collect';
import { inVirtualTime } from '../../support/inVirtualTime';
import { answer, ok } from '../../support/scriptedTransport';
import { leftOf, rightOf } from '../../support/sides';
import { sizeOf } from '../../support/sizes';
import { memoryPlaces } from '../durable/support/memoryPlaces';
import {
  bottom,
  type EachResult,
  middle,
  Named,
  type PagesAt,
  top,
  type TreeOptions,
  treeService,
} from './support/tree';

type Options = Parameters<typeof walkEach<ObjectRecord<Named>, unknown>>[0];
type Answer = ReturnType<typeof ok>;

/** Two pages of parents: a has two pages of children, b one, and c one that is empty. */
const small: PagesAt = (path) =>
  ({ '/p': [['a', 'b'], ['c']], '/p/a': [['1', '2'], ['3']], '/p/b': [['4']], '/p/c': [[]] })[
    path
  ] ?? 404;

/** One page of some parents, and the same pages below each. */
const wide =
  (count: number, ...below: ReadonlyArray<ReadonlyArray<string>>): PagesAt =>
  (path) =>
    path === '/p' ? [Array.from({ length: count }, (_, id) => `${id}`)] : below;

const expired = answer(400, { errorName: 'InvalidPageToken' });
const gone = answer(404, {});
const broken = answer(500, {});

/** Another answer for a page, as often as this. */
const failing = (at: string, given: Answer, times = Infinity): TreeOptions => {
  let left = times;
  return { instead: (asked) => (asked === at && (left -= 1) >= 0 ? given : undefined) };
};

const scene = (pagesAt: PagesAt = small, options: TreeOptions = {}) => {
  const service = treeService(pagesAt, options);
  const { client } = service;
  const parents = (at: DurableStart, own = {}) =>
    client.pages(top, { properties: Named, ...own, ...at });
  const children = ({ properties }: { properties: Named }, at: DurableStart, own = {}) =>
    client.pages(middle, { id: properties.id, ...own, ...at });
  const walk = (own: Partial<Options> = {}) =>
    walkEach<ObjectRecord<Named>, unknown>({
      parents,
      children,
      key: ({ properties }) => properties.id,
      ...own,
    });
  const events: Array<WalkEvent> = [];
  const heard = <Type extends WalkEvent['type']>(type: Type) =>
    events.filter((event): event is Extract<WalkEvent, { type: Type }> => event.type === type);
  client.events.subscribe((event) => events.push(event));
  return { ...service, parents, children, walk, heard };
};

/** How a result reads: `a#0` is the first page of a, `a` alone says that it is gone. */
const nameOf = (result: EachResult): string => {
  if (E.isLeft(result)) return result.left._tag;
  const { fields, parent } = result.right;
  return typeof fields.at === 'string' ? fields.at.slice(3) : (parent?.properties.id ?? 'end');
};

const names = (results: ReadonlyArray<EachResult>): string => results.map(nameOf).join(' ');
const namesOf = async (walk: Observable<EachResult>): Promise<string> => names(await collect(walk));
const kept = (result: EachResult | undefined): Place =>
  rightOf(Place.decode(Place.encode(rightOf(result).place)));
const placeOf = async (walk: Observable<EachResult>, page: number) =>
  kept((await collect(walk))[page]);

describe('law 38: walkEach', () => {
  it('law 1: is cold, and asks for the next page of parents after the children of the page before', async () => {
    const { walk, requests } = scene();
    const each = walk();
    expect(requests).to.deep.equal([]);
    const asked = ['/p#0', '/p/a#0', '/p/a#1', '/p/b#0', '/p#1', '/p/c#0'];
    const pages = await collect(each);
    expect(names(pages)).to.equal('a#0 a#1 b#0 c#0');
    expect(pages.map((page) => rightOf(page).parent?.properties.id).join('')).to.equal('aabc');
    expect(requests).to.deep.equal(asked);
    await collect(each);
    expect(requests).to.deep.equal([...asked, ...asked]);
  });

  it('laws 3 and 9: take costs no request more, and unsubscribing aborts all of them', async () => {
    const { walk, requests } = scene();
    expect(await namesOf(walk().pipe(take(1)))).to.equal('a#0');
    expect(requests).to.deep.equal(['/p#0', '/p/a#0']);
    inVirtualTime(() => {
      const slow = scene(small, { latency: () => 10 });
      const running = slow.walk({ concurrent: 2 }).subscribe();
      const inFlight: Array<ReadonlyArray<string>> = [];
      timer(15).subscribe(() => {
        inFlight.push([...slow.inFlight]);
        running.unsubscribe();
        inFlight.push([...slow.inFlight]);
      });
      return () => {
        expect(inFlight).to.deep.equal([['/p/a#0', '/p/b#0'], []]);
        expect(slow.requests).to.have.lengthOf(3);
      };
    });
  });

  it('law 4: with a closed valve no request leaves, of parents or of children', () => {
    const permits = new BehaviorSubject(0);
    const { walk, requests } = scene();
    walk({
      valve: { ready: permits.pipe(filter((count) => requests.length < count)) },
      concurrent: 2,
    }).subscribe();
    for (const count of [0, 1, 2, 3, 4, 5, 6]) {
      permits.next(count);
      // One value lets every walk go that waits for it: here the second child, too.
      expect(requests.length).to.be.within(count, count + 1);
    }
    const closed = scene();
    closed.walk({ valve: { ready: NEVER } }).subscribe();
    expect(closed.requests).to.deep.equal([]);
  });

  it('law 4: a valve holds its mark and one page of each child, of which no more than `concurrent` are under way', () =>
    inVirtualTime(() => {
      const { walk, maxInFlight } = scene(wide(12, ['1', '2'], ['3', '4']), { latency: () => 1 });
      let [max, isComplete] = [0, false];
      withValve({ highWaterMark: 3 }, (valve) =>
        walk({ valve, concurrent: 4 }).pipe(
          orThrow(),
          mergeMap(({ data }) => data),
          tap(() => (max = Math.max(max, valve.held))),
          valve.mergeMap(() => timer(5), 1),
        ),
      ).subscribe({ complete: () => (isComplete = true) });
      return () => {
        expect(isComplete).to.equal(true);
        expect(max).to.be.within(4, 3 + 4 * 2);
        expect(maxInFlight()).to.equal(4);
      };
    }));

  for (const [options, asked] of [
    [{}, 40],
    [{ readAhead: 1 }, 10],
    [{ tokenLifetime: 20 }, 28],
  ] as const) {
    it(`the parents may say that they ask sooner, and that page waits: ${JSON.stringify(options)}`, () =>
      inVirtualTime(() => {
        const times: Record<string, number> = {};
        const { walk, parents } = scene(small, {
          latency: (at) => ((times[at] = asyncScheduler.now()), 10),
        });
        const results = gather(walk({ parents: (at) => parents(at, options) }));
        return () => {
          expect(names(results)).to.equal('a#0 a#1 b#0 c#0');
          expect(times['/p#1']).to.equal(asked);
        };
      }));
  }

  const other = scene();
  const ends: ReadonlyArray<
    readonly [what: string, tree: PagesAt, own: Partial<Options>, seen: string]
  > = [
    ['parents without objects', () => [[]], {}, 'end'],
    [
      'a last page of parents without objects',
      (path) => (path === '/p' ? [['a'], []] : [[]]),
      {},
      'a#0 end',
    ],
    ['a last parent that is gone', (path) => (path === '/p' ? [['a']] : 410), {}, 'a'],
    ['children without a page', small, { children: () => EMPTY }, 'end'],
    ['parents without a page', small, { parents: () => EMPTY }, 'end'],
    [
      'children that were cut off',
      small,
      { children: (...one) => other.children(...one).pipe(take(1)) },
      'a#0 b#0 c#0',
    ],
    [
      'parents that were cut off',
      small,
      { parents: (at) => other.parents(at).pipe(take(1)) },
      'a#0 a#1 b#0',
    ],
  ];
  for (const [what, tree, own, seen] of ends) {
    it(`ends with a page that says so, and only that one does: ${what}`, async () => {
      const { walk, requests } = scene(tree);
      const results = await collect(walk(own));
      expect(names(results)).to.equal(seen);
      const isCut = what === 'parents that were cut off';
      expect(results.map((result) => rightOf(result).place.isLast)).to.deep.equal(
        results.map((_, index) => !isCut && index === results.length - 1),
      );
      if (isCut) return;
      requests.length = 0;
      expect(
        await namesOf(walk({ ...own, place: kept(results.at(-1)) })),
        'from a last place',
      ).to.equal('');
      expect(requests).to.deep.equal([]);
    });
  }

  const outcomes: ReadonlyArray<
    readonly [what: string, tree: TreeOptions, own: Partial<Options>, seen: string]
  > = [
    ['404', failing('/p/a#0', gone), {}, 'a b#0 c#0'],
    [
      '410, whatever its tag',
      failing('/p/a#0', answer(410, { errorName: 'InvalidPageToken' })),
      {},
      'a b#0 c#0',
    ],
    ['404 on a later page', failing('/p/a#1', gone), {}, 'a#0 HttpFailure'],
    ['404 where it does not mean that', failing('/p/a#0', gone), { gone: [] }, 'HttpFailure'],
    ['403 where it means that', failing('/p/a#0', answer(403, {})), { gone: [403] }, 'a b#0 c#0'],
    ['404 of the parents', failing('/p#1', gone), {}, 'a#0 a#1 b#0 HttpFailure'],
    ['any other failure', failing('/p/b#0', broken), {}, 'a#0 a#1 HttpFailure'],
    ['a token that expires once', failing('/p/a#1', expired, 1), {}, 'a#0 a#0 a#1 b#0 c#0'],
    ['one that always does', failing('/p/a#1', expired), {}, 'a#0 a#0 a#0 a#0 PageTokenExpired'],
    [
      'one that does so in vain three times',
      failing('/p/a#1', expired, 3),
      {},
      'a#0 a#0 a#0 a#0 a#1 b#0 c#0',
    ],
  ];
  for (const [what, tree, own, seen] of outcomes) {
    it(`a child or a parent that fails: ${what}`, async () => {
      expect(await namesOf(scene(small, tree).walk(own))).to.equal(seen);
    });
  }

  it('a child that comes further each time may begin again any number of times', async () => {
    let fails = 0;
    const instead = (at: string) =>
      at === `/p/0#${fails + 1}` && fails < 7 ? ((fails += 1), expired) : undefined;
    const { walk, heard } = scene(wide(1, ...Array.from({ length: 9 }, () => [])), { instead });
    expect((await placeOf(walk(), 36)).isLast).to.equal(true);
    expect(heard('restart').map(({ restarts }) => restarts)).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
  });

  it('ends with the Left of a child: how far all of it came, which parent, and the others aborted', () =>
    inVirtualTime(() => {
      const latency = (at: string) => (at === '/p/a#1' ? 100 : at === '/p/b#0' ? 5 : 3);
      const { walk, inFlight } = scene(small, { ...failing('/p/b#0', broken), latency });
      const results = gather(walk({ concurrent: 2 }));
      const aborted: Array<boolean> = [];
      timer(50).subscribe(() => aborted.push(inFlight.length === 0));
      return () => {
        expect(names(results)).to.equal('a#0 HttpFailure');
        const error = leftOf(results[1]);
        const progress = { pages: 1, objects: 2, attempts: 1, parent: 'b' };
        expect(error).to.deep.include({ status: 500, progress });
        expect(resumeFrom(error)).to.deep.equal(O.none);
        expect(aborted).to.deep.equal([true]);
      };
    }));

  it('knows the page of a child that comes while onParentFailed runs', async () => {
    const { walk, children } = scene();
    const broke = scene(small, failing('/p/b#0', broken));
    const at = { valve: alwaysReady };
    const [page = expect.fail()] = await collect(children({ properties: { id: 'a' } }, at));
    const [failure = expect.fail()] = await collect(
      broke.children({ properties: { id: 'b' } }, at),
    );
    const [a, b] = [new Subject<typeof page>(), new Subject<typeof page>()];
    const onParentFailed = () => {
      a.next(page);
      return 'skip' as const;
    };
    const results = gather(
      walk({
        concurrent: 2,
        children: ({ properties: { id } }) => (id === 'a' ? a : b),
        onParentFailed,
      }),
    );
    b.next(failure);
    expect(results.map((result) => rightOf(result).index)).to.deep.equal([0, 1]);
    const { place } = rightOf(results[1]);
    expect(place).to.include({ pages: 2, objects: 2 });
    expect(hiddenOf(place)?.each?.children.map(([, child]) => child?.pages)).to.deep.equal([1]);
  });

  it('issue 63: skips a parent that has failed for good where onParentFailed says so, and says how many at the end', async () => {
    for (const concurrent of [1, 2]) {
      // One that never begins, and one that breaks off after its first page.
      for (const [at, walked] of [
        ['/p/b#0', 'a#0 a#1 b c#0'],
        ['/p/a#1', 'a#0 a b#0 c#0'],
      ] as const) {
        const { walk, requests } = scene(small, failing(at, broken));
        const heard: Array<unknown> = [];
        const onDoubt = (doubt: object) => heard.push(doubt);
        const asked: Array<unknown> = [];
        const onParentFailed: Options['onParentFailed'] = ({ properties }, { _tag, progress }) => {
          asked.push([properties.id, _tag, progress.parent]);
          return 'skip';
        };
        const results = await collect(walk({ onParentFailed, onDoubt, concurrent }));
        expect(names(results).split(' ').sort()).to.deep.equal(walked.split(' ').sort());
        expect(asked).to.deep.equal([[at[3], 'HttpFailure', at[3]]]);
        expect(heard).to.deep.equal([{ skipped: 1 }]);
        expect(rightOf(results.at(-1)).place.isLast).to.equal(true);
        // Its place knows, also after it was written and read.
        const skipping = results.findIndex((result) => nameOf(result) === at[3]);
        const text = Place.encode(rightOf(results[skipping]).place);
        expect(Place.encode(rightOf(Place.decode(text)))).to.equal(text);
        requests.length = 0;
        heard.length = 0;
        await collect(walk({ onDoubt, place: rightOf(Place.decode(text)) }));
        expect(requests).to.not.include(at);
        expect(heard).to.deep.equal([{ skipped: 1 }]);
      }
    }
    const ending = scene(small, failing('/p/b#0', broken)).walk({ onParentFailed: () => 'end' });
    expect(await namesOf(ending)).to.equal('a#0 a#1 HttpFailure');
    const listed = scene(small, failing('/p#1', broken)).walk({ onParentFailed: () => 'skip' });
    expect(await namesOf(listed), 'a page of parents cannot be skipped').to.equal(
      'a#0 a#1 b#0 HttpFailure',
    );
  });

  it('passes the Left of the parents on as it is', async () => {
    const error = leftOf((await collect(scene(small, failing('/p#1', broken)).walk()))[3]);
    expect(error).to.deep.include({ progress: { pages: 1, objects: 2, attempts: 1 } });
    expect(resumeFrom(error)).to.deep.equal(O.some({ pageToken: '/p#1' }));
  });

  it('a parent that cannot be read ends the walk before any child of its page, unless it is to be skipped', async () => {
    const data = ['a', 3, 'b'].map((id) => ({ properties: { id } }));
    const { walk, requests } = scene(small, failing('/p#0', ok({ data, nextPageToken: '/p#1' })));
    const [result] = await collect(walk());
    const { problems, ...error } = leftOf(result) as WalkErrorOf<'InvalidEnvelope'>;
    expect(error).to.deep.equal({
      _tag: 'InvalidEnvelope',
      progress: { pages: 0, objects: 0, attempts: 1 },
    });
    expect(problems.map(({ at }) => at)).to.deep.equal(['properties.id']);
    expect(requests).to.deep.equal(['/p#0']);
    const skipped: Array<number> = [];
    expect(await namesOf(walk({ onInvalid: ({ index }) => skipped.push(index) }))).to.equal(
      'a#0 a#1 b#0 c#0',
    );
    expect(skipped).to.deep.equal([1]);
  });

  it('of two parents with one key in a page the second is left out; on two pages each is walked', async () => {
    const twice: PagesAt = (path) => (path === '/p' ? [['a', 'b'], ['a'], ['a']] : [[]]);
    const data = ['a', 'b', 'a'].map((id, at) => ({ properties: { id }, at }));
    const pages = await collect(
      scene(twice, failing('/p#0', ok({ data, nextPageToken: '/p#1' }))).walk(),
    );
    expect(names(pages)).to.equal('a#0 b#0 a#0 a#0');
    expect(rightOf(pages[0]).parent).to.deep.equal({ properties: { id: 'a' }, at: 0 });
    const keys: Array<unknown> = [1, '1', 1n, true];
    const { walk } = scene(wide(4, []), failing('/p/2#0', broken));
    const results = await collect(walk({ key: () => keys.shift() as never }));
    expect(names(results)).to.equal('0#0 1#0 HttpFailure');
    expect(JSON.stringify(results[2])).to.include('"parent":"1"');
    for (const key of [undefined, null, NaN, {}]) {
      expect(await collect(walk({ key: () => key as never })).catch(String)).to.match(
        /^TypeError: key must be/,
      );
    }
  });

  it('what the functions throw goes to the error channel', async () => {
    const thrown = new Error('mine');
    const fail = (): never => {
      throw thrown;
    };
    const { walk, parents } = scene();
    const invalid: Options['parents'] = (at) =>
      parents(at, { properties: t.type({ id: t.number }) });
    const ready = new Observable(fail);
    const wrong = [
      ...[{ parents: fail }, { children: fail }, { key: fail }],
      ...[{ onInvalid: fail, parents: invalid }, { valve: { ready } }],
    ];
    for (const own of wrong)
      expect(await collect(walk(own)).catch((error: unknown) => error)).to.equal(thrown);
  });

  it('a place belongs to the request of its parents: another one is refused, and nothing is sent', async () => {
    const { walk, client, requests } = scene();
    const [inside, last] = [await placeOf(walk(), 0), await placeOf(walk(), 3)];
    const plain = kept((await collect(client.pages(top, {})))[0] as EachResult);
    requests.length = 0;
    const elsewhere: Options['parents'] = (at) =>
      client.pages(middle, { id: 'x', properties: Named, ...at });
    const refused: Readonly<Record<string, Observable<E.Either<WalkError, unknown>>>> = {
      'of one walk': walk({ place: plain }),
      'a copy': walk({ place: { ...inside } as Place }),
      'in one walk': client.pages(top, { place: inside }),
      'the last in one walk': client.pages(middle, { id: 'a', place: last }),
      'of other parents': walk({ place: inside, parents: elsewhere }),
      'the last of other parents': walk({ place: last, parents: elsewhere }),
      'in three levels': walk({ place: inside, parents: (at) => walk(at) as never }),
    };
    for (const [what, each] of Object.entries(refused)) {
      const [result, ...others] = await collect(each);
      const { _tag, problems } = leftOf(result) as WalkErrorOf<'InvalidRequest'>;
      expect([_tag, problems[0]?.at, others.length], what).to.deep.equal([
        'InvalidRequest',
        'place',
        0,
      ]);
      expect(problems[0]?.message).to.match(/^belongs to another .*(walk|endpoint)/);
    }
    expect(requests).to.deep.equal([]);
  });

  const records = ok({
    data: ['a', 'b'].map((id) => ({ properties: { id }, more: 1 })),
    nextPageToken: '/p#1',
  });
  const resumed: ReadonlyArray<
    readonly [what: string, then: Record<string, unknown>, seen: string]
  > = [
    ['nothing', {}, 'a#1 b#0 c#0'],
    ['only its records', { '/p#0': records }, 'a#1 b#0 c#0'],
    [
      'a parent before the others',
      { '/p': [['z', 'a', 'b'], ['c']], '/p/z': [[]] },
      'z#0 a#0 a#1 b#0 c#0',
    ],
    ['the order', { '/p': [['b', 'a'], ['c']] }, 'b#0 a#0 a#1 c#0'],
    ['a parent less', { '/p': [['a'], ['c']] }, 'a#0 a#1 c#0'],
    [
      'the token of a child, which has expired',
      { '/p/a#1': expired },
      'a#0 a#0 a#0 a#0 PageTokenExpired',
    ],
    ['a child that is gone in its middle', { '/p/a#1': gone }, 'HttpFailure'],
  ];
  for (const [what, then, seen] of resumed) {
    it(`continues from a place in a page of parents where this has changed: ${what}`, async () => {
      const place = await placeOf(scene().walk(), 0);
      const pagesAt: PagesAt = (path) =>
        (then[path] as ReturnType<PagesAt> | undefined) ?? small(path);
      const { walk } = scene(pagesAt, { instead: (at) => then[at] as Answer | undefined });
      const results = await collect(walk({ place }));
      expect(names(results)).to.equal(seen);
      const pages = results.length - 1;
      const progress = { pages, objects: 2 * pages, attempts: 1, resumed: true, parent: 'a' };
      for (const error of results.filter(E.isLeft))
        expect(error.left).to.deep.include({ progress });
    });
  }

  it('a page of parents that breaks a rule is asked for again, without those of its children that are done', async () => {
    const ruleless = ok({ data: [{ properties: { id: 'a' } }], nextPageToken: '' });
    const { walk, requests } = scene(small, failing('/p#0', ruleless));
    expect(await namesOf(walk())).to.equal('a#0 a#1 ProtocolViolation');
    const place = await placeOf(walk(), 1);
    requests.length = 0;
    expect(await namesOf(walk({ place }))).to.equal('ProtocolViolation');
    expect(requests).to.deep.equal(['/p#0']);
  });

  it('a place is no longer than those of its walks and 300 characters, however many parents there are', () =>
    inVirtualTime(() => {
      // One child in twenty stands still while the others come and go.
      const latency = (at: string) => (Number(at.split(/[/#]/)[2]) % 20 === 7 ? 3_000 : 1);
      const { walk, parents, children } = scene(wide(600, ['1'], []), { latency });
      const places = new Map<string, Place>();
      const remember = <A>(key: string) =>
        tap((result: E.Either<WalkError, Page<A>>) => places.set(key, rightOf(result).place));
      let [longest, count] = [0, 0];
      walk({
        concurrent: 32,
        parents: (at) => parents(at).pipe(remember('parents')),
        children: (parent, at) =>
          children(parent, at).pipe(
            remember(parent.properties.id),
            finalize(() => places.delete(parent.properties.id)),
          ),
      }).subscribe((result) => {
        if ((count += 1) % 7 > 0) return;
        const parts = [...places.values()].reduce(
          (sum, place) => sum + Place.encode(place).length,
          0,
        );
        longest = Math.max(longest, Place.encode(rightOf(result).place).length - parts);
      });
      return () => {
        expect(count).to.equal(1_200);
        expect(longest).to.be.within(1, 300);
      };
    }));

  it('a resume in the middle of 1,000 parents costs one request more, between two pages of parents none', async () => {
    const parents = Array.from({ length: 10 }, (_, page) =>
      Array.from({ length: 100 }, (__, id) => `${page}-${id}`),
    );
    const { walk, requests } = scene((path) => (path === '/p' ? parents : [[], []]));
    for (const [pages, asked] of [
      [2_000, 2_010],
      [999, 2_011],
      [1_000, 2_010],
    ] as const) {
      requests.length = 0;
      const place = kept((await collect(walk().pipe(take(pages)))).at(-1));
      await collect(walk({ place }));
      expect(requests).to.have.lengthOf(asked);
    }
  });

  it('law 10: thousands of parents whose children come at once, also when the first one has kept them waiting', async () => {
    for (const concurrent of [1, 32]) {
      const { walk, children, requests } = scene(wide(sizeOf(2_000, 20_000), []));
      const late: Options['children'] = (parent, at) =>
        timer(0).pipe(mergeMap(() => children(parent, at)));
      const first: Options['children'] = (parent, at) =>
        (Number(parent.properties.id) < concurrent ? late : children)(parent, at);
      await new Promise<void>((resolve, reject) => {
        walk({ concurrent, children: first }).subscribe({ complete: resolve, error: reject });
      });
      expect(requests).to.have.lengthOf(1 + sizeOf(2_000, 20_000));
    }
  });

  it('the key is the label of a walk in its events, unless it has one; the last walk ends as the others do', async () => {
    const { walk, heard } = scene();
    await collect(walk());
    expect(heard('request').map(({ label }) => label)).to.deep.equal([
      undefined,
      'a',
      'a',
      'b',
      undefined,
      'c',
    ]);
    expect(heard('end').map(({ unsubscribed }) => unsubscribed)).to.deep.equal(
      Array(4).fill(undefined),
    );
    const named = scene();
    await collect(
      named.walk({ children: (parent, at) => named.children(parent, at, { label: 'mine' }) }),
    );
    expect(named.heard('end').map(({ label }) => label)).to.deep.equal([
      'mine',
      'mine',
      'mine',
      undefined,
    ]);
  });

  const deep: ReadonlyArray<
    readonly [what: string, at: string, given: Answer, own: object, seen: string]
  > = [
    ['gone in the middle', '/p/a#0', gone, {}, 'a'],
    ['gone at the bottom', '/p/a/a#0', gone, {}, 'a'],
    ['not gone for the parent of its parent', '/p/a/a#0', gone, { gone: [] }, 'HttpFailure'],
    [
      'expired for good at the bottom',
      '/p/a/a#1',
      expired,
      {},
      'a/a#0 a/a#0 a/a#0 a/a#0 PageTokenExpired',
    ],
  ];
  for (const [what, at, instead, own, seen] of deep) {
    it(`in three levels: ${what}`, async () => {
      const tree: PagesAt = (path) => (path.split('/').length < 4 ? [['a']] : [['1'], ['2']]);
      const { walk, client } = scene(tree, failing(at, instead));
      const children: Options['children'] = ({ properties: { id } }, start) =>
        walkEach({
          ...start,
          parents: (here) => client.pages(middle, { id, properties: Named, ...here }),
          key: (child) => child.properties.id,
          children: (child, here) =>
            client.pages(bottom, { id, sub: child.properties.id, ...here }),
          ...own,
        });
      expect(await namesOf(walk({ children }))).to.equal(seen);
    });
  }

  describe('under durable', () => {
    const keeping = (tree: TreeOptions = {}, pagesAt = small) => {
      const service = scene(pagesAt, tree);
      const places = memoryPlaces();
      const worked: Array<string> = [];
      const run = (own: object = {}, each: Partial<Options> = {}) =>
        durable({
          id: 'tree',
          places,
          pages: (start) => service.walk({ ...each, ...start }),
          work: ({ parent, fields, data }) => {
            worked.push(`${parent?.properties.id ?? ''} ${String(fields.at)}`);
            return timer(data.length);
          },
          ...own,
        });
      const kept = async (own: object = {}) =>
        (await collect(run(own)))
          .map((result) =>
            E.isLeft(result) ? result.left._tag : `${result.right.round}.${result.right.pages}`,
          )
          .join(' ');
      return { ...service, places, worked, run, kept };
    };

    it('resumes, and a walk that is done stays done', async () => {
      const { kept: runs, worked, requests } = keeping(failing('/p/b#0', broken, 1));
      expect(await runs()).to.equal('1.1 1.2 HttpFailure');
      expect(await runs()).to.equal('1.3 1.4');
      expect(worked).to.deep.equal(['a /p/a#0', 'a /p/a#1', 'b /p/b#0', 'c /p/c#0']);
      requests.length = 0;
      expect([await runs(), requests.length]).to.deep.equal(['1.4', 0]);
    });

    it('a later round begins at the first parents, and knows nothing of children', async () => {
      const { kept: runs, requests } = keeping(failing('/p#1', expired, 1));
      expect(await runs()).to.equal('1.1 1.2 1.3 2.1 2.2 2.3 2.4');
      expect(requests.slice(5, 7)).to.deep.equal(['/p#0', '/p/a#0']);
      // From a place that has children under way, too, and where nothing was kept.
      const inside = keeping(failing('/p/b#0', broken, 1));
      await inside.kept();
      const progress = { pages: 0, objects: 0, attempts: 1 };
      const lost = of(E.left({ _tag: 'PageTokenExpired', status: 400, progress }));
      const pages = (start: DurableStart) =>
        start.place?.round === 1 ? lost : inside.walk({ ...start });
      expect(await inside.kept({ pages })).to.equal('2.1 2.2 2.3 2.4');
      expect(await keeping(failing('/p#0', expired, 1)).kept()).to.equal('2.1 2.2 2.3 2.4');
    });

    it('law 37: with a mark, which needs a ceiling: a run is resumed, and the next one asks from its mark', async () => {
      const { kept: runs, walk } = keeping(failing('/p/b#0', broken, 1));
      const asked: Array<unknown> = [];
      const pages = ({ mark, ...start }: DurableStart) => {
        asked.push(mark);
        return walk(start);
      };
      const of = ({ properties }: { properties: { id: string } }) => Number(properties.id);
      const own = { pages, mark: { of, ceiling: () => 3 } };
      expect([await runs(own), await runs(own)]).to.deep.equal(['1.1 1.2 HttpFailure', '1.3 1.4']);
      expect(await runs(own)).to.equal('1.1 1.2 1.3 1.4');
      expect(asked).to.deep.equal([undefined, undefined, 3]);
      // What changes after its parent was walked would be missed, also where the marks happen to rise.
      const { kept } = keeping({}, (path) =>
        path === '/p' ? [['a', 'b']] : [[path === '/p/a' ? '2' : '3']],
      );
      expect(await kept({ mark: { of } }).catch(String)).to.match(/ceiling/);
    });

    it('begins no round for the token of a child: it ends, and the place stays', async () => {
      const { kept: runs } = keeping(failing('/p/a#1', expired, 4));
      expect(await runs()).to.equal('1.1 1.2 1.3 1.4 PageTokenExpired');
      expect(await runs()).to.equal('1.5 1.6 1.7');
    });

    for (const [batch, concurrent] of [
      [1, 1],
      [1, 4],
      [3, 8],
    ] as const) {
      it(`holds 2 × batch + concurrent pages: ${batch}, ${concurrent}`, () =>
        inVirtualTime(() => {
          let [max, isComplete] = [0, false];
          const latency = (): number => {
            max = Math.max(max, requests.length - 1 - (places.kept.at(-1)?.pages ?? 0));
            return 1;
          };
          const { run, requests, places } = keeping({ latency }, wide(40, ['1'], ['2']));
          run({ batch, work: () => timer(10) }, { concurrent }).subscribe({
            complete: () => (isComplete = true),
          });
          return () => {
            expect(isComplete).to.equal(true);
            expect(max).to.be.within(2 * batch + concurrent - 1, 2 * batch + concurrent);
          };
        }));
    }
  });
});
