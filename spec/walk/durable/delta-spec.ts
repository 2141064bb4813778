import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { EMPTY, of, throwError } from 'rxjs';
import { createClient, durable, endpoint, Place, walkCalls, walkEach } from '../../../src/index';
import { at, byCursor, byPageNumber, query } from '../../../src/paging/index';
import type { DurableOptions } from '../../../src/walk/durable/durable';
import { collect } from '../../support/collect';
import { answer, ok, scriptedTransport } from '../../support/scriptedTransport';
import { memoryPlaces } from './support/memoryPlaces';

const common = { name: 'events', method: 'GET', path: '/events', items: at('items') } as const;
const paging = byCursor({ from: at('next'), to: query('cursor') });
const events = endpoint({ ...common, paging, delta: { from: at('sync'), to: query('since') } });
const plain = endpoint({ ...common, paging });

type Options = DurableOptions<unknown, string>;

/** A response: a status, or a page such as `2>b=s1`: its object, the cursor of the next one, and its token. */
const response = (text: string) => {
  const [, item = '', next, sync] = /^(\d)(?:>(\w+))?(?:=(\w+))?$/.exec(text) ?? [];
  if (item !== '') return ok({ items: [item], next, sync });
  return text === 'stale'
    ? answer(400, { errorName: 'InvalidPageToken' })
    : answer(Number(text), {});
};

/** How a run went: `.` for a page, `!` for the last one, or what it ended with. */
const shown = (results: ReadonlyArray<E.Either<object, Place>>): string =>
  results
    .map((each) => {
      if (E.isRight(each)) return each.right.isLast ? '!' : '.';
      const { rule, _tag } = each.left as { readonly rule?: string; readonly _tag: string };
      return rule ?? _tag;
    })
    .join('');

const scene = (script: string) => {
  const { transport, requests } = scriptedTransport(...script.split(' ').map(response));
  const client = createClient({ transport, retry: false });
  const restarts: Array<unknown> = [];
  client.events.subscribe(
    (event) => event.type === 'restart' && restarts.push([event.restarts, event.isFull]),
  );
  const places = memoryPlaces();
  const worked: Array<{ readonly text: string; readonly run: string }> = [];
  const defaults: Options = {
    id: 'events',
    places,
    delta: true,
    pages: (start) => client.pages(events, { ...start }),
    work: ({ data, isFull, run }) => {
      for (const each of data) {
        const text = E.isRight(each) ? (each.right as string) : 'false';
        worked.push({ text: `${text}${isFull ? 'f' : ''}`, run });
      }
      return EMPTY;
    },
  };
  const walk = (options: Partial<Options> = {}): Promise<string> =>
    collect(durable({ ...defaults, ...options })).then(shown, String);
  const asked = () => requests.map(({ url }) => url.replace(/\/events\??/, '') || '-').join(' ');
  return { walk, client, places, restarts, asked, worked };
};

