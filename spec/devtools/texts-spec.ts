import { expect } from 'chai';
import { seenEvent } from '../../src/devtools/model/SeenEvent';
import {
  barFacts,
  barText,
  clockText,
  durationText,
  laneFacts,
  laneText,
  lineText,
} from '../../src/devtools/model/texts';
import { fitted, moved, ticksOf, windowOf, zoomed } from '../../src/devtools/model/timeScale';
import { only, type Told } from './support/drawn';

const laneOf = (...events: ReadonlyArray<Told>) =>
  only(
    ...events.map((event) => ({ walk: 17, endpoint: 'listObjects', label: 'employee', ...event })),
  );

const asked = { type: 'request', page: 0, attempt: 1, at: 1_000 };
const came = { type: 'page', page: 0, objects: 100, ms: 40, at: 1_040 };
const failure = { _tag: 'HttpFailure', status: 503 };

describe('what the panel says', () => {
  const durations: ReadonlyArray<readonly [number, string]> = [
    [-5, '0 ms'],
    [42.4, '42 ms'],
    [4_240, '4.2 s'],
    [42_400, '42 s'],
    [120_000, '2 min'],
    [200_000, '3 min 20 s'],
    [7_500_000, '2 h 5 min'],
    [273_600_000, '3 d 4 h'],
  ];
  for (const [ms, text] of durations) {
    it(`says ${ms} ms as ${text}`, () => expect(durationText(ms)).to.equal(text));
  }

  const still: ReadonlyArray<readonly [why: string, events: ReadonlyArray<Told>, text: RegExp]> = [
    ['no response comes', [asked], /no response, since.*For 29 s the service has not responded/],
    [
      'its consumer holds it',
      [asked, came],
      /held, since.*the consumer has asked for nothing more/,
    ],
    [
      'it waits to ask again',
      [asked, { type: 'retry', page: 0, attempt: 1, delay: 60_000, failure, at: 1_010 }],
      /tries again in 31 s.*nothing has come: HttpFailure: 503/,
    ],
  ];
  for (const [why, events, text] of still) {
    it(`says why a walk stands still: ${why}`, () => {
      const lane = laneOf(...events);
      expect(JSON.stringify(laneFacts(lane, 30_000))).to.match(text);
      expect(laneText(lane, 30_000)).to.match(
        /^employee, walk 17, standing still, (no response, 29 s|held, 29 s|tries again in 31 s), /,
      );
    });
  }

  it('says nothing of standing still where a walk moves or has ended', () => {
    expect(JSON.stringify(laneFacts(laneOf(asked, came), 2_000))).to.not.include('Standing');
    const ended = laneOf(asked, came, { type: 'end', pages: 1, objects: 100, at: 1_041 });
    expect(JSON.stringify(laneFacts(ended, 99_999)))
      .to.include('100 objects in 1 page')
      .and.not.include('Standing');
  });

  const doubts: ReadonlyArray<readonly [law: number, what: string, end: Told, text: string]> = [
    [32, 'where no page had anything', { unseen: 'nextt' }, 'no page had anything at nextt'],
    [41, 'that a total changed', { shifted: { from: 9, to: 7 } }, 'a total changed from 9 to 7'],
    [
      41,
      'that the last page came nearer',
      { shifted: { from: 9, to: 7, in: 'pages' } },
      'the number of the last page changed from 9 to 7',
    ],
    [
      41,
      'that objects are missing',
      { short: { objects: 100, total: 333 } },
      '100 of 333 objects came',
    ],
    [41, 'that a service gave up', { partial: 'timed_out' }, 'a page says at timed_out'],
    [
      47,
      'which lists are cut off',
      { cut: [{ at: 'comments.hasMore', objects: 3 }] },
      'cut off: comments.hasMore (3)',
    ],
    [
      41,
      'where the response says that there is more',
      { error: { _tag: 'ProtocolViolation', rule: 'MoreElsewhere', at: 'next_token' } },
      'MoreElsewhere next_token',
    ],
  ];
  for (const [law, what, end, text] of doubts) {
    it(`law ${law}: says ${what}`, () => {
      const lane = laneOf(asked, came, { type: 'end', pages: 1, objects: 100, at: 1_041, ...end });
      expect(JSON.stringify(laneFacts(lane, 9_000))).to.include(text);
    });
  }

  it('says since when a walk is in its state', () => {
    const stateOf = (...events: ReadonlyArray<Told>): string | undefined =>
      laneFacts(laneOf(...events), 9_000).find(([term]) => term === 'State')?.[1];
    expect(stateOf(asked)).to.equal(`no response, since ${clockText(1_000)}`);
    expect(stateOf(asked, came)).to.equal(`held, since ${clockText(1_040)}`);
    const failed = { type: 'retry', page: 0, attempt: 1, delay: 20_000, failure, at: 1_300 };
    expect(stateOf(asked, failed)).to.equal(`tries again in 12 s, since ${clockText(1_300)}`);
    expect(stateOf(asked, came, { type: 'end', pages: 1, objects: 100, at: 1_050 })).to.equal(
      `done, since ${clockText(1_050)}`,
    );
  });

  it('says what was asked, what came and what was next', () => {
    const lane = laneOf(
      asked,
      { type: 'retry', page: 0, attempt: 1, delay: 200, failure, at: 1_020 },
      { ...asked, attempt: 2, at: 1_220 },
      { ...came, at: 1_250 },
      { type: 'hold', page: 1, ms: 400, at: 1_700 },
      { type: 'request', page: 1, attempt: 1, at: 1_701 },
    );
    const texts = lane.bars.map((bar) => barText(bar, 2_000));
    expect(texts).to.deep.equal([
      'page 1: failed after 20 ms; sent again after 200 ms',
      'page 1, attempt 2: 100 objects after 30 ms',
      'page 2: under way for 299 ms',
    ]);
    const [first, second, third] = lane.bars.map((bar) => new Map(barFacts(lane, bar, 2_000)));
    expect(first?.get('Failure')).to.equal('HttpFailure: 503');
    expect(first?.get('Requested')).to.equal(`page 1, at ${clockText(1_000)}`);
    expect(second?.get('Then')).to.equal('the next page was requested 451 ms later');
    expect(third?.get('Held')).to.include(
      'the valve was closed: its token had been held for 400 ms',
    );
    expect(third?.has('Failure')).to.equal(false);
  });

  it('says the lines of all sources as one', () => {
    const line = {
      type: 'polite' as const,
      at: 0,
      waiting: 4,
      inFlight: 2,
      heldUntil: 0,
      usedUpUntil: 0,
    };
    expect(lineText([], 0)).to.equal('');
    expect(lineText([line], 0)).to.equal('polite: 2 in flight, 4 waiting');
    const held = { ...line, heldUntil: 9_000 };
    expect(lineText([line, held], 1_000)).to.equal(
      'polite: 4 in flight, 8 waiting, held for 8.0 s',
    );
    const used = { ...held, usedUpUntil: 9_500 };
    expect(lineText([line, used], 1_000)).to.equal(
      `polite: 4 in flight, 8 waiting, the service's limit is used up until ${clockText(9_500, false)}`,
    );
    expect(lineText([used], 9_500)).to.equal('polite: 2 in flight, 4 waiting');
    const slowed = { at: 1_000, perMinute: 1_200 };
    const rate = `since ${clockText(1_000, false)} 1,200 requests a minute`;
    expect(lineText([line], 2_000, slowed)).to.equal(`polite: 2 in flight, 4 waiting, ${rate}`);
    expect(lineText([], 2_000, slowed)).to.equal(`polite: ${rate}`);
    const state = { type: 'polite', waiting: 0, inFlight: 0, resetsAt: 9_000 };
    expect([0, 1].map((remaining) => seenEvent({ ...state, remaining }))).to.deep.equal(
      [9_000, 0].map((usedUpUntil) => ({
        type: 'polite',
        at: 0,
        waiting: 0,
        inFlight: 0,
        heldUntil: 0,
        usedUpUntil,
      })),
    );
  });
});

