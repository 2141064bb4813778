import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { EMPTY, of, throwError } from 'rxjs';
import {
  createClient,
  durable,
  endpoint,
  type Mark,
  type ObjectRecord,
  Place,
} from '../../../src/index';
import { markRunOf, placeIn, runOf } from '../../../src/model/place/runs';
import type { DurableOptions } from '../../../src/walk/durable/durable';
import { indexOfPlace } from '../../../src/stores/port/indexOf';
import { compareMarks, type MarkOptions } from '../../../src/walk/durable/marks';
import { collect } from '../../support/collect';
import { answer, ok, pagesOf, scriptedTransport } from '../../support/scriptedTransport';
import { memoryPlaces } from './support/memoryPlaces';

const issues = endpoint({
  name: 'issues',
  revision: '1.0',
  method: 'GET',
  path: '/issues',
  fields: { since: t.union([t.string, t.undefined]) },
});

type Scripted = ReturnType<typeof ok>;
type Issue = Readonly<Record<string, unknown>>;
type Options = DurableOptions<ObjectRecord<Issue>, string>;

/** The pages of a run: what the objects of each have as their mark. */
const run = (...pages: ReadonlyArray<ReadonlyArray<unknown>>): ReadonlyArray<Scripted> =>
  pagesOf(
    pages.map((marks) => marks.map((mark) => (mark === 'invalid' ? {} : { properties: { mark } }))),
  );

const good = (mark: number) => ({ properties: { mark, fine: true } });
const bad = (mark: number) => ({ properties: { mark } });

const expired = answer(400, { errorName: 'InvalidPageToken' });
const broken = answer(500, {});

const markOf: MarkOptions<ObjectRecord<Issue>>['of'] = ({ properties }) => properties.mark as Mark;

/** What the last complete run came to, as the place that was kept last says. */
const cameTo = (place: Place | undefined): Mark | null | undefined => runOf(place)?.before;

const scene = (
  script: ReadonlyArray<Scripted>,
  own: Partial<MarkOptions<ObjectRecord<Issue>>> = {},
) => {
  const { transport, requests } = scriptedTransport(...script);
  const client = createClient({ transport, retry: false });
  const places = memoryPlaces();
  const asked: Array<Mark | undefined> = [];
  const runs: Array<string> = [];
  const call = (options: Partial<Options> = {}) =>
    durable({
      id: 'issues',
      places,
      mark: { of: markOf, ...own },
      pages: ({ mark, ...start }) => {
        asked.push(mark);
        return client.pages(issues, { since: mark === undefined ? mark : String(mark), ...start });
      },
      work: (page) => {
        runs.push(page.run);
        return EMPTY;
      },
      ...options,
    });
  const mark = () => cameTo(places.kept.at(-1));
  const walk = (options?: Partial<Options>) =>
    collect(call(options)).catch((error: unknown) => error);
  return { call, walk, places, asked, runs, requests, mark };
};

const isDone = (results: unknown): unknown =>
  Array.isArray(results)
    ? (results as Array<E.Either<unknown, Place>>).map(
        E.fold(String, (place): unknown => place.isLast),
      )
    : results;