describe('law 42: durable walks by the tokens of the service', () => {
  const cases: Readonly<
    Record<string, readonly [script: string, ends: string, asked: string, worked?: string]>
  > = {
    'the first run asks for everything, the next one from the token that came last': [
      '1>b=s1 2=s2 3=s3 4=s4',
      '.! ! !',
      '- cursor=b since=s2 since=s3',
      '1f 2f 3 4',
    ],
    'a token that came on page 1 only survives a crash': [
      '1>b=s1 500 2 3=s2',
      '.HttpFailure ! !',
      '- cursor=b cursor=b since=s1',
    ],
    'a resume asks from the same token': [
      '1=s1 2>b=s2 500 3=s3 4=s4',
      '! .HttpFailure ! !',
      '- since=s1 since=s1&cursor=b since=s1&cursor=b since=s3',
    ],
    'a run that ends in any other way leaves the token': [
      '1=s1 500 2=s2',
      '! HttpFailure !',
      '- since=s1 since=s1',
    ],
    'a run without any token ends with MissingDelta, and its last page is not kept': [
      '1>b 2 2 2=s1 3=s2',
      '.MissingDelta MissingDelta ! !',
      '- cursor=b cursor=b cursor=b since=s1',
      '1f 2f 3',
    ],
    'an expired token begins a full run at once': [
      '1=s1 410 2>b 3=s2 4=s3',
      '! .! !',
      '- since=s1 - cursor=b since=s2',
      '1f 2f 3f 4',
    ],
    'so does PageTokenExpired for the first page': ['1=s1 stale 2=s2', '! !', '- since=s1 -'],
    'a 410 of a full run ends it': ['1=s1 410 410', '! HttpFailure', '- since=s1 -'],
    'on a later page it is another round of the same run, from the same token': [
      '1=s1 2>b=x 410 2>c=y 3=s2 4=s3',
      '! ..! !',
      '- since=s1 since=s1&cursor=b since=s1 since=s1&cursor=c since=s2',
    ],
    'also of a full run': ['1>b 410 1>b 2=s1', '..!', '- cursor=b - cursor=b'],
  };
  for (const [what, [script, ends, asked, worked]] of Object.entries(cases)) {
    it(what, async () => {
      const walked = scene(script);
      for (const end of ends.split(' ')) expect(await walked.walk(), walked.asked()).to.equal(end);
      expect(walked.asked()).to.equal(asked);
      if (worked) expect(walked.worked.map(({ text }) => text).join(' ')).to.equal(worked);
    });
  }

  it('says with an event that a full run begins, which is another run', async () => {
    const { walk, restarts, worked } = scene('1=s1 410 2=s2');
    await walk();
    await walk();
    expect([restarts, new Set(worked.map(({ run }) => run)).size]).to.deep.equal([[[1, true]], 2]);
  });

  it('takes other statuses, also for a later page, and begins a run again when its restarts are used up', async () => {
    const { walk, asked } = scene('1=s1 2>b 400 2>b 400 400 2>b 3=s2');
    const options = { delta: { expired: [400] }, restarts: 1 };
    const ends = [await walk(options), await walk(options), await walk(options)];
    expect(ends).to.deep.equal(['!', '..HttpFailure', '.!']);
    const [first, later] = ['since=s1', 'since=s1&cursor=b'];
    expect(asked()).to.equal(['-', first, later, first, later, later, first, later].join(' '));
  });

  it('calls finish with the last page of full runs only, with the run of its pages', async () => {
    const { walk } = scene('1>b 2=s1 3=s2 410 4=s3');
    const calls: Array<readonly [string, string]> = [];
    const options: Partial<Options> = {
      work: ({ run }) => of(calls.push(['work', run])),
      finish: (_, { runs: [ended = ''] }) => of(calls.push(['finish', ended])),
    };
    for (let night = 0; night < 3; night += 1) await walk(options);
    const runs = [...new Set(calls.map(([, run]) => run))];
    const called = calls.map(([what, run]) => `${what} ${runs.indexOf(run)}`).join();
    expect(called).to.equal('work 0,work 0,finish 0,work 1,work 2,finish 2');
  });

  it('continues a walk that was kept without a token as it was begun, and then begins with it', async () => {
    const { walk, client, asked } = scene('1>b 500 2 3=s1 4=s2');
    await walk({ delta: undefined, pages: (start) => client.pages(plain, { ...start }) });
    expect([await walk(), await walk(), await walk()].join('')).to.equal('!!!');
    expect(asked()).to.equal('- cursor=b cursor=b - since=s1');
  });

  it('law 36: such a walk keeps its run to its end, so that finish gets the text that its rows have', async () => {
    const { walk, client, worked } = scene('1>b 500 2>c 3');
    await walk({ delta: undefined, pages: (start) => client.pages(plain, { ...start }) });
    let ended: ReadonlyArray<string> = [];
    expect(await walk({ finish: (_, { runs }) => of((ended = runs)) })).to.equal('.!');
    expect(worked.map(({ text }) => text).join()).to.equal('1,2f,3f');
    expect(ended).to.deep.equal([...new Set(worked.map(({ run }) => run))]);
  });

  it('is refused without the option, or with a mark, and so is a mark with it', async () => {
    const marked = { delta: undefined, mark: { of: () => 1 } };
    for (const [first, kept, others] of [
      [{}, 'delta', [{ delta: undefined }, marked]],
      [marked, 'mark', [{}]],
    ] as const) {
      const { walk } = scene('1>b=s1 500');
      await walk(first);
      for (const options of others)
        expect(await walk(options)).to.match(new RegExp(`"events" was kept with a ${kept}: give`));
    }
  });

  it('refuses mark, part and what it does not know', () => {
    const options = {
      id: 'x',
      places: memoryPlaces(),
      pages: () => EMPTY,
      work: () => EMPTY,
    } as object as Options;
    const deltas = [{ expire: [410] }, { expired: 410 }, { expired: ['410'] }].map((delta) => ({
      delta,
    }));
    for (const wrong of [
      { mark: { of: () => 1 } },
      { part: { name: 'a', of: ['a'] } },
      ...deltas,
    ]) {
      expect(
        () => durable({ ...options, delta: true, ...wrong } as Options),
        JSON.stringify(wrong),
      ).to.throw(TypeError);
    }
  });

  it('finds at the first page that there are no tokens, and keeps nothing', async () => {
    const { client, walk, places } = scene('1>b 1 2');
    const parents = (start: object) => client.pages(events, start);
    const calls = walkCalls({
      name: 'x',
      call: () => of([1]),
      items: (all) => all,
      next: () => undefined,
    });
    const sources: ReadonlyArray<(start: object) => unknown> = [
      (start) => client.pages(plain, start),
      (start) =>
        walkEach({
          parents,
          key: () => 1,
          children: (_, here) => client.pages(events, here),
          ...start,
        }),
      () => calls,
    ];
    for (const pages of sources) {
      expect(await walk({ pages: pages as Options['pages'] })).to.include(
        'TypeError: durable: delta needs',
      );
    }
    expect(places.kept).to.deep.equal([]);
  });

  it('knows at a page past the end, too, that there are tokens', async () => {
    const paged = byPageNumber({ to: query('page'), pastEnd: [404] });
    const delta = { from: at('sync'), to: query('since') };
    const numbered = endpoint({ ...common, paging: paged, delta });
    const { walk, client, asked } = scene('1=s1 404');
    const pages: Options['pages'] = (start) => client.pages(numbered, { ...start });
    expect(await walk({ pages })).to.equal('.!');
    expect(asked()).to.equal('- page=2');
  });

  it('keeps nothing of a page whose work fails, and its token neither', async () => {
    const { walk, asked } = scene('1=s1 2=s2 2=s3');
    await walk();
    expect(await walk({ work: () => throwError(() => new Error('boom')) })).to.equal('Error: boom');
    await walk();
    expect(asked()).to.equal('- since=s1 since=s1');
  });

  it('works on several pages together, and keeps those before one that lacks its token', async () => {
    const { walk, worked } = scene('1>b 2>c 3');
    expect(await walk({ batch: 5 })).to.equal('..MissingDelta');
    expect(worked.map(({ text }) => text)).to.deep.equal(['1f', '2f']);
  });

  it('keeps the token in the text of its place, and shows it nowhere', async () => {
    const { walk, places } = scene('1=S3cret');
    await walk();
    const [place] = places.kept;
    expect(JSON.stringify(place)).to.not.include('S3cret');
    expect(place && atob(Place.encode(place).split('.')[2] ?? '')).to.include('S3cret');
  });
});
