import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { EMPTY, of, throwError } from 'rxjs';
import { createClient } from '../../../src/client/createClient';
import { walkCalls } from '../../../src/client/calls/walkCalls';
import { endpoint } from '../../../src/model/endpoints/endpoint';
import { Place } from '../../../src/model/place/Place';
import { at, byCursor, query } from '../../../src/paging/index';
import { durable, type DurableOptions } from '../../../src/walk/durable/durable';
import { walkEach } from '../../../src/walk/each/walkEach';
import { collect } from '../../support/collect';
import { answer, ok, scriptedTransport } from '../../support/scriptedTransport';
import { memoryPlaces } from './support/memoryPlaces';

const paging = byCursor({ from: at('next'), to: query('cursor') });
const events = endpoint({
  name: 'events',
  method: 'GET',
  path: '/events',
  items: at('items'),
  paging,
  delta: { from: at('sync'), to: query('since') },
});
const plain = endpoint({ name: 'events', method: 'GET', path: '/events', items: at('items'), paging });

type Scripted = ReturnType<typeof ok>;
type Options = DurableOptions<unknown, string>;

/** A page: its one object, the cursor of the next one and the token, where it has them. */
const page = (item: number, next?: string, sync?: string): Scripted => ok({ items: [item], next, sync });
const gone = answer(410, {});
const stale = answer(400, { errorName: 'InvalidPageToken' });
const broken = answer(500, {});

const scene = (...script: ReadonlyArray<Scripted>) => {
  const { transport, requests } = scriptedTransport(...script);
  const client = createClient({ transport, retry: false });
  const restarts: Array<object> = [];
  client.events.subscribe((event) => {
    if (event.type === 'restart') restarts.push({ restarts: event.restarts, isFull: event.isFull });
  });
  const places = memoryPlaces();
  const worked: Array<readonly [object: unknown, isFull: boolean | undefined, run: string]> = [];
  const walk = (options: Partial<Options> = {}) =>
    collect(
      durable({
        id: 'events',
        places,
        delta: true,
        pages: (start) => client.pages(events, { ...start }),
        work: ({ data, isFull, run }) => {
          for (const each of data) worked.push([E.isRight(each) && each.right, isFull, run]);
          return EMPTY;
        },
        ...options,
      } as Options),
    ).then(
      (results) =>
        results.map((each) =>
          E.isRight(each)
            ? each.right.isLast
            : 'rule' in each.left
              ? each.left.rule
              : 'problems' in each.left
                ? each.left.problems.map(({ at: where, message }) => `${where} ${message}`).join()
                : each.left._tag,
        ),
      (error: unknown) => String(error),
    );
  return {
    walk,
    client,
    places,
    restarts,
    asked: () => requests.map(({ url }) => url.replace('/events', '')),
    objects: () => worked.map(([object, isFull]) => [object, isFull]),
    runs: () => [...new Set(worked.map(([, , run]) => run))].length,
  };
};

