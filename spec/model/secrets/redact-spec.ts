import { expect } from 'chai';
import fc from 'fast-check';
import { redact as redactBy, redacting, type Redactor } from '../../../src/model/secrets/redact';
import type { PageFailure } from '../../../src/model/errors/WalkError';
import { expectLinear } from '../../support/cost/growth';
import { reachableTexts } from '../../support/reachableTexts';

const httpFailure = (parameters: Readonly<Record<string, unknown>>): PageFailure => ({
  _tag: 'HttpFailure',
  status: 400,
  errorName: 'Bad',
  parameters,
});

const redactor = (secrets: Iterable<string>): Redactor => redacting()(secrets);

const redact = (secrets: ReadonlyArray<string>, failure: PageFailure): PageFailure =>
  redactBy(redactor(secrets), failure);

/** What is left of a text that a service says. */
const leftOf = (secrets: ReadonlyArray<string>, said: string): unknown => {
  const failure = redact(secrets, httpFailure({ said }));
  return 'parameters' in failure && failure.parameters.said;
};

const secret = 'tok/en+1="\u00e9"\\';

describe('redact', () => {
  it('law 14: takes a short secret out where it stands alone, and leaves words alone that hold it by chance', () => {
    const failure = redact(['en', '2'], {
      ...httpFailure({ given: 'en', list: 'de, en; q=1', version: '2' }),
      errorName: 'InvalidTokenScope',
      errorInstanceId: '2f2a-22',
    } as PageFailure);
    expect(failure).to.deep.include({ errorName: 'InvalidTokenScope', errorInstanceId: '2f2a-22' });
    expect(failure).to.have.deep.property('parameters', {
      given: '[redacted]',
      list: 'de, [redacted]; q=1',
      version: '[redacted]',
    });
  });

  const places: ReadonlyArray<readonly [where: string, failure: PageFailure]> = [
    ['a parameter', httpFailure({ pageToken: secret })],
    ['a longer text', httpFailure({ message: `no page ${secret} here, nor ${secret}.` })],
    ['a nested parameter', httpFailure({ a: [{ b: [{ c: secret }] }] })],
    ['a key', httpFailure({ [secret]: 1, nested: { [`x-${secret}`]: [] } })],
    [
      'an error name',
      {
        ...httpFailure({}),
        errorName: secret,
        errorCode: secret,
        errorInstanceId: secret,
      } as PageFailure,
    ],
    [
      'a reason',
      { _tag: 'NetworkFailure', reason: `GET /p?pageToken=${secret} failed`, code: secret },
    ],
    ['a refused credential', { _tag: 'Unauthorized', reason: secret, status: 401 }],
  ];
  for (const [where, failure] of places) {
    it(`law 14: takes a secret out of ${where}`, () => {
      const texts = reachableTexts(redact([secret], failure));
      expect(texts.filter((found) => found.includes(secret))).to.deep.equal([]);
      expect(texts.join()).to.include('[redacted]');
    });
  }

  it('leaves everything else as it is', () => {
    const failure = httpFailure({
      n: 1,
      yes: true,
      none: null,
      list: [1, 'a', { b: 'c' }],
      text: 'a secret',
    });
    expect(redact([secret], failure)).to.deep.equal(failure);
    expect(redact([], failure)).to.deep.equal(failure);
  });

  it('does not change its input', () => {
    const failure = httpFailure({ pageToken: secret });
    redact([secret], failure);
    expect(failure).to.deep.equal(httpFailure({ pageToken: secret }));
  });

  it('keeps the tag, the status and the broken rule, whatever the secret', () => {
    expect(redact(['HttpFailure', '400'], httpFailure({}))).to.include({
      _tag: 'HttpFailure',
      status: 400,
    });
    const failure: PageFailure = { _tag: 'ProtocolViolation', rule: 'RepeatedPage' };
    expect(redact(['RepeatedPage', '', 'ProtocolViolation'], failure)).to.deep.equal(failure);
  });

  for (const secrets of [
    ['token-1', 'Bearer token-1'],
    ['Bearer token-1', 'token-1'],
    ['token-1', 'token-12'],
    ['oken', 'token-12'],
  ]) {
    it(`law 14: leaves no part of a secret that holds another (${secrets.join(', ')})`, () => {
      for (const text of secrets) expect(leftOf(secrets, `<${text}>`)).to.equal('<[redacted]>');
    });
  }

  const key = 'Zk39-qLmP_27xTn4vRb8WdYc61hJf5sGa0oEuIi+';
  for (const [what, said, shown = '<[redacted]>'] of [
    ['all but its last character', key.slice(0, -1)],
    ['all but its first character', key.slice(1)],
    ['eight characters within it', key.slice(11, 19)],
    ['two parts of it', `${key.slice(0, 10)}...${key.slice(-10)}`, '<[redacted]...[redacted]>'],
    ['line breaks as JSON writes them', key.replace(/.{7}/g, String.raw`$&\n`)],
    ['control and format characters', Array.from(key).join('\u200b\u0007\u00ad\u2028')],
    ['base64 with its end', btoa(key), '<[redacted]==>'],
    ['seven characters, which are there by chance', key.slice(0, 7), `<${key.slice(0, 7)}>`],
    [
      'its characters backwards, as no service writes them, and so nothing',
      Array.from(key).reverse().join(''),
    ],
  ] as const) {
    it(`law 14: of a secret it takes out ${what}`, () => {
      const expected = what.startsWith('its characters') ? `<${said}>` : shown;
      expect(redactor([key])(`<${said}>`)).to.equal(expected);
      expect(redactor([key])(`${'a word '.repeat(40)}<${said}>`)).to.include(expected);
    });
  }

  it('law 14: takes a shortened password out, escaped characters in it, and the marks of HTML around it', () => {
    expect(redactor(['hunter2password'])('hunter2pas is wrong')).to.equal('[redacted] is wrong');
    expect(redactor(['a<b>&"c\'d=e'])('&quot;a&lt;b&gt;&amp;&quot;c&apos;d=e&quot;')).to.equal(
      '&quot;[redacted]&quot;',
    );
    expect(redactor(['a%2Fb%2Fc%2Fd'])('a%252Fb%252Fc%252Fd a/b/c/d a%2Fb%2Fc%2Fd')).to.equal(
      '[redacted] [redacted] [redacted]',
    );
  });

  it('law 14: numbers and bigints go through the same cleaning as texts', () => {
    const said = { cursor: 9007199254740991, exact: 90071992547409931n, of: [123456], other: 404 };
    expect(
      redact(['9007199254740991', '90071992547409931', '123456'], httpFailure(said)),
    ).to.have.deep.property('parameters', {
      cursor: '[redacted]',
      exact: '[redacted]',
      of: ['[redacted]'],
      other: 404,
    });
  });

  it('law 14: takes a secret out that is longer than what is looked for, to its last character', () => {
    const long = 'abcdefgh/'.repeat(2_000);
    for (const text of [long, encodeURIComponent(long)])
      expect(leftOf([long], `<${text}`)).to.equal('<[redacted]');
  });

  it('law 14: leaves no part of a secret that is cut where the looking ends', () => {
    const token = 'T0ken/'.repeat(25);
    const withBlanks = 'one two three '.repeat(10);
    for (const [secret, repeated] of [
      [token, ' '],
      [withBlanks, ''],
    ] as const) {
      // Redacted copies shorten the text, so that what stands at the end of the scanned part is kept.
      const copies = `${secret}${repeated}`.repeat(80);
      for (let at = 3_900; at < 4_000; at += 1) {
        const said =
          copies.slice(0, at - (at % (secret.length + repeated.length))).padEnd(at, '-') + secret;
        const kept = JSON.stringify(
          redact([secret], httpFailure({ said: said + ' and more'.repeat(9) })),
        );
        expect(kept, `at ${at}`).to.not.include(secret.slice(0, 6));
      }
    }
  });

  it('law 22: keeps at most 100 values, and 500 characters of each text', () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [`k${n}`, 'x'.repeat(n * 10)]),
    );
    const { parameters } = redact([], httpFailure(many)) as {
      readonly parameters: Readonly<Record<string, string>>;
    };
    expect(Object.keys(parameters)).to.have.length(100);
    for (const text of Object.values(parameters)) expect(text.length).to.be.at.most(500);
    expect(parameters.k99).to.match(/^x{499}…$/);
  });

  const many = (count: number, text: (n: number) => string): ReadonlyArray<string> =>
    Array.from({ length: count }, (_, n) => text(n));
  /** Digits in no order, the same in every run. */
  const noise = (seed: number, length: number, letters: string): string => {
    let state = seed + 1;
    return many(length, () => {
      state = (state * 48_271) % 2_147_483_647;
      return letters.charAt(state % letters.length);
    }).join('');
  };
  const hex = '0123456789abcdef';
  const a = (length: number): string => 'a'.repeat(length);
  /** Many secrets, or long ones: one time of them, or four; and what a service says. */
  const worst: Readonly<
    Record<
      string,
      readonly [secretsOf: (times: number) => ReadonlyArray<string>, texts: ReadonlyArray<string>]
    >
  > = {
    'long tokens': [(times) => many(4, (n) => noise(n, 1_024 * times, hex)), ['x'.repeat(50)]],
    'a cursor of long texts': [
      (times) => many(6 * times, (n) => noise(n, 4_000, `${hex} `)),
      ['x'.repeat(60_000)],
    ],
    'tokens that are not ASCII': [
      (times) => many(2, (n) => noise(n, 8_000 * times, '\u00e9\u2603" ')),
      ['x'.repeat(50)],
    ],
    'secrets that begin alike': [
      (times) => many(120 * times, (n) => `${a(62)}${String.fromCharCode(97 + (n % 26))}${n}`),
      many(100, () => a(600)),
    ],
    'each a beginning of the next, and what is almost one of them': [
      (times) => many(14 * times, (n) => `${a(n + 7)}x`),
      many(100, () => a(600)),
    ],
    'blanks, in each a little longer': [
      (times) => many(25 * times, (n) => `${'a '.repeat(500 + n)}b`),
      many(16, () => 'a '.repeat(2_000)),
    ],
    'two letters in any order': [
      (times) => many(60 * times, (n) => noise(n, 66, 'ab')),
      many(100, (n) => noise(n + 300, 600, 'ab')),
    ],
    'thousands of them': [(times) => many(15_000 * times, (n) => `secret-${n}`), ['x'.repeat(50)]],
  };
  for (const [what, [secretsOf, texts]] of Object.entries(worst)) {
    it(`law 22: takes at most eight times as long with four times as much to hide: ${what}`, () => {
      const failure = httpFailure(Object.fromEntries(texts.map((text, n) => [`k${n}`, text])));
      expectLinear((times) => {
        const secrets = secretsOf(times);
        return () => redact(secrets, failure);
      });
    });
  }

  it('law 22: shows nothing where there are too many secrets to look for', () => {
    const clean = (count: number): string =>
      redactor(many(count, (n) => noise(n, 1_000, hex)))('x');
    expect([clean(190), clean(200)]).to.deep.equal(['x', '[redacted]']);
  });

  /** How many secrets are encoded meanwhile, which is a part of preparing each. */
  const encodedBy = (work: () => unknown): number => {
    const { btoa } = globalThis;
    let encoded = 0;
    globalThis.btoa = (text) => {
      encoded += 1;
      return btoa(text);
    };
    try {
      work();
    } finally {
      globalThis.btoa = btoa;
    }
    return encoded;
  };

  it('law 22: prepares a secret once, and nothing where there are too many', () => {
    const tokens = many(80, (n) => noise(n, 2_900, `${hex}xyz`));
    const kept = redacting();
    expect(encodedBy(() => kept(tokens.slice(0, 64)))).to.equal(64);
    expect(encodedBy(() => kept(tokens.slice(0, 64)))).to.equal(0);
    // One of 64 is new each time, and one is no longer wanted.
    for (let n = 1; n <= 16; n += 1)
      expect(encodedBy(() => kept(tokens.slice(n, n + 64)))).to.equal(2);
    expect(encodedBy(() => expect(redactor(tokens)('x')).to.equal('[redacted]'))).to.equal(0);
  });

  it('law 14: what is kept of secrets changes nothing: the same as for those that are wanted now', () => {
    const secret = fc
      .array(fc.constantFrom('ab', 'c', '%41', ' '), { minLength: 1, maxLength: 12 })
      .map((all) => all.join(''));
    const steps = fc.array(fc.tuple(fc.array(secret, { maxLength: 3 }), secret, secret), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(steps, (lists) => {
        const kept = redacting();
        for (const [secrets, before, after] of lists) {
          for (const said of [...secrets, before]) {
            const text = `${before}|${said}|${after}`;
            expect(kept(secrets)(text)).to.equal(redactor(secrets)(text));
          }
        }
      }),
    );
  });

  it('law 14: no secret is left of a text that is made of secrets that are alike, and of parts of them', () => {
    const secret = fc
      .array(fc.constantFrom('a', 'b', ' '), { minLength: 6, maxLength: 90 })
      .map((all) => all.join(''));
    const echo = fc.array(secret, { minLength: 1, maxLength: 6 }).chain((secrets) =>
      fc.record({
        secrets: fc.constant(secrets),
        texts: fc.array(
          fc
            .tuple(fc.constantFrom(...secrets), fc.nat(90), fc.constantFrom('', ' ', '-', 'a'))
            .map(([text, length, end]) => text.slice(0, Math.max(3, length)) + end),
          { maxLength: 12 },
        ),
      }),
    );
    fc.assert(
      fc.property(echo, ({ secrets, texts }) => {
        const text = texts.join('');
        const said = redactor(secrets)(text);
        for (const each of secrets) expect(said).to.not.include(each);
        // What is long enough to tell is never shown, and nothing is lost of a text that holds no part of a secret.
        expect(said.split('[redacted]').every((kept) => text.includes(kept.replace(/…$/, '')))).to
          .be.true;
      }),
    );
  });

  it('law 14: takes secrets out of the paths of problems and out of what a schema says; the library keeps its words', () => {
    const problems = [
      { at: 'parameters.s3cr3t-token.0', message: 'is too large to be exact' },
      { at: 'data', message: 'Unrecognized key: "s3cr3t-token"' },
      { at: 'a.ab', message: 'must be a string, but is undefined' },
    ];
    expect(
      redact(['s3cr3t-token', 'a', 'be'], { _tag: 'InvalidEnvelope', problems }),
    ).to.deep.equal({
      _tag: 'InvalidEnvelope',
      problems: [
        { at: 'parameters.[redacted].0', message: 'is too large to be exact' },
        { at: 'data', message: 'Unrecognized key: "[redacted]"' },
        { at: '[redacted].ab', message: 'must be a string, but is undefined' },
      ],
    });
  });

  it('law 14: takes a long secret out percent-encoded, though a slice of it ends within a surrogate pair', () => {
    const long = `${'x'.repeat(3_999)}😀${'y'.repeat(100)}`;
    expect(leftOf([long], `<${encodeURIComponent(long)}`)).to.equal('<[redacted]');
    const pairs = `é${'😀'.repeat(100)}`;
    expect(leftOf([pairs], encodeURIComponent(pairs).slice(0, 400))).to.equal('[redacted]%');
  });

  it('takes a secret with half a surrogate pair', () =>
    expect(leftOf(['a\ud800b'], 'x a\ud800b y')).to.equal('x [redacted] y'));

  it('cuts what is nested beyond reason, with all that is in it', () => {
    const deep: unknown = JSON.parse(
      `${'{"a":'.repeat(100_000)}"s3cr3t-token"${'}'.repeat(100_000)}`,
    );
    const redacted = redact(['s3cr3t-token'], httpFailure({ deep }));
    expect(JSON.stringify(redacted)).to.include('…').and.not.include('s3cr3t');
  });

  it('is not harmed by names that objects inherit', () => {
    const parameters = JSON.parse(
      '{"__proto__":{"token":"s3cr3t-token"},"constructor":"s3cr3t-token"}',
    ) as object;
    const redacted = redact(['s3cr3t-token'], httpFailure({ ...parameters, nested: parameters }));
    expect(reachableTexts(redacted).join()).to.include('__proto__').and.not.include('s3cr3t');
    expect(({} as { readonly token?: unknown }).token).to.be.undefined;
  });

  it('looks at a bounded number of characters in all, and shows nothing of the texts after them', () => {
    const clean = redactor(Array.from({ length: 100 }, (_, n) => `secret-${n}-of-many`));
    const texts = Array.from({ length: 2_000 }, (_, n) => clean(`${n} ${'x'.repeat(400)}`));
    expect(texts[0]).to.equal(`0 ${'x'.repeat(400)}`);
    expect(texts.at(-1)).to.equal('[redacted]');
  });
});
