import { expect } from 'chai';
import type { IncomingMessage, RequestListener } from 'node:http';
import { withServer } from '../../support/withServer';
import { odd } from '../support/odd';
import { type Ran, runCommand } from '../support/runCommand';

const bearer = 'b3arer/t0ken+of=mine';
const pageTokens = [1, 2, 3].map((page) => `p4ge/token+no=${page} é`);
const madeUp = 'a-token-that-was-never-given';

const forged = '  holds     9.9     everything';

/** A secret as it may come back. */
const formsOf = (secret: string): ReadonlyArray<string> => [
  secret,
  encodeURIComponent(secret),
  encodeURIComponent(secret).replace(/%../g, (escape) => escape.toLowerCase()),
];

const secrets = [bearer, ...pageTokens].flatMap(formsOf);

/** What is echoed, by a service that has heard and given these secrets; each fits into what is shown of a text. */
const echoes: Readonly<Record<string, (known: ReadonlySet<string>) => string>> = {
  secrets: (known) => `Bearer ${[...known].flatMap(formsOf).join(' ')}`,
  'escape codes': () => '\x1b[2J\x1b]0;title\x07 \x9b31m \u202e \u2028 \u2066 \x7f',
  'forged lines': () => `\r\n${forged}\r\n\n\rpagewalk: all is well`,
};

interface Asked {
  readonly page: number;
  readonly isAnonymous: boolean;
  readonly isLarge: boolean;
  readonly isSnapshot: boolean;
  readonly isMadeUp: boolean;
}

const bodyOf = async (request: IncomingMessage): Promise<{ readonly pageToken?: string }> => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return JSON.parse(body || '{}') as { readonly pageToken?: string };
};

const read = async (request: IncomingMessage): Promise<Asked> => {
  const query = new URL(request.url ?? '', 'http://localhost').searchParams;
  const token = query.get('pageToken') ?? (await bodyOf(request)).pageToken;
  return {
    page: token === undefined ? 0 : pageTokens.indexOf(token) + 1,
    isAnonymous: request.headers.authorization !== `Bearer ${bearer}`,
    isLarge: query.has('pageSize'),
    isSnapshot: query.has('snapshot'),
    isMadeUp: token === madeUp,
  };
};

const page = (index: number, properties: object): object => ({
  data: [{ properties: { id: index, ...properties } }],
  ...(index < pageTokens.length && { nextPageToken: pageTokens[index] }),
});

/** Where the service echoes: instead of which page, or in it. */
const places: Readonly<Record<string, (asked: Asked) => boolean>> = {
  'every error': () => true,
  'the error of a later page': (asked) => asked.page === 2,
  'the error of a page asked for again': (() => {
    let times = 0;
    return (asked: Asked) => asked.page === 1 && (times += 1) % 2 === 0;
  })(),
  'the error of a page size': (asked) => asked.isLarge,
  'the error of a snapshot': (asked) => asked.isSnapshot,
  'the error of an unknown token': (asked) => asked.isMadeUp,
  'the error of a request without a credential': (asked) => asked.isAnonymous,
};

interface Echo {
  readonly isEchoed?: (asked: Asked) => boolean;
  readonly status?: number;
  readonly echo?: (known: ReadonlySet<string>) => string;
  /** Whether the names of properties echo, too. */
  readonly isNested?: boolean;
}

const answer = ({
  isEchoed = () => false,
  status = 400,
  echo = () => '',
  isNested = false,
}: Echo): RequestListener => {
  const known = new Set([bearer]);
  return (request, response) => {
    void read(request).then((asked) => {
      const isError = isEchoed(asked) || asked.isMadeUp;
      const next = pageTokens[asked.page];
      if (!isError && next !== undefined) known.add(next);
      const text = isEchoed(asked) ? echo(known) : 'Fine';
      response.statusCode = isError ? status : 200;
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify(
          isError
            ? { errorName: text, errorInstanceId: text, parameters: { text } }
            : page(asked.page, isNested ? { [echo(known)]: [] } : {}),
        ),
      );
    });
  };
};

const check = (url: string, more: ReadonlyArray<string>, columns?: number): Promise<Ran> =>
  runCommand(
    [
      'check',
      '--base-url',
      url,
      '--object-type',
      'badge',
      '--ontology',
      'ri.o',
      '--api-family',
      'demo',
      ...more,
    ],
    { env: { PAGEWALK_TOKEN: bearer, NO_COLOR: '1' }, ...(columns !== undefined && { columns }) },
  );

const expectHarmless = ({ stdout, stderr }: Ran): void => {
  const shown = stdout + stderr;
  for (const secret of secrets) expect(shown).to.not.include(secret);
  expect(shown).to.not.match(odd);
  for (const line of shown.split('\n'))
    expect(line).to.not.match(/^\s*holds\s+9\.9|^\s*pagewalk: all is well/);
};

describe('law 14: check against a service that echoes what it got', () => {
  const reports = [
    ['as a table', []],
    ['as JSON', ['--json']],
  ] as const;
  for (const [how, more] of reports) {
    for (const [what, echo] of Object.entries(echoes)) {
      for (const [where, isEchoed] of Object.entries(places)) {
        for (const status of [401, 500]) {
          it(`${what} in ${where}, with status ${status}, shows nothing of it ${how}`, () =>
            withServer(answer({ isEchoed, status, echo }), async (url) => {
              const ran = await check(url, more);
              expectHarmless(ran);
              expect(ran.stdout + ran.stderr).to.include(`${status}`);
            }));
        }
      }

      it(`${what} in the name of a property, shows nothing of it ${how}`, () =>
        withServer(answer({ isNested: true, echo }), async (url) => {
          const ran = await check(url, more);
          expectHarmless(ran);
          expect(ran.stdout).to.include('is not a scalar');
        }));
    }
  }

  it('in an error, still says what it said beside that', () =>
    withServer(
      answer({ isEchoed: () => true, echo: () => `NotMine: ${bearer}\r\n` }),
      async (url) => {
        const { code, stderr } = await check(url, []);
        expect(code).to.equal(1);
        expect(stderr).to.equal(
          'pagewalk: there is no first page to check: 400 NotMine: [redacted]\n',
        );
      },
    ));

  it('shows what the user named as it is, but for what a terminal obeys', () =>
    withServer(answer({}), async (url) => {
      const argv = [
        'check',
        '--base-url',
        url,
        '--ontology',
        'ri.o',
        '--object-type',
        'bad\x1b[2J\u202ege',
      ];
      const [table, json] = [await runCommand(argv), await runCommand([...argv, '--json'])];
      expect(table.stdout).to.include('bad [2J ge').and.not.match(odd);
      expect(json.stdout).to.not.match(odd);
      expect(JSON.parse(json.stdout)).to.have.nested.property(
        'endpoints[0].objectTypes[0]',
        'bad\x1b[2J\u202ege',
      );
    }));
});
