import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { map, of, timer } from 'rxjs';
import { polite, type PoliteOptions, type PoliteState } from '../../../src/transport/polite/polite';
import { inVirtualTime } from '../../support/inVirtualTime';
import { type Answer, noting, politely, request, response } from '../support/politely';

describe('law 15: what holds every start of a polite', () => {
  it(
    'a 429 that names a Retry-After holds until it is over, those that wait already included',
    politely(() => polite({ concurrent: 2 }), {
      asked: '   (abcd)',
      answered: { a: '-(T|)', b: '---(o|)', c: '-(o|)', d: '-(o|)' },
      // b makes room at 3; nobody slips through. c asks whether the hold is over, and d follows.
      sent: { a: '^!', b: '^--!', c: '- 2s ^!', d: '- 2s -^!' },
    }),
  );

  it(
    'the hold and the minute together: what ends later counts',
    politely(() => polite({ perMinute: 1 }), {
      asked: '   (ab)',
      answered: { a: '59999ms (r|)', b: '-(o|)' },
      sent: { a: '^ 59998ms !', b: '61999ms ^!' },
    }),
  );

  it(
    'it begins when the answer comes, not when its slot is free',
    politely(() => polite({ concurrent: 2 }), {
      asked: '   (ab)c',
      answered: { a: '-T---|', b: '-(o|)', c: '-(o|)' },
      sent: { a: '^----!', b: '^!', c: '- 2s ^!' },
    }),
  );

  it(
    'neither a 503 without one nor any other status or failure holds anybody',
    politely(() => polite({ concurrent: 1 }), {
      asked: '   (abcd)',
      answered: { a: '-(s|)', b: '-(b|)', c: '-(n|)', d: '-(o|)' },
      sent: { a: '^!', b: '-^!', c: '--^!', d: '---^!' },
    }),
  );

  it(
    'a later answer that asks for longer is heard, a shorter one changes nothing',
    politely(() => polite({ concurrent: 2 }), {
      asked: '   (abc)',
      answered: { a: '-(T|)', b: '5ms (T|)', c: '-(o|)' },
      sent: { a: '^!', b: '^ 4ms !', c: '2005ms ^!' },
    }),
  );

  /** When each request starts: one at a time, each answered at once, from the time 0. */
  const startsOf = (
    answers: ReadonlyArray<Answer>,
    options: PoliteOptions = {},
  ): ReadonlyArray<number> => {
    const { starts, transport: noted } = noting((url) => of(answers[Number(url)] ?? ok));
    inVirtualTime(() => {
      const transport = polite({ concurrent: 1, ...options })(noted);
      for (const index of answers.keys()) transport(request(String(index))).subscribe();
    });
    return starts;
  };
  const secondsBetween = (
    answers: ReadonlyArray<Answer>,
    options?: PoliteOptions,
  ): ReadonlyArray<number> =>
    startsOf(answers, options).map((at, index, all) => (at - (all[index - 1] ?? 0)) / 1000);
  const said = (text: string, status = 429): Answer => response(status, { 'retry-after': text });
  const [ok, tooMany] = [response(200), response(429)];
  const failure: Answer = E.left({ _tag: 'TimedOut', after: 1 });
  const past = said('Thu, 01 Jan 1970 00:00:00 GMT');
  const byItsClock = {
    date: 'Fri, 02 Jan 2026 00:00:00 GMT',
    'retry-after': 'Fri, 02 Jan 2026 00:00:30 GMT',
  };

  it('429s to requests that started before a hold count as one', () => {
    const takes: Readonly<Record<string, number>> = { a: 10, b: 20, c: 500, d: 1_500, e: 5, f: 5 };
    const { starts, transport } = noting((url) =>
      timer(takes[url] ?? 0).pipe(map(() => ('ef'.includes(url) ? ok : tooMany))),
    );
    inVirtualTime(() => {
      const limited = polite({ concurrent: 4 })(transport);
      for (const url of Object.keys(takes)) limited(request(url)).subscribe();
    });
    // a holds until 1,010; b, c and d, which started before, change nothing: e starts then, and f when it is answered.
    expect(starts).to.deep.equal([0, 0, 0, 0, 1_010, 1_015]);
  });

  it('the doubling goes on with the first 429 to a request from after the hold', () => {
    const { starts, transport } = noting(() =>
      timer(10).pipe(map(() => (starts.length > 4 ? ok : tooMany))),
    );
    inVirtualTime(() => {
      const limited = polite({ concurrent: 2 })(transport);
      for (let index = 0; index < 6; index += 1) limited(request('a')).subscribe();
    });
    // One asks whether the hold is really over.
    expect(starts).to.deep.equal([0, 0, 1_010, 3_020, 7_030, 7_040]);
  });

  const left = (remaining: string, reset: string, status = 200, more = {}): Answer =>
    response(status, { 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset, ...more });
  const inWords = (
    status: number,
    headers = {},
    message = 'You have exceeded a secondary rate limit.',
  ): Answer => E.right({ status, headers, body: JSON.stringify({ message }) });
  const rows: ReadonlyArray<
    readonly [
      string,
      ReadonlyArray<Answer>,
      seconds: ReadonlyArray<number>,
      options?: PoliteOptions,
    ]
  > = [
    [
      'law 15: a 429 holds for a backoff of 1 s that doubles up to 60 s',
      Array.from({ length: 10 }, () => tooMany),
      [0, 1, 2, 4, 8, 16, 32, 60, 60, 60],
    ],
    [
      'law 15: so does one whose wait cannot be read',
      [said('soon'), said(''), said('-5'), ok, ok],
      [0, 1, 2, 4, 0],
    ],
    ['law 15: of a 503 that is nothing', [said('soon', 503), ok], [0, 0]],
    [
      'law 15: a 2xx ends the doubling, and no other answer does',
      [
        tooMany,
        tooMany,
        response(204),
        tooMany,
        response(500),
        response(301),
        failure,
        tooMany,
        ok,
      ],
      [0, 1, 2, 0, 1, 0, 0, 0, 2],
    ],
    [
      'law 15: a Retry-After is no step of it',
      [said('7'), tooMany, said('9'), tooMany, ok],
      [0, 7, 1, 9, 2],
    ],
    [
      'law 15: a Retry-After holds for ten minutes at most',
      [said('601'), said('86400'), ok],
      [0, 600, 600],
    ],
    [
      'law 15: however it is written',
      [response(429, { 'Retry-After': '7' }), said(['8'] as never), ok],
      [0, 7, 8],
    ],
    [
      'law 15: a 429 of a transport that gives no headers',
      [response(429, null as never), ok],
      [0, 1],
    ],
    ['law 15: 0 and a date that is past hold nobody', [said('0'), past, ok], [0, 0, 0]],
    [
      'law 15: a date is meant by the clock of the service',
      [response(503, byItsClock), ok],
      [0, 30],
    ],
    [
      'law 39: any answer that says that nothing remains holds',
      [200, 304, 404, 500, 503, 429, 403].map((status) => left('0', '9', status)),
      [0, 9, 9, 9, 9, 9, 9],
    ],
    [
      'law 39: what remains, or says no time, holds nobody',
      [left('1', '9'), left('0', 'x'), left('0', '0'), ok],
      [0, 0, 0, 0],
    ],
    [
      'law 39: a 403 with a Retry-After holds, any other does not',
      [said('7', 403), response(403), ok],
      [0, 7, 0],
    ],
    [
      'law 39: of two waits the longer one holds',
      [
        left('0', '9', 429, { 'retry-after': '2' }),
        left('0', '2', 503, { 'retry-after': '9' }),
        ok,
      ],
      [0, 9, 9],
    ],
    [
      'law 39: a 429 that says nothing readable is a step of the backoff',
      [left('0', 'x', 429), left('5', '9', 429), ok],
      [0, 1, 2],
    ],
    [
      'law 39: maxHold bounds every hold',
      [left('0', '9'), said('9'), said('9', 403), ok],
      [0, 4, 4, 4],
      { maxHold: 4_000 },
    ],
    [
      'law 39: and the backoff',
      [tooMany, tooMany, tooMany, tooMany, ok],
      [0, 1, 2, 2.5, 2.5],
      { maxHold: 2_500 },
    ],
    [
      'law 39: and may be longer than ten minutes',
      [left('0', '3000'), said('4000'), ok],
      [0, 3_000, 3_600],
      { maxHold: 3_600_000 },
    ],
    [
      'law 39: a limit that only words tell of holds for 60 s, twice as long each time, ten minutes at most',
      [403, 403, 403, 403, 403, 403].map((status) => inWords(status)),
      [0, 60, 120, 240, 480, 600],
    ],
    [
      'law 39: in a short body that is not JSON, too, unless it is a document',
      ['Too many requests', '<p>Too many requests</p>'].map((body) =>
        E.right({ status: 403, headers: {}, body }),
      ),
      [0, 60, 0],
    ],
    [
      'law 15: the words of a 429 make no difference',
      [inWords(429), inWords(429, {}, '{}'), tooMany, ok],
      [0, 1, 2, 4],
    ],
    [
      'law 39: a limit of a day, and what is full, hold nobody',
      ['Daily quota exceeded', 'storageQuotaExceeded'].flatMap((words) => [
        inWords(403, {}, words),
        inWords(429, {}, words),
      ]),
      [0, 0, 0, 0],
    ],
    [
      'law 39: with one memory of what came in a row, which a 2xx ends',
      [tooMany, inWords(403), tooMany, ok, inWords(403), inWords(403, { 'retry-after': '7' }), ok],
      [0, 1, 120, 4, 0, 60, 7],
    ],
    [
      'law 39: other words, and other statuses, hold nobody',
      [inWords(403, {}, 'Must have admin rights'), inWords(503), inWords(400), response(403), ok],
      [0, 0, 0, 0, 0],
    ],
    [
      'law 39: maxHold bounds that, too',
      [inWords(403), inWords(403), ok],
      [0, 30, 30],
      { maxHold: 30_000 },
    ],
    ['law 39: ten minutes are the default', [left('0', '3000'), ok], [0, 600]],
  ];
  for (const [what, answers, seconds, options] of rows) {
    it(what, () =>
      expect(secondsBetween([...answers, ok].slice(0, seconds.length), options)).to.deep.equal(
        seconds,
      ),
    );
  }

  const handed: ReadonlyArray<readonly [what: string, answer: Answer, headers: object]> = [
    [
      'a 429 loses its waits',
      left('0', '9', 429, { 'retry-after': '2', a: 'b' }),
      { 'x-ratelimit-remaining': '0', a: 'b' },
    ],
    ['a 503 likewise', response(503, { ratelimit: '"a";r=0;t=9', a: 'b' }), { a: 'b' }],
    [
      'a 403 is to be asked again at once',
      left('0', '9', 403),
      { 'x-ratelimit-remaining': '0', 'retry-after': '0' },
    ],
    ['a 403 with a Retry-After too', said('9', 403), { 'retry-after': '0' }],
    ['a longer wait stays', said('601', 403), { 'retry-after': '601' }],
    [
      'a longer reset stays',
      response(429, { ratelimit: '"a";r=0;t=601' }),
      { ratelimit: '"a";r=0;t=601' },
    ],
    [
      'a 403 whose words speak of a limit is to be asked again at once',
      inWords(403, { a: 'b' }),
      { a: 'b', 'retry-after': '0' },
    ],
    [
      'a 403 without a wait stays',
      left('0', 'x', 403),
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'x' },
    ],
    ['a 2xx stays', left('0', '9'), { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9' }],
  ];
  for (const [what, answer, headers] of handed) {
    it(`law 39: of what the line waits for, ${what}`, () => {
      const results: Array<unknown> = [];
      polite({})(() => of(answer))(request('a')).subscribe((result) => results.push(result));
      expect(results)
        .to.have.lengthOf(1)
        .and.to.have.nested.property('[0].right.headers')
        .that.deep.equals(headers);
    });
  }

  it('law 39: the state says what remains of the tightest limit, and when it is whole again', () => {
    const states: Array<PoliteState> = [];
    const told = [
      left('7', '9', 200, { 'ratelimit-remaining': '5', 'ratelimit-reset': '30' }),
      response(200),
      left('5', '9', 200, {
        'ratelimit-remaining': '5',
        'ratelimit-reset': '30',
        'x-rate-limit-remaining': '5',
      }),
      left('4', 'x'),
      left('0', '2'),
    ];
    inVirtualTime(() => {
      const limits = polite({});
      limits.state.subscribe((state) => states.push(state));
      for (const answer of told) limits(() => of(answer))(request('a')).subscribe();
    });
    const idle = { waiting: 0, inFlight: 0 };
    const five = { ...idle, remaining: 5, resetsAt: 30_000 };
    const none = { ...idle, remaining: 0, resetsAt: 2_000 };
    const resting = states.filter(({ inFlight }) => inFlight === 0);
    const [four, held] = [
      { ...idle, remaining: 4 },
      { ...none, heldUntil: 2_000 },
    ];
    expect(resting).to.deep.equal([idle, five, five, five, four, held, none]);
  });

  it('law 39: a budget hears of the hold', () => {
    const holds: Array<number> = [];
    const budget = {
      start: () => of({ release: () => undefined }),
      hold: (ms: number, isRefusal?: boolean) => void holds.push(ms, Number(isRefusal)),
    };
    for (const answer of [left('0', '9'), left('1', '9'), said('5', 403)]) {
      polite({ budget, maxHold: 8_000 })(() => of(answer))(request('a')).subscribe();
    }
    expect(holds).to.deep.equal([8_000, 0, 5_000, 1]);
  });
});
