import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { delay, filter, interval, map, NEVER, of, take } from 'rxjs';
import { clientOf } from '../../../src/cli/connection/client';
import { listObjects, type Transport, type WalkEvent } from '../../../src/index';
import { withService } from '../../service/support/withService';
import { withServer } from '../../support/withServer';
import { runCommand } from '../support/runCommand';
import { shown } from '../support/terminal';

const origin = { walk: 1, endpoint: 'listObjects' };
const retry = (status: number, retryAfter?: number): WalkEvent => ({
  ...origin,
  type: 'retry',
  page: 0,
  attempt: 1,
  delay: retryAfter ?? 5,
  failure: { _tag: 'HttpFailure', status, ...(retryAfter !== undefined && { retryAfter }) },
});

describe('clientOf', () => {
  const silent = { transport: () => NEVER, auth: undefined };
  const params = { ontologyRid: 'ri.o', objectType: 'thing' };

  const usedUp = /^the service's limit is used up until \d\d:\d\d:\d\d$/;
  const waits: ReadonlyArray<readonly [event: WalkEvent, shown: RegExp, told: RegExp]> = [
    [retry(429), /^waiting for the service$/, /^$/],
    [retry(503), /^waiting for the service$/, /^$/],
    [retry(503, 90_000), /^waiting for the service until \d\d:/, /^waiting for the service until/],
    [retry(429, 400), usedUp, /^$/],
    [retry(429, 1_000), usedUp, usedUp],
    [retry(403, 90_000), usedUp, usedUp],
    [retry(403), /^$/, /^$/],
    [retry(500, 90_000), /^waiting for the service until/, /^waiting for the service until/],
    [retry(500), /^$/, /^$/],
  ];
  for (const [event, shown, said] of waits) {
    it(`law 39: says what it waits for after ${JSON.stringify(event)}, until the next request`, () => {
      const { note, waiting } = clientOf(silent, {});
      expect(note(event)).to.match(said);
      expect(waiting()).to.match(shown);
      expect(note(event), 'once').to.equal('');
      note({ ...origin, type: 'request', page: 0, attempt: 2 });
      expect(waiting()).to.equal('');
    });
  }

  const holds: ReadonlyArray<
    readonly [headers: Readonly<Record<string, string>>, shown: RegExp, told: RegExp]
  > = [
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '3599' }, usedUp, usedUp],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '7200' }, usedUp, usedUp],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '5' }, usedUp, usedUp],
    [{ 'x-ratelimit-remaining': '9', 'x-ratelimit-reset': '5' }, /^$/, /^$/],
  ];
  for (const [headers, shown, said] of holds) {
    it(`law 39: --polite says until when the line is held by ${JSON.stringify(headers)}`, () => {
      const transport: Transport = () =>
        of(E.right({ status: 200, headers, body: '{"data":[],"nextPageToken":"a"}' }));
      const { client, note, waiting } = clientOf({ ...silent, transport }, { polite: {} });
      const told: Array<string> = [];
      client.events.subscribe((event) => told.push(note(event)));
      const walk = client.pages(listObjects, { ...params, emptyPages: 3 }).subscribe();
      const text = waiting();
      walk.unsubscribe();
      expect(text).to.match(shown);
      expect(told.join('')).to.match(said);
    });
  }

  it('waits for the service while a request stands in the line', () => {
    const { client, waiting } = clientOf(silent, { polite: { perMinute: 1 } });
    const pages = client.pages(listObjects, params);
    pages.subscribe();
    expect(waiting()).to.equal('');
    const second = pages.subscribe();
    expect(waiting()).to.equal('waiting for the service');
    second.unsubscribe();
    expect(waiting()).to.equal('');
  });
});

describe('--polite', () => {
  const objects = { thing: Array.from({ length: 30 }, (_, id) => ({ id })) };
  const listing = (url: string): ReadonlyArray<string> => [
    'list',
    'ri.o',
    'thing',
    '--base-url',
    url,
  ];

  it('the progress line says what is waited for, and everything comes', async () => {
    const throttle = { type: 'throttle', at: 2, retryAfter: 1 } as const;
    const options = { objects, ontologyRid: 'ri.o', maxPageSize: 10, faults: [throttle] };
    await withService(options, async ({ url }) => {
      const { code, stderr } = await runCommand(listing(url), { columns: 200 });
      expect(code).to.equal(0);
      expect(stderr).to.include("the service's limit is used up until ");
      expect(shown(stderr))
        .to.match(/30 objects in 3 pages/)
        .and.not.include('used up');
    });
  });

  /** A service that has used up its limit after its first page: for one more request, or for one that comes too early. */
  const limited = (
    seconds: number,
    isPolite: boolean,
    work: (url: string) => Promise<void>,
  ): Promise<void> => {
    let [pages, refused, until] = [0, 0, 0];
    return withServer((_, response) => {
      const isRefused = pages === 1 && (isPolite ? Date.now() < until : refused === 0);
      if (isRefused) refused += 1;
      else pages += 1;
      if (pages === 1) until = Date.now() + seconds * 1_000;
      response.writeHead(isRefused ? 403 : 200, {
        'x-ratelimit-remaining': pages === 1 ? '0' : '9',
        'x-ratelimit-reset': String(seconds),
      });
      const next = pages === 1 ? { nextPageToken: 'two' } : {};
      response.end(JSON.stringify(isRefused ? {} : { data: [{ properties: { pages } }], ...next }));
    }, work);
  };

  const transcripts: ReadonlyArray<
    readonly [
      what: string,
      seconds: number,
      args: ReadonlyArray<string>,
      code: number,
      stderr: RegExp,
    ]
  > = [
    [
      'without it a 403 is waited for',
      1,
      [],
      0,
      /used up until .*\npagewalk: 2 objects in 2 pages, .* 1 retry\n$/,
    ],
    [
      'without it a wait that is too long says what to add',
      90,
      [],
      1,
      /^pagewalk: HttpFailure: the service asks to wait 90 s: 403 .*\npagewalk: add --polite 1 to wait for up to an hour when the service asks for it\n$/,
    ],
    [
      'with it nothing is refused',
      1,
      ['--polite', '1'],
      0,
      /used up until .*\npagewalk: 2 objects .* 0 retries\n$/,
    ],
  ];
  for (const [what, seconds, args, code, said] of transcripts) {
    it(`law 39: ${what}`, () =>
      limited(seconds, args.length > 0, async (url) => {
        const result = await runCommand([...listing(url), ...args]);
        expect(result.stderr).to.match(said);
        expect(result.code).to.equal(code);
      }));
  }

  it('keeps the walk to so many requests in a minute: the second of two waits for half of it, and says so', async () => {
    let served = 0;
    const options = {
      objects,
      ontologyRid: 'ri.o',
      maxPageSize: 10,
      onRequest: () => (served += 1),
    };
    await withService(options, async ({ url }) => {
      // Two seconds after the first page: it takes one until the line says what is waited for.
      const interrupts = interval(20).pipe(
        filter(() => served > 0),
        take(1),
        delay(2_000),
        map(() => 'SIGINT' as const),
      );
      const { stderr } = await runCommand([...listing(url), '--polite', '/2'], {
        columns: 200,
        interrupts,
      });
      expect(served).to.equal(1);
      expect(stderr).to.include('10 objects').and.include('waiting for the service');
    });
  });
});