describe('law 42: durable walks by the tokens of the service', () => {
  const cases: ReadonlyArray<
    readonly [
      what: string,
      script: ReadonlyArray<Scripted>,
      ends: ReadonlyArray<unknown>,
      asked: ReadonlyArray<string>,
      objects?: ReadonlyArray<readonly [number, boolean]>,
    ]
  > = [
    [
      'the first run asks for everything, the next one from the token that came last',
      [page(1, 'b', 's1'), page(2, undefined, 's2'), page(3, undefined, 's3'), page(4, undefined, 's4')],
      [[false, true], [true], [true]],
      ['', '?cursor=b', '?since=s2', '?since=s3'],
      [
        [1, true],
        [2, true],
        [3, false],
        [4, false],
      ],
    ],
    [
      'a token that came on page 1 only survives a crash',
      [page(1, 'b', 's1'), broken, page(2), page(3, undefined, 's2')],
      [[false, 'HttpFailure'], [true], [true]],
      ['', '?cursor=b', '?cursor=b', '?since=s1'],
    ],
    [
      'a resume asks from the same token, and its run is the same',
      [page(1, undefined, 's1'), page(2, 'b', 's2'), broken, page(3, undefined, 's3'), page(4, undefined, 's4')],
      [[true], [false, 'HttpFailure'], [true], [true]],
      ['', '?since=s1', '?since=s1&cursor=b', '?since=s1&cursor=b', '?since=s3'],
    ],
    [
      'a run that ends in any other way leaves the token',
      [page(1, undefined, 's1'), broken, page(2, undefined, 's2')],
      [[true], ['HttpFailure'], [true]],
      ['', '?since=s1', '?since=s1'],
    ],
    [
      'a run without any token ends with MissingDelta, and its last page is not kept',
      [page(1, 'b'), page(2), page(2), page(2, undefined, 's1'), page(3, undefined, 's2')],
      [[false, 'MissingDelta'], ['MissingDelta'], [true], [true]],
      ['', '?cursor=b', '?cursor=b', '?cursor=b', '?since=s1'],
      [
        [1, true],
        [2, true],
        [3, false],
      ],
    ],
    [
      'an expired token begins a full run at once',
      [page(1, undefined, 's1'), gone, page(2, 'b'), page(3, undefined, 's2'), page(4, undefined, 's3')],
      [[true], [false, true], [true]],
      ['', '?since=s1', '', '?cursor=b', '?since=s2'],
      [
        [1, true],
        [2, true],
        [3, true],
        [4, false],
      ],
    ],
    [
      'so does PageTokenExpired for the first page',
      [page(1, undefined, 's1'), stale, page(2, undefined, 's2')],
      [[true], [true]],
      ['', '?since=s1', ''],
    ],
    [
      'a 410 of a full run ends it',
      [page(1, undefined, 's1'), gone, gone],
      [[true], ['HttpFailure']],
      ['', '?since=s1', ''],
    ],
    [
      'on a later page it is another round of the same run, from the same token',
      [
        page(1, undefined, 's1'),
        page(2, 'b', 'x'),
        gone,
        page(2, 'c', 'y'),
        page(3, undefined, 's2'),
        page(4, undefined, 's3'),
      ],
      [[true], [false, false, true], [true]],
      ['', '?since=s1', '?since=s1&cursor=b', '?since=s1', '?since=s1&cursor=c', '?since=s2'],
    ],
    [
      'also of a full run',
      [page(1, 'b'), gone, page(1, 'b'), page(2, undefined, 's1')],
      [[false, false, true]],
      ['', '?cursor=b', '', '?cursor=b'],
    ],
  ];
  cases.forEach(([what, script, ends, asked, objects]) =>
    it(what, async () => {
      const { walk, asked: sent, objects: came } = scene(...script);
      for (const end of ends) expect(await walk(), JSON.stringify(sent())).to.deep.equal(end);
      expect(sent()).to.deep.equal(asked);
      if (objects) expect(came()).to.deep.equal(objects);
    }),
  );

  it('says with an event that a full run begins, which is another run', async () => {
    const { walk, restarts, runs } = scene(page(1, undefined, 's1'), gone, page(2, undefined, 's2'));
    await walk();
    await walk();
    expect([restarts, runs()]).to.deep.equal([[{ restarts: 1, isFull: true }], 2]);
  });

  it('takes other statuses, also for a later page, and begins a run again when its restarts are used up', async () => {
    const refused = answer(400, {});
    const round = [page(2, 'b'), refused];
    const { walk, asked } = scene(
      page(1, undefined, 's1'),
      ...round,
      ...round,
      refused,
      page(2, 'b'),
      page(3, undefined, 's2'),
    );
    const options = { delta: { expired: [400] }, restarts: 1 };
    await walk(options);
    expect(await walk(options)).to.deep.equal([false, false, 'HttpFailure']);
    expect(await walk(options), 'the next call').to.deep.equal([false, true]);
    const [first, later] = ['?since=s1', '?since=s1&cursor=b'];
    expect(asked()).to.deep.equal(['', first, later, first, later, later, first, later]);
  });

  it('calls finish with the last page of full runs only, with the run of its pages', async () => {
    const { walk } = scene(
      page(1, 'b'),
      page(2, undefined, 's1'),
      page(3, undefined, 's2'),
      gone,
      page(4, undefined, 's3'),
    );
    const calls: Array<string> = [];
    const note = (text: string) => of(calls.push(text));
    const options: Partial<Options> = {
      work: ({ run }) => note(`work ${run}`),
      finish: (_, { run }) => note(`finish ${run}`),
    };
    for (let night = 0; night < 3; night += 1) await walk(options);
    const names = [...new Set(calls.map((call) => call.split(/ (.*)/)[1]))];
    expect(calls.map((call) => `${call.split(' ')[0]} ${names.indexOf(call.split(/ (.*)/)[1])}`)).to.deep.equal([
      'work 0',
      'work 0',
      'finish 0',
      'work 1',
      'work 2',
      'finish 2',
    ]);
  });

  it('continues a walk that was kept without a token as it was begun, and then begins with it', async () => {
    const { walk, client, asked } = scene(
      page(1, 'b'),
      broken,
      page(2),
      page(3, undefined, 's1'),
      page(4, undefined, 's2'),
    );
    const without: Partial<Options> = { delta: undefined, pages: (start) => client.pages(plain, { ...start }) };
    expect(await walk(without)).to.deep.equal([false, 'HttpFailure']);
    expect([await walk(), await walk(), await walk()]).to.deep.equal([[true], [true], [true]]);
    expect(asked()).to.deep.equal(['', '?cursor=b', '?cursor=b', '', '?since=s1']);
  });

  it('is refused without the option, or with a mark', async () => {
    const { walk } = scene(page(1, 'b', 's1'), broken);
    await walk();
    for (const options of [{ delta: undefined }, { delta: undefined, mark: { of: () => 1 } }]) {
      expect(await walk(options)).to.include('kept with a delta: events');
    }
    const marked = scene(page(1, 'b'), broken);
    await marked.walk({ delta: undefined, mark: { of: () => 1 } });
    expect(await marked.walk()).to.include('kept with a mark: events');
  });

  it('refuses mark, part and what it does not know', () => {
    const common = { id: 'x', places: memoryPlaces(), pages: () => EMPTY, work: () => EMPTY } as object as Options;
    for (const wrong of [
      { delta: true, mark: { of: () => 1 } },
      { delta: true, part: { name: 'a', of: ['a'] } },
      { delta: { expire: [410] } },
    ]) {
      expect(() => durable({ ...common, ...wrong } as Options), JSON.stringify(wrong)).to.throw(TypeError);
    }
  });

  it('finds at the first page that there are no tokens, and keeps nothing', async () => {
    const { client, walk, places } = scene(page(1, 'b'), page(1), page(2));
    const withEach: Partial<Options> = {
      pages: ({ place, valve }) =>
        walkEach({
          parents: (start) => client.pages(events, start),
          key: () => 1,
          children: (_, start) => client.pages(events, start),
          ...{ place, valve },
        }) as never,
    };
    const calls = walkCalls({ name: 'x', call: () => of([1]), items: (all) => all, next: () => undefined });
    for (const options of [
      { pages: (start: object) => client.pages(plain, start) },
      withEach,
      { pages: () => calls },
    ]) {
      expect(await walk(options as Partial<Options>)).to.include('TypeError: durable: delta needs');
    }
    expect(places.kept).to.deep.equal([]);
  });

  it('keeps nothing of a page whose work fails, and its token neither', async () => {
    const { walk, asked } = scene(page(1, undefined, 's1'), page(2, undefined, 's2'), page(2, undefined, 's3'));
    await walk();
    expect(await walk({ work: () => throwError(() => new Error('boom')) })).to.equal('Error: boom');
    await walk();
    expect(asked()).to.deep.equal(['', '?since=s1', '?since=s1']);
  });

  it('works on several pages together, and keeps those before one that lacks its token', async () => {
    const { walk, objects } = scene(page(1, 'b'), page(2, 'c'), page(3));
    expect(await walk({ batch: 5 })).to.deep.equal([false, false, 'MissingDelta']);
    expect(objects().map(([object]) => object)).to.deep.equal([1, 2]);
  });

  it('keeps the token in the text of its place, and shows it nowhere', async () => {
    const { walk, places } = scene(page(1, undefined, 'S3cret'));
    await walk();
    const [place] = places.kept;
    expect(JSON.stringify(place)).to.not.include('S3cret');
    expect(place && atob(Place.encode(place).split('.')[2] ?? '')).to.include('S3cret');
  });
});
