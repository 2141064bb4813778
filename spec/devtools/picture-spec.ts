import { expect } from 'chai';
import {
  filterLanes,
  type Lane,
  objectsPerSecond,
  type LaneFilter,
  laneState,
  stillFor,
} from '../../src/devtools/model/Lane';
import { createPicture } from '../../src/devtools/model/picture';
import { seenEvent } from '../../src/devtools/model/SeenEvent';
import { drawn, lanesOf, only, type Told } from './support/drawn';

const of = (walk: number, at: number, event: Told): Told => ({
  walk,
  at,
  endpoint: 'listObjects',
  ...event,
});
const request = (walk: number, at: number, page = 0, attempt = 1): Told =>
  of(walk, at, { type: 'request', page, attempt });
const page = (walk: number, at: number, index = 0, objects = 100): Told =>
  of(walk, at, { type: 'page', page: index, objects, ms: 50 });
const end = (walk: number, at: number, how: Told = {}): Told =>
  of(walk, at, { type: 'end', pages: 1, objects: 100, ...how });
const unavailable = { _tag: 'HttpFailure', status: 503 };
const retry = (walk: number, at: number, delay = 200): Told =>
  of(walk, at, { type: 'retry', page: 0, attempt: 1, delay, failure: unavailable });

describe('createPicture', () => {
  it('has a lane for each walk, and a bar for each request, as long as it took', () => {
    const picture = drawn([
      request(1, 1000),
      request(2, 1010),
      page(1, 1100),
      request(1, 1200, 1),
      end(2, 1300),
    ]);
    const bars = lanesOf(picture).map((lane) => [
      lane.walk,
      ...lane.bars.map(({ from, to }) => `${from} to ${to}`),
    ]);
    expect(bars).to.deep.equal([
      [1, '1000 to 1100', '1200 to Infinity'],
      [2, '1010 to 1300'],
    ]);
    expect([picture.first, picture.last]).to.deep.equal([1000, 1300]);
  });

  it('keeps what was said last of how fast requests start, and forgets it when it is cleared', () => {
    const slowed = (walk: number, at: number, perMinute: number): Told =>
      of(walk, at, { type: 'slowed', perMinute });
    const picture = drawn([request(1, 0), slowed(1, 10, 30), request(2, 20), slowed(2, 30, 60)]);
    expect([picture.slowed?.at, picture.slowed?.perMinute]).to.deep.equal([30, 60]);
    expect(lanesOf(picture).map(({ bars }) => bars.length)).to.deep.equal([1, 1]);
    picture.clear();
    expect(picture.slowed).to.equal(undefined);
  });

  it('keeps what came of a request', () => {
    const { bars, pages, objects, retries } = only(
      request(1, 0),
      retry(1, 10),
      request(1, 210, 0, 2),
      of(1, 220, { type: 'refresh', page: 0, attempt: 2 }),
      request(1, 230, 0, 3),
      page(1, 300),
      request(1, 310, 1),
      end(1, 400, { unsubscribed: true }),
    );
    const outcomes = bars.map(({ outcome, attempt }) => `${outcome} ${attempt}`);
    expect(outcomes).to.deep.equal(['retry 1', 'refresh 2', 'page 3', 'unsubscribed 1']);
    expect(bars[0]).to.deep.include({ delay: 200, failure: 'HttpFailure: 503' });
    expect(bars[2]).to.deep.include({ objects: 100 });
    expect([pages, objects, retries]).to.deep.equal([1, 100, 1]);
  });

  it('draws each response into the bar of its page, in whatever order pages that were read ahead come', () => {
    const ahead = [request(1, 0), request(1, 1, 1), request(1, 2, 2), request(1, 3, 3)];
    const lane = only(
      ...ahead,
      page(1, 50, 2),
      page(1, 60, 0),
      of(1, 70, { type: 'retry', page: 1, delay: 5 }),
    );
    const outcomes = ({ bars }: Lane) =>
      bars.map(({ page: index, outcome, to }) => `${index} ${outcome} ${to}`);
    expect(outcomes(lane)).to.deep.equal([
      '0 page 60',
      '1 retry 70',
      '2 page 50',
      '3 asking Infinity',
    ]);
    expect(laneState(lane)).to.equal('asking');
    const failed = only(
      ...ahead,
      page(1, 60, 0),
      end(1, 80, { error: { _tag: 'TimedOut', after: 9 } }),
    );
    expect(outcomes(failed)).to.deep.equal([
      '0 page 60',
      '1 failed 80',
      '2 unsubscribed 80',
      '3 unsubscribed 80',
    ]);
  });

  it('marks the request that a hold has caused', () => {
    const held = of(1, 500, { type: 'hold', page: 1, ms: 400 });
    const events = [
      request(1, 0),
      page(1, 10),
      held,
      request(1, 501, 1),
      page(1, 510, 1),
      request(1, 520, 2),
    ];
    expect(only(...events).bars.map((bar) => bar.held)).to.deep.equal([0, 400, 0]);
  });

  const ends: ReadonlyArray<readonly [how: string, events: ReadonlyArray<Told>, state: string]> = [
    ['asks', [request(1, 0)], 'asking'],
    ['waits for its next request', [request(1, 0), page(1, 9)], 'waiting'],
    ['waits before it asks again', [request(1, 0), retry(1, 9)], 'retrying'],
    ['came to its last page', [request(1, 0), page(1, 9), end(1, 9)], 'done'],
    ['failed', [request(1, 0), end(1, 9, { error: { _tag: 'TimedOut', after: 9 } })], 'failed'],
    ['was unsubscribed', [request(1, 0), end(1, 9, { unsubscribed: true })], 'unsubscribed'],
    [
      'failed outside of its requests',
      [request(1, 0), end(1, 9, { unsubscribed: true, failed: true })],
      'failed',
    ],
    [
      'was restarted',
      [
        request(1, 0),
        end(1, 9, { error: { _tag: 'PageTokenExpired' } }),
        of(1, 9, { type: 'restart', restarts: 1 }),
      ],
      'restarted',
    ],
  ];
  for (const [how, events, state] of ends) {
    it(`knows a walk that ${how}`, () => expect(laneState(only(...events))).to.equal(state));
  }

  it('keeps why a walk ended, and that its last request failed', () => {
    const lane = only(request(1, 0), end(1, 9, { error: { _tag: 'TimedOut', after: 9 } }));
    const failure = 'TimedOut: no response within 9 ms';
    expect(lane.end).to.deep.equal({ at: 9, how: 'failed', failure, doubts: [] });
    expect(lane.bars[0]).to.deep.include({ outcome: 'failed', to: 9, failure: lane.end?.failure });
  });

  it('finds a durable walk whose work threw among those that failed, and says that no request of it did', () => {
    const asked = [request(1, 0), page(1, 5), request(1, 6, 1)];
    const lane = only(...asked, end(1, 9, { unsubscribed: true, failed: true }));
    const found = filterLanes([lane], { text: '', shown: 'failed' }, 10);
    expect([found, lane.bars.map(({ outcome, failure }) => outcome + failure)]).to.deep.equal([
      [lane],
      ['page', 'unsubscribed'],
    ]);
    expect(lane.end?.failure).to.match(/^an exception of the work.*under durable$/);
  });

  it('finds walks that stand still, whatever they wait for, and none that has ended', () => {
    const now = 20_000;
    const asked = [1, 2, 3, 4, 5].map((walk) => request(walk, 0));
    const came = [page(2, 10), retry(3, 10, 60_000), page(4, 19_000), page(5, 10), end(5, 11)];
    const picture = drawn([...asked, ...came]);
    const found = (shown: LaneFilter, text = ''): ReadonlyArray<number> =>
      filterLanes(picture.lanes.values(), { text, shown }, now).map(({ walk }) => walk);
    expect(found('still')).to.deep.equal([1, 2, 3]);
    expect(lanesOf(picture).map((lane) => stillFor(lane, now))).to.deep.equal([
      20_000, 19_990, 20_000, 0, 0,
    ]);
    expect(found('running')).to.deep.equal([1, 2, 3, 4]);
    expect(found('ended')).to.deep.equal([5]);
    expect(found('failed')).to.deep.equal([]);
    expect(found('all', '4')).to.deep.equal([4]);
    expect(found('all', 'LISTobj')).to.have.length(5);
    expect(found('all', 'aircraft')).to.deep.equal([]);
  });

  it('counts objects per second of the last seconds, and of the whole walk once it has ended', () => {
    const events = Array.from({ length: 10 }, (_, second) => page(1, 100_500 + second * 1000));
    const running = only(...events);
    expect(objectsPerSecond(running, 109_600)).to.equal(100);
    expect(objectsPerSecond(running, 130_000)).to.equal(0);
    const ended = only(request(1, 100_000), ...events, end(1, 110_000));
    expect(objectsPerSecond(ended, 999_999)).to.equal(100);
  });

  it('draws a walk that began before anybody looked', () => {
    expect(only(page(1, 1000)).bars).to.have.length(1);
    expect(only(page(1, 1000)).bars[0]).to.deep.include({ from: 950, to: 1000, outcome: 'page' });
    expect(only(retry(1, 1000)).bars[0]).to.deep.include({
      from: 1000,
      to: 1000,
      outcome: 'retry',
    });
    expect(laneState(only(end(1, 1000)))).to.equal('done');
  });

  it('begins another lane where a number comes again after its end: files are appended to', () => {
    const picture = drawn([request(1, 0), end(1, 10), request(1, 20), end(1, 30)]);
    expect(lanesOf(picture).map(({ begun }) => begun)).to.deep.equal([0, 20]);
  });

  it('tells the walks of several sources apart', () => {
    const picture = createPicture();
    for (const source of [0, 1]) picture.add(seenEvent(request(1, 5)) ?? expect.fail(), source);
    expect(lanesOf(picture).map(({ source, walk }) => `${walk} of ${source}`)).to.deep.equal([
      '1 of 0',
      '1 of 1',
    ]);
  });

  it('keeps the line of a polite', () => {
    const picture = drawn([
      { type: 'polite', at: 1, waiting: 4, inFlight: 2 },
      { type: 'polite', at: 2, waiting: 5, inFlight: 1, heldUntil: 99 },
    ]);
    expect(picture.lines.get(0)).to.deep.include({ waiting: 5, inFlight: 1, heldUntil: 99 });
  });

  it('keeps when a polite held everybody, and joins what overlaps', () => {
    const state = { type: 'polite', waiting: 1, inFlight: 0, usedUpUntil: 0 } as const;
    const heldAt = Object.entries({ 0: 0, 100: 500, 200: 900, 2000: 0, 3000: 3_500 });
    const picture = drawn(
      heldAt.map(([at, heldUntil]) => ({ ...state, at: Number(at), heldUntil })),
    );
    expect(picture.holds).to.deep.equal([
      { from: 100, until: 900 },
      { from: 3_000, until: 3_500 },
    ]);
    for (let n = 0; n < 1_000; n++) picture.add({ ...state, at: n * 1e5, heldUntil: n * 1e5 + 9 });
    expect(picture.holds).to.have.length(200);
  });

  it('remembers a bounded number of bars, the newest of every walk', () => {
    const picture = createPicture({ maxLanes: 100, maxBars: 1_000 });
    let most = 0;
    for (let n = 0; n < 10_000; n++) {
      const walk = 1 + (n % 20);
      picture.add(seenEvent(request(walk, n, n)) ?? expect.fail());
      picture.add(seenEvent(page(walk, n, n, 1)) ?? expect.fail());
      most = Math.max(
        most,
        lanesOf(picture).reduce((sum, { bars }) => sum + bars.length, 0),
      );
    }
    expect(most).to.be.at.most(1_000);
    for (const { bars, dropped, pages } of lanesOf(picture)) {
      expect(bars.length + dropped).to.equal(500);
      expect(pages).to.equal(500);
      expect(bars.at(-1)?.page).to.be.at.least(9_980);
    }
    expect(picture.objects).to.equal(10_000);
  });

  it('remembers a bounded number of walks, and forgets first those that have ended', () => {
    const events = Array.from({ length: 50 }, (_, n) => n + 1).flatMap((walk) =>
      walk % 2 === 0 ? [request(walk, walk), end(walk, walk)] : [request(walk, walk)],
    );
    const picture = drawn(events, { maxLanes: 30, maxBars: 1_000 });
    expect(picture.lanes.size).to.equal(30);
    expect(picture.dropped).to.equal(20);
    expect(lanesOf(picture).filter((lane) => !lane.end)).to.have.length(25);
    const open = Array.from({ length: 50 }, (_, n) => request(n + 1, n));
    expect(drawn(open, { maxLanes: 30, maxBars: 9 }).lanes.size).to.equal(30);
  });

  it('law 38: has a lane for each child under way, and forgets most of those that are done', () => {
    const child = (walk: number, how: Told = {}): ReadonlyArray<Told> =>
      [request(walk, walk), page(walk, walk), end(walk, walk, how)].map((event) => ({
        ...event,
        label: `${walk}`,
      }));
    const ended = Array.from({ length: 500 }, (_, index) =>
      child(index + 2, index === 7 ? { error: unavailable } : {}),
    );
    const picture = drawn([
      request(1, 0),
      ...ended.flat(),
      ...child(900).slice(0, 2),
      ...child(901).slice(0, 1),
    ]);
    const walks = lanesOf(picture).map(({ walk }) => walk);
    expect(walks).to.deep.equal([
      1,
      9,
      ...Array.from({ length: 32 }, (_, index) => 470 + index),
      900,
      901,
    ]);
    expect([picture.objects, picture.dropped]).to.deep.equal([50_100, 467]);
    const unnamed = ended.flat().map((event) => ({ ...event, label: undefined }));
    expect(drawn(unnamed).lanes.size, 'others stay').to.equal(500);
  });

  it('forgets everything when it is cleared, and continues with what comes', () => {
    const picture = drawn([request(1, 0), page(1, 10), request(1, 20, 1)]);
    picture.clear();
    expect(picture.lanes.size).to.equal(0);
    expect(picture.objects).to.equal(0);
    picture.add(seenEvent(page(1, 1000, 1)) ?? expect.fail());
    expect(lanesOf(picture).map(({ objects }) => objects)).to.deep.equal([100]);
  });
});