describe('law 37: marks', () => {
  const options: ReadonlyArray<
    readonly [
      what: string,
      options: Partial<MarkOptions<ObjectRecord<Issue>>>,
      runs: ReadonlyArray<ReadonlyArray<Scripted>>,
      asked: ReadonlyArray<Mark | undefined>,
      mark: Mark | null | undefined,
    ]
  > = [
    [
      'a run asks from the highest mark of the run before',
      {},
      [run([1, 2], [3]), run([3, 4])],
      [undefined, 3],
      4,
    ],
    ['marks may fall', {}, [run([3, 2], [1]), run([9, 4])], [undefined, 3], 9],
    [
      'newest first, what moves over the end of a page is a repeat',
      {},
      [run([9, 8], [9, 8, 7], [8, 6])],
      [undefined],
      9,
    ],
    [
      'and changes neither mark nor order',
      {},
      [run([5]), run([9, 7], [8, 6], [9, 5]), run([])],
      [undefined, 5, 9],
      9,
    ],
    [
      'numbers may be large: ids look like seconds',
      {},
      [run([1, 99_999_999_999])],
      [undefined],
      99_999_999_999,
    ],
    [
      'equal marks go with both',
      {},
      [run([2, 2], [2, 3, 3]), run([3, 3, 2, 2])],
      [undefined, 3],
      3,
    ],
    ['first is what the first run asks from', { first: 7 }, [run([8]), run([])], [7, 8], 8],
    ['and is no mark before', { first: 7 }, [run([]), run([1]), run([])], [7, 7, 1], 1],
    ['without objects the mark stays', {}, [run([5]), run([]), run([])], [undefined, 5, 5], 5],
    ['it never falls', {}, [run([5]), run([3, 4])], [undefined, 5], 5],
    [
      'null, undefined and invalid objects do not count',
      {},
      [run([5, null, undefined, 'invalid', 6])],
      [undefined],
      6,
    ],
    ['0 and an empty string are marks', {}, [run([0]), run([])], [undefined, 0], 0],
    [
      'strings are compared by their units',
      {},
      [run(['', 'A', 'a', 'ä']), run([])],
      [undefined, 'ä'],
      'ä',
    ],
    ['digits by value', {}, [run(['9', '10', '0010', '11']), run([])], [undefined, '11'], '11'],
    [
      'overlap is asked from instead, and is no mark',
      { overlap: (mark) => Number(mark) - 2 },
      [run([5]), run([]), run([6])],
      [undefined, 3, 3],
      6,
    ],
    [
      'bigints come back as bigints, beside numbers',
      {
        of: (issue) => BigInt(markOf(issue) as number),
        overlap: (mark) => (mark as bigint) - 1n,
        ceiling: () => 6,
      },
      [run([5]), run([9])],
      [undefined, 4n],
      6,
    ],
    [
      'no mark is above the ceiling',
      { ceiling: () => 4 },
      [run([9, 1], [5]), run([])],
      [undefined, 4],
      4,
    ],
    [
      'a ceiling takes any order',
      { ceiling: () => 40 },
      [run([9, 1], [5]), run([])],
      [undefined, 9],
      9,
    ],
    [
      'one below the mark leaves it',
      { first: 8, ceiling: () => 4 },
      [run([3]), run([2])],
      [8, 3],
      3,
    ],
  ];
  options.forEach(([what, own, runs, asked, mark]) =>
    it(what, async () => {
      const { walk, asked: seen, mark: kept, runs: texts } = scene(runs.flat(), own);
      for (const pages of runs)
        expect(isDone(await walk())).to.deep.equal(pages.map((_, at) => at === pages.length - 1));
      expect(seen).to.deep.equal(asked);
      expect(kept()).to.equal(mark);
      expect(new Set(texts).size, 'another text for each run').to.equal(runs.length);
    }),
  );

  const date = new Date(0);
  const wrong: ReadonlyArray<
    readonly [
      what: string,
      options: Partial<MarkOptions<ObjectRecord<Issue>>>,
      script: ReadonlyArray<Scripted>,
    ]
  > = [
    ['a string beside a number', {}, run([1, 'a'])],
    ['digits beside a number', {}, run([1, '2'])],
    ['digits beside another string', {}, run(['1', 'a'])],
    ['another kind than the run before', {}, [...run([1]), ...run(['a'])]],
    ['a date', { of: () => date as unknown as Mark }, run([1])],
    ['NaN', { of: () => NaN }, run([1])],
    ['a boolean', { of: () => true as unknown as Mark }, run([1])],
    ['more than 1,000 characters', { of: () => 'x'.repeat(1_001) }, run([1])],
    ['first', { first: NaN }, run([1])],
    ['overlap of another kind', { overlap: () => 'a' }, [...run([1]), ...run([])]],
    [
      'overlap that gives nothing',
      { overlap: () => undefined as unknown as Mark },
      [...run([1]), ...run([])],
    ],
    ['a ceiling of another kind', { ceiling: () => 'a' }, run([1])],
    ['a ceiling that is a date', { ceiling: () => date as unknown as Mark }, run([1])],
  ];
  wrong.forEach(([what, own, script]) =>
    it(`${what} is a TypeError in the error channel, and nothing is kept of that page`, async () => {
      const { walk, places } = scene(script, own);
      const first = await walk();
      const kept = places.kept.length;
      const error = first instanceof Error ? first : await walk();
      expect(error)
        .to.be.instanceOf(TypeError)
        .and.have.property('message')
        .that.includes('marks must be');
      expect(places.kept).to.have.lengthOf(kept);
    }),
  );

  it('what of, overlap or ceiling throws goes to the error channel, and nothing is kept', async () => {
    const boom = (): never => {
      throw new Error('boom');
    };
    for (const own of [{ of: boom }, { ceiling: boom }]) {
      const { walk, places } = scene(run([1]), own);
      expect(await walk()).to.have.property('message', 'boom');
      expect(places.kept).to.have.lengthOf(0);
    }
    const { walk, places } = scene([...run([1]), ...run([])], { overlap: boom });
    await walk();
    expect(await walk()).to.have.property('message', 'boom');
    expect(places.kept).to.have.lengthOf(1);
  });

  const orders: ReadonlyArray<
    readonly [pages: ReadonlyArray<ReadonlyArray<number>>, kept: number]
  > = [
    [[[1, 3, 2]], 0],
    [[[3, 1], [4]], 1],
    [[[1], [2], [2], [1]], 3],
    [[[2, 2], [1], [1, 3]], 2],
  ];
  orders.forEach(([pages, kept]) =>
    it(`${JSON.stringify(pages)}: the page that breaks the order is not kept, and a ceiling begins the run again`, async () => {
      const script = run(...pages);
      const { walk, places, asked, mark, runs } = scene([
        ...run([0]),
        ...script.slice(0, kept + 1),
        ...script,
      ]);
      await walk();
      expect(String(await walk({ mark: { of: markOf } })))
        .to.include('give a ceiling')
        .and.include(`page ${kept + 1}`);
      expect(places.kept).to.have.lengthOf(1 + kept);
      expect(mark(), 'the mark of the next run is as it was').to.equal(0);
      await walk({ mark: { of: markOf, ceiling: () => 2 } });
      expect(asked).to.deep.equal([undefined, 0, 0]);
      expect([mark(), places.kept.at(-1)?.isLast, places.kept.at(-1)?.pages]).to.deep.equal([
        2,
        true,
        pages.length,
      ]);
      if (kept > 0) expect(new Set(runs).size, 'it is the same run').to.equal(2);
    }),
  );

  it('overlap and ceiling are called once in a run; a resume and a later round ask from the same mark', async () => {
    const calls: Array<string> = [];
    const script = [
      ...run([4]),
      ...run([5], [6]).slice(0, 1),
      broken,
      expired,
      ...run([5], [6], [7]),
    ];
    const own: Partial<MarkOptions<ObjectRecord<Issue>>> = {
      overlap: (mark) => Number(mark) - calls.push('overlap'),
      ceiling: () => calls.push('ceiling') + 100,
    };
    const { walk, asked, runs, mark, places } = scene(script, own);
    await walk();
    expect(calls.splice(0)).to.deep.equal(['ceiling']);
    expect(isDone(await walk())).to.deep.equal([false, '[object Object]']);
    expect(mark(), 'a run that did not end well leaves the mark').to.equal(4);
    expect(isDone(await walk())).to.deep.equal([false, false, true]);
    expect(calls).to.deep.equal(['overlap', 'ceiling']);
    expect(asked).to.deep.equal([undefined, 3, 3, 3]);
    expect([mark(), new Set(runs).size, places.kept.at(-1)?.round]).to.deep.equal([7, 2, 2]);
  });

  it('each round may have its own direction', async () => {
    const { walk, mark } = scene([...run([1, 2], []).slice(0, 1), expired, ...run([3, 2, 1])]);
    expect(isDone(await walk())).to.deep.equal([false, true]);
    expect(mark()).to.equal(3);
  });

  it('a run has begun when its first page is kept', async () => {
    const { walk, asked, places } = scene([...run([4]), broken, ...run([5])], {
      overlap: (mark) => Number(mark) - 1,
    });
    await walk();
    await walk();
    await walk();
    expect(asked).to.deep.equal([undefined, 3, 3]);
    expect(places.kept.map(({ round, pages, isLast }) => [round, pages, isLast])).to.deep.equal([
      [1, 1, true],
      [1, 1, true],
    ]);
  });

  it('when the restarts are used up, the next call begins that run again', async () => {
    const page = run([5], [6]).slice(0, 1);
    const script = [...run([4]), ...page, expired, ...page, expired, expired, ...run([5], [6])];
    const { walk, asked, mark } = scene(script);
    await walk();
    expect(isDone(await walk({ restarts: 1 }))).to.deep.equal([false, false, '[object Object]']);
    expect(isDone(await walk({ restarts: 1 }))).to.deep.equal([false, true]);
    expect([new Set(asked.slice(1)).size, mark()]).to.deep.equal([1, 6]);
  });

  it('so it does where that run was kept without its beginning', async () => {
    const page = run([5], [6]).slice(0, 1);
    const { walk, mark, places } = scene([
      ...page,
      expired,
      ...page,
      expired,
      expired,
      ...run([6]),
    ]);
    await walk({ restarts: 1 });
    const kept = places.kept.at(-1);
    const own = markRunOf(kept) ?? expect.fail();
    places.put('issues', placeIn(kept, { ...own, began: undefined }) ?? expect.fail());
    expect(isDone(await walk({ restarts: 1 }))).to.deep.equal([true]);
    expect(mark()).to.equal(6);
  });

  it('a page that is asked for again is not out of order', async () => {
    const again = ok({
      data: [{ properties: { mark: 2 } }, { properties: { mark: 3 } }],
      nextPageToken: '',
    });
    const { walk, mark } = scene([...run([1], []).slice(0, 1), again, ...run([2, 3])]);
    expect(isDone(await walk())).to.deep.equal([false, false, '[object Object]']);
    expect(isDone(await walk())).to.deep.equal([true]);
    expect(mark()).to.equal(3);
  });

  it('a walk that was kept without a mark is continued as it was begun, and then has its first run', async () => {
    const { walk, asked, mark } = scene(
      [...run([5], [9, 1]).slice(0, 1), broken, ...run([9, 1]), ...run([2])],
      {
        first: 0,
      },
    );
    await walk({ mark: undefined });
    expect(isDone(await walk())).to.deep.equal([true]);
    expect(mark()).to.equal(undefined);
    await walk();
    expect([asked, mark()]).to.deep.equal([[undefined, undefined, 0], 2]);
  });

  it('one that was kept with a mark is refused without it, done or not, and says which', async () => {
    const { walk, requests } = scene([...run([1], [2]).slice(0, 1), broken, ...run([2])]);
    await walk();
    expect(String(await walk({ mark: undefined }))).to.match(/"issues".*kept with a mark/);
    await walk();
    expect(String(await walk({ mark: undefined }))).to.include('kept with a mark');
    expect(requests).to.have.lengthOf(3);
  });

  it('goes back to the run that the store has, where it has lost what was kept', async () => {
    for (const [lost, asked] of [
      [1, [undefined, 2, 2]],
      [2, [undefined, 2, undefined]],
    ] as const) {
      const {
        walk,
        places,
        asked: seen,
        mark,
      } = scene([
        ...run([1], [2]),
        ...run([3], [4]),
        ...(lost === 1 ? run([3], [4]) : run([1], [2]).slice(1)),
      ]);
      await walk();
      let works = 0;
      await walk({
        work: () => {
          works += 1;
          if (works === 2) places.lose('issues', lost);
          return EMPTY;
        },
      });
      expect(seen).to.deep.equal(asked);
      expect(mark()).to.equal(lost === 1 ? 4 : 2);
    }
  });

  it('a time more than a day ahead of the clock does not count without a ceiling, and is heard of once in a run', async () => {
    const [past, later, soon] = [
      '2026-01-01T00:00:00Z',
      '2026-01-02T00:00:00Z',
      new Date(Date.now() + 8e7).toISOString(),
    ];
    const far = '2999-01-01T00:00:00Z';
    const doubts: Array<unknown> = [];
    const onDoubt = (doubt: object) => doubts.push(doubt);
    const { walk, mark } = scene([
      ...run([past, far], [later, far]),
      ...run([far], [soon]),
      ...run([far]),
    ]);
    await walk({ onDoubt });
    expect([mark(), doubts]).to.deep.equal([later, [{ ahead: { mark: far } }]]);
    await walk({ onDoubt });
    expect([mark(), doubts.length], 'it changed after the run began').to.deep.equal([later, 2]);
    await walk({ onDoubt, mark: { of: markOf, ceiling: () => soon } });
    expect([mark(), doubts.length], 'with a ceiling it is cut').to.deep.equal([soon, 2]);
  });

  describe('37 (a): what changed after the run began', () => {
    const { now } = Date;
    let time = 0;
    beforeEach(() => {
      time = Date.parse('2026-11-01T12:00:00Z');
      Date.now = () => time;
    });
    afterEach(() => {
      Date.now = now;
    });
    const at = (minute: number, zone = 'Z'): string =>
      `2026-11-01T12:${String(minute).padStart(2, '0')}:00${zone}`;
    const before = '2026-11-01T11:59:00Z';

    it('does not count for the mark, so that a late writer is found after a run that stood still for an hour', async () => {
      const { walk, asked, mark } = scene([
        ...run([before], [at(50)]).slice(0, 1),
        broken,
        ...run([at(50)]),
        ...run([at(20), at(50)]),
      ]);
      await walk();
      // The process was down, and objects of this time are not there yet.
      time += 3_000_000;
      await walk();
      expect(mark()).to.equal(before);
      await walk();
      expect([asked, mark()]).to.deep.equal([[undefined, undefined, before], at(50)]);
    });

    it('counts from the claim where a version that did not keep the beginning of a run began it', async () => {
      const { walk, mark, places } = scene([
        ...run([before], [at(30)]).slice(0, 1),
        broken,
        ...run([at(30)]),
      ]);
      await walk();
      const kept = places.kept.at(-1);
      const own = markRunOf(kept) ?? expect.fail();
      const older = placeIn(kept, { ...own, began: undefined });
      places.put('issues', older ?? expect.fail());
      time += 3_000_000;
      await walk();
      expect(mark()).to.equal(at(30));
    });

    it('counts with a ceiling, in whatever order', async () => {
      const { walk, mark } = scene(run([at(30), before]), { ceiling: () => at(20) });
      await walk();
      expect(mark()).to.equal(at(20));
    });

    it('still has to be in order, and repeats at the end of a page are no break of it', async () => {
      const repeats = scene(run([at(9), at(8), before], [at(8), before]));
      expect(isDone(await repeats.walk())).to.deep.equal([false, true]);
      expect(repeats.mark()).to.equal(before);
      const mixed = scene(run([at(8), at(7), before], [at(9)]));
      expect(String(await mixed.walk())).to.include('must rise, or fall');
    });

    for (const [what, later] of Object.entries({
      'in another zone': '2026-11-01T14:30:00+02:00',
      'without a zone': '2026-11-01T12:30:00',
      'with a space': '2026-11-01 12:30:00',
      'of a day': '2026-11-02',
    })) {
      it(`is a time ${what}, too`, async () => {
        const earlier = later.replace('2026', '2025');
        const { walk, mark } = scene(run([earlier, later]));
        await walk();
        expect(mark()).to.equal(earlier);
      });
    }

    it('is kept over the rounds of a run', async () => {
      const { walk, mark } = scene([
        ...run([before], [at(30)]).slice(0, 1),
        expired,
        ...run([before, at(30)]),
      ]);
      let calls = 0;
      await walk({
        work: () => {
          calls += 1;
          if (calls === 1) time += 3_000_000;
          return EMPTY;
        },
      });
      expect(mark()).to.equal(before);
    });
  });

  const strict = t.type({ mark: t.number, fine: t.literal(true) });
  const unread: ReadonlyArray<
    readonly [
      what: string,
      runs: ReadonlyArray<ReadonlyArray<ReadonlyArray<object>>>,
      marks: ReadonlyArray<unknown>,
      invalid?: number,
    ]
  > = [
    ['is not passed over by the mark', [[[good(1), bad(2)], [good(3)]]], [2]],
    ['is not passed over, whichever is lowest', [[[good(1), bad(4), bad(3)], [good(5)]]], [3]],
    ['leaves the mark where it was at least', [[[good(5)]], [[bad(3), good(6)]]], [5, 5]],
    ['that is newer than the others changes nothing', [[[good(1), bad(9)]]], [1]],
    [
      'that shows another kind of mark is counted',
      [[[{ properties: { mark: 'new' } }], [good(1)], [good(2)]]],
      [2],
      1,
    ],
    [
      'that shows no mark is counted',
      [[[good(1), {}, { properties: { mark: [] } }]], [[good(2)]]],
      [1, 2],
      2,
    ],
  ];
  unread.forEach(([what, runs, marks, invalid]) =>
    it(`an object that cannot be read ${what}`, async () => {
      const { transport } = scriptedTransport(...runs.flatMap((pages) => pagesOf(pages)));
      const client = createClient({ transport, retry: false });
      const places = memoryPlaces();
      const pages: Options['pages'] = ({ valve }) =>
        client.pages(issues, { properties: strict, since: undefined, valve });
      for (const [index, mark] of marks.entries()) {
        await collect(
          durable({ id: 'issues', places, mark: { of: markOf }, pages, work: () => EMPTY }),
        );
        expect(cameTo(places.kept.at(-1))).to.equal(mark);
        const { shown } = indexOfPlace(places.kept.at(-1));
        const said = JSON.parse(shown ?? '{}') as { readonly invalid?: number };
        expect(said.invalid).to.equal(index === 0 ? invalid : undefined);
      }
    }),
  );

  it('warns once in development of marks without a ceiling over page numbers, which objects slip through', () => {
    const required = {
      rxjs: '{ EMPTY, lastValueFrom }',
      [resolve('src/index.ts')]: '{ createClient, durable, endpoint }',
      [resolve('src/paging/index.ts')]: '{ byPageNumber, query }',
      [resolve('spec/support/scriptedTransport.ts')]: '{ ok, scriptedTransport }',
      [resolve('spec/walk/durable/support/memoryPlaces.ts')]: '{ memoryPlaces }',
    };
    const lines = Object.entries(required).map(
      ([path, names]) => `const ${names} = require(${JSON.stringify(path)});`,
    );
    const program = `${lines.join('')}
      const numbered = endpoint({ name: 'n', method: 'GET', path: '/n', paging: byPageNumber({ to: query('page') }) });
      const run = (ceiling) => {
        const client = createClient(scriptedTransport(ok({ data: [{ mark: 1 }] }), ok({ data: [] })));
        const mark = { of: ({ mark }) => mark, ceiling };
        const pages = ({ valve }) => client.pages(numbered, { valve });
        return lastValueFrom(durable({ id: 'n', places: memoryPlaces(), pages, mark, work: () => EMPTY }));
      };
      console.warn = (text) => console.log(text);
      run(() => 9)
        .then(() => console.log('with a ceiling'))
        .then(() => run())
        .then(() => run())
        .then(() => console.log('without one'));`;
    // The warning comes once in a process, and other specs may have had it in this one.
    const options = { env: { ...process.env, NODE_ENV: 'development' }, encoding: 'utf8' } as const;
    const told = execFileSync(process.execPath, ['--require', 'tsx/cjs', '-e', program], options);
    expect(told).to.match(/^with a ceiling\nPagewalk: .*byPageNumber.*ceiling.*\nwithout one\n$/);
  });

  it('mark beside finish is a TypeError', () => {
    const { call } = scene([]);
    expect(() => call({ finish: () => of(1) })).to.throw(TypeError, 'mark');
  });

  it('claims again, and with batches the pages before one that fails are worked on together with it or not at all', async () => {
    const { walk, places, mark } = scene([...run([1], [2], [3])]);
    const claims: Array<unknown> = [];
    const claim: typeof places.claim = (...args: ReadonlyArray<unknown>) => {
      claims.push(args[2]);
      return places.claim('issues');
    };
    await walk({ batch: 3, places: { ...places, claim } });
    expect(claims).to.have.lengthOf(1);
    expect(claims[0]).to.include({ again: true });
    expect(mark()).to.equal(3);
    await walk({ batch: 3, work: () => throwError(() => new Error('boom')) });
    expect(mark()).to.equal(3);
  });

  it('the place of a page in work is the one that is kept, in bounded size', async () => {
    const long = 'x'.repeat(1_000);
    const { walk, places } = scene([...run([long], [long]), ...run([long], [long])], {
      overlap: () => long,
      ceiling: () => long,
    });
    const seen: Array<Place> = [];
    const work: Options['work'] = ({ place }) => of(seen.push(place));
    await walk({ work });
    await walk({ work });
    expect(seen.map(Place.encode)).to.deep.equal(places.kept.map(Place.encode));
    for (const place of seen) expect(Place.encode(place).length).to.be.below(8_000);
  });

  const compared: ReadonlyArray<readonly [Mark, Mark, number]> = [
    [1, 2n, -1],
    [2n, 2, 0],
    [2.5, 2n, 1],
    ['99999999999999999999', '100000000000000000000', -1],
    ['007', '7', 0],
    ['b', 'a', 1],
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z', -1],
    ['-1', '-2', -1],
  ];
  it('compares by value, digits too, and other strings by their units', () => {
    for (const [one, other, order] of compared) {
      expect(compareMarks(one, other), `${one} ${other}`).to.equal(order);
      expect(compareMarks(other, one), `${other} ${one}`).to.equal(0 - order);
    }
  });
});