describe('the time that the panel shows', () => {
  const moments = { first: 100_000, now: 110_000 };

  it('follows the present, and begins with the first event', () => {
    const early = windowOf({ span: 30_000, end: undefined }, moments);
    expect(early.from).to.be.within(99_000, 100_000);
    const late = windowOf({ span: 30_000, end: undefined }, { first: 100_000, now: 500_000 });
    expect(late.to).to.be.within(500_000, 502_000);
    expect(late.to - late.from).to.equal(30_000);
  });

  it('keeps the moment under the pointer where it is', () => {
    const scale = { span: 10_000, end: 110_000 };
    const shown = windowOf(scale, moments);
    const closer = zoomed(scale, 0.5, shown, 104_000);
    expect(windowOf(closer, moments)).to.deep.equal({ from: 102_000, to: 107_000 });
    expect(zoomed({ span: 10_000, end: undefined }, 2, shown, 0)).to.deep.equal({
      span: 20_000,
      end: undefined,
    });
    expect(zoomed({ span: 60, end: 5 }, 1e-9, shown, 0).span).to.equal(50);
  });

  it('follows no more once it is moved, and shows everything when that is asked for', () => {
    const scale = { span: 10_000, end: undefined };
    expect(moved(scale, { from: 0, to: 10_000 }, -500)).to.deep.equal({ span: 10_000, end: 9_500 });
    const all = windowOf(fitted(100_000, 110_000), moments);
    expect(all.from).to.be.below(100_000);
    expect(all.to).to.be.above(110_000);
    expect(fitted(5, 5).span).to.equal(10_000);
  });

  it('names a handful of round moments', () => {
    expect(ticksOf({ from: 1, to: 10_001 }, 900)).to.deep.equal([
      1e3, 2e3, 3e3, 4e3, 5e3, 6e3, 7e3, 8e3, 9e3, 1e4,
    ]);
    for (const span of [50, 3_000, 1e6, 1e9]) {
      expect(ticksOf({ from: 7, to: 7 + span }, 900).length).to.be.within(3, 12);
    }
  });
});