describe('seenEvent', () => {
  const nonsense: ReadonlyArray<unknown> = [
    undefined,
    null,
    'text',
    7,
    [],
    {},
    { type: 'request' },
    { type: 'request', walk: '1' },
    { type: 'request', walk: -1 },
    { type: 'request', walk: Infinity },
    { type: 'constructor', walk: 1 },
  ];
  for (const value of nonsense) {
    it(`does not take ${JSON.stringify(value)} for an event`, () =>
      expect(seenEvent(value)).to.equal(undefined));
  }

  it('keeps of an event from anywhere only numbers and short texts', () => {
    const evil = {
      type: 'end',
      walk: 1,
      at: 5,
      endpoint: 'x'.repeat(1e6),
      label: { toString: () => 'boom' },
      attempt: '3',
      objects: NaN,
      error: {
        _tag: 'y'.repeat(1e6),
        reason: '\u202Eevil\n\u0007',
        problems: [{ at: 1, message: {} }],
        extra: 'z',
      },
    };
    const seen = seenEvent(evil);
    expect(seen).to.have.all.keys(Object.keys(seenEvent(request(1, 0)) ?? {}));
    expect(seen).to.deep.include({ label: '', attempt: 0, objects: 0 });
    expect(JSON.stringify(seen).length).to.be.lessThan(1_000);
    const text = JSON.stringify(
      seenEvent({ ...evil, error: { _tag: 'A', reason: 'a\u202Eb\nc' } }),
    );
    expect(text).to.include('A: a b c');
  });
});
