import { expect } from 'chai';
import { take, tap } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import {
  invalidObjects,
  isProgressShown,
  newTally,
  progressLine,
  progressText,
  reachedText,
  summaryText,
  type Tally,
} from '../../../src/cli/terminal/progress';
import { explain } from '../../../src/index';
import { invalidObject } from '../support/records';
import { recorder, shown } from '../support/terminal';

const tally: Tally = { ...newTally(), pages: 13, objects: 1_234, retries: 2 };

const resumed = newTally({ pages: 3, objects: 300, invalid: 0 });
const start = newTally();

const texts: ReadonlyArray<
  readonly [what: string, tally: Tally, ms: number, text: string, waiting?: string]
> = [
  ['what came', tally, 2_000, '1,234 objects · 13 pages · 617 objects/s · 2.0 s · 2 retries'],
  [
    'the singular',
    { ...start, pages: 1, objects: 1, retries: 1 },
    1_000,
    '1 object · 1 page · 1 objects/s · 1.0 s · 1 retry',
  ],
  [
    'what it waits for',
    start,
    0,
    '0 objects · 0 pages · – objects/s · 0 ms · 0 retries · waiting',
    'waiting',
  ],
  [
    'restarts',
    { ...start, restarts: 1 },
    0,
    '0 objects · 0 pages · – objects/s · 0 ms · 0 retries · 1 restart',
  ],
  [
    'how many there are in all, and the time that is left',
    { ...tally, objects: 12_400, total: 98_000 },
    20_000,
    '12,400 of 98,000 objects · 13 pages · 620 objects/s · 20 s · 2 min 18 s left · 2 retries',
  ],
  [
    'what an earlier run has written as reached, but not for the time that is left',
    { ...resumed, objects: 400, invalid: 100, total: 1_000 },
    2_000,
    '400 of 1,000 objects · 3 pages · 50 objects/s · 2.0 s · 10 s left · 0 retries',
  ],
  [
    'no time left in the first second',
    { ...start, total: 5 },
    999,
    '0 of 5 objects · 0 pages · 0 objects/s · 999 ms · 0 retries',
  ],
  [
    'no time left when nothing has come',
    { ...start, total: 5 },
    2_000,
    '0 of 5 objects · 0 pages · 0 objects/s · 2.0 s · 0 retries',
  ],
  [
    'a total that is reached',
    { ...start, objects: 2, total: 2 },
    2_000,
    '2 of 2 objects · 0 pages · 1 objects/s · 2.0 s · 0 ms left · 0 retries',
  ],
  ...[{ total: 1 }, { total: -1 }, { total: 2, invalid: 1 }].map(
    (other) =>
      [
        `no total that is less than what has come, ${JSON.stringify(other)}`,
        { ...start, objects: 2, ...other },
        2_000,
        '2 objects · 0 pages · 1 objects/s · 2.0 s · 0 retries',
      ] as const,
  ),
];

describe('progressText says', () => {
  for (const [what, one, ms, text, waiting] of texts) {
    it(what, () => expect(progressText(one, ms, waiting)).to.equal(text));
  }
});

describe('summaryText and reachedText', () => {
  it('say the same in a sentence, and what an earlier run has written', () => {
    expect(reachedText(tally)).to.equal('1,234 objects in 13 pages');
    expect(summaryText(tally, 2_000)).to.equal(
      '1,234 objects in 13 pages, 2.0 s, 617 objects/s, 2 retries',
    );
    expect(summaryText({ ...resumed, pages: 13, objects: 1_300, restarts: 2 }, 2_000)).to.equal(
      '1,300 objects (300 of them earlier) in 13 pages, 2.0 s, 500 objects/s, 0 retries, 2 restarts',
    );
  });
});

const drawFor = (ms: number, columns: number, text: () => string): string => {
  const terminal = recorder(columns);
  new TestScheduler(() => undefined).run(({ expectObservable }) =>
    expectObservable(progressLine(terminal, text).drawn, `${ms}ms !`),
  );
  return terminal.text();
};

describe('progressLine', () => {
  it('draws after half a second, and then ten times a second', () => {
    let drawings = 0;
    drawFor(499, 80, () => String(++drawings));
    expect(drawings).to.equal(0);
    drawFor(1_550, 80, () => String(++drawings));
    expect(drawings).to.equal(11);
  });

  it('draws over what it drew before, and erases it in the end', () => {
    let drawings = 0;
    const written = drawFor(650, 80, () => (++drawings === 1 ? 'a long line' : 'short'));
    expect(written).to.equal('\ra long line\x1b[K\rshort\x1b[K\r\x1b[K');
    expect(shown(written)).to.equal('');
  });

  it('never fills the whole width, where it would wrap and could not be erased', () => {
    // A terminal shows an interrupt as ^C, which must not wrap either.
    expect(drawFor(550, 12, () => '1234567890')).to.equal('\r12345678…\x1b[K\r\x1b[K');
    expect(drawFor(550, 13, () => '1234567890')).to.equal('\r1234567890\x1b[K\r\x1b[K');
    expect(drawFor(550, 4, () => '12345')).to.equal('\r…\x1b[K\r\x1b[K');
    expect(drawFor(550, 1, () => '12345')).to.equal('\r\x1b[K\r\x1b[K');
  });

  it('takes a terminal that does not know its width for an ordinary one', () =>
    expect(drawFor(550, 0, () => '1234567890')).to.equal('\r1234567890\x1b[K\r\x1b[K'));

  it('is not drawn where standard output is a pipe, unless it is asked for or objects go to a file', () => {
    const isShown = (flags: Parameters<typeof isProgressShown>[0], isPiped = true) =>
      isProgressShown(flags, { stderr: recorder(80), isPiped });
    expect([isShown({}), isShown({ progress: true }), isShown({ out: 'a' })]).to.deep.equal([
      false,
      true,
      true,
    ]);
    expect([isShown({}, false), isShown({ quiet: true }, false)]).to.deep.equal([true, false]);
    expect(isProgressShown({ progress: true }, { stderr: recorder(), isPiped: false })).to.equal(
      false,
    );
  });

  it('makes room for other text, once for each drawing', () => {
    const terminal = recorder(80);
    const { drawn, erase } = progressLine(terminal, () => 'line');
    const eraseTwice = (): void => {
      erase();
      erase();
    };
    eraseTwice();
    new TestScheduler(() => undefined).run(({ flush }) => {
      drawn.pipe(take(2), tap(eraseTwice)).subscribe();
      flush();
    });
    expect(terminal.text()).to.equal('\rline\x1b[K\r\x1b[K'.repeat(2));
  });
});

const tellOf = (count: number) => {
  const lines: Array<string> = [];
  const { note, total } = invalidObjects((line) => lines.push(line));
  for (let index = 0; index < count; index += 1) note(invalidObject(index));
  return { lines, total: total(count) };
};

describe('invalidObjects', () => {
  it('tells of each in a line, and of all at the end', () =>
    expect(tellOf(2)).to.deep.equal({
      lines: [explain(invalidObject(0)), explain(invalidObject(1))],
      total: ['2 objects were invalid and left out'],
    }));

  it('tells of ten at the most, and says that it does', () => {
    const { lines, total } = tellOf(10_000);
    expect(lines).to.have.length(11);
    expect(lines[10]).to.equal('further invalid objects are counted only');
    expect(total).to.deep.equal(['10,000 objects were invalid and left out']);
  });

  it('says nothing where there are none', () =>
    expect(tellOf(0)).to.deep.equal({ lines: [], total: [] }));
});
