import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { BehaviorSubject, concat, defer, EMPTY, of, Subject, throwError } from 'rxjs';
import {
  type Auth,
  bearer,
  createClient,
  headers,
  type HttpRequest,
  type WalkErrorOf,
} from '../../../src/index';
import { marbles } from '../../support/marbles';
import { collect, gather } from '../../support/collect';
import { list, ok, pagesOf, scriptedTransport } from '../../support/scriptedTransport';
import { leftOf } from '../../support/sides';

const threePages = pagesOf([[{ properties: {} }], [{ properties: {} }], [{ properties: {} }]]);

const sentWith = async (auth: Auth, walks = 1): Promise<ReadonlyArray<string | undefined>> => {
  const sent: Array<HttpRequest> = [];
  for (let walk = 0; walk < walks; walk++) {
    const { transport, requests } = scriptedTransport(...threePages);
    await collect(createClient({ transport, auth }).list(list));
    sent.push(...requests);
  }
  return sent.map(({ headers: { authorization } }) => authorization);
};

const unauthorized = async (auth: Auth): Promise<string> => {
  const { transport, requests } = scriptedTransport(...threePages);
  const results = await collect(createClient({ transport, auth }).list(list));
  expect(requests).to.deep.equal([]);
  expect(results).to.have.length(1);
  const error = leftOf(results[0]);
  expect(error).to.deep.include({
    _tag: 'Unauthorized',
    progress: { pages: 0, objects: 0, attempts: 0 },
  });
  return (error as WalkErrorOf<'Unauthorized'>).reason;
};

describe('authentication (seed 5)', () => {
  it('law 2: a fixed token goes with every page', async () => {
    expect(await sentWith(bearer('abc'))).to.deep.equal(['Bearer abc', 'Bearer abc', 'Bearer abc']);
  });

  it('headers of any scheme go with every page', async () => {
    const { transport, requests } = scriptedTransport(...threePages);
    await collect(
      createClient({ transport, auth: headers({ 'x-key': 'k', 'x-user': 'u' }) }).list(list),
    );
    expect(requests.map((request) => request.headers)).to.deep.equal(
      Array(3).fill({ accept: 'application/json', 'x-key': 'k', 'x-user': 'u' }),
    );
  });

  describe('a function', () => {
    it('is asked once for all pages and walks, and its answer is kept', async () => {
      let asked = 0;
      const auth = bearer(() => Promise.resolve(`t${++asked}`));
      expect(await sentWith(auth, 2)).to.deep.equal(Array(6).fill('Bearer t1'));
      expect(asked).to.equal(1);
    });

    it('may return the credential itself: a string is not taken letter by letter', async () => {
      const asked: Array<string | undefined> = [];
      const auth = bearer((stale) => {
        asked.push(stale);
        return 'secret-token';
      });
      expect(await sentWith(auth, 2)).to.deep.equal(Array(6).fill('Bearer secret-token'));
      expect(asked).to.deep.equal([undefined]);
    });

    it('is not asked before a walk is subscribed', () => {
      let asked = 0;
      const { transport } = scriptedTransport();
      createClient({ transport, auth: bearer(() => [`t${++asked}`]) }).list(list);
      expect(asked).to.equal(0);
    });

    it('law 12: a promise that was left is not asked for beside itself, and its answer is for the next walk', async () => {
      let asked = 0;
      let answer: (token: string) => void = () => undefined;
      const auth = bearer(() => {
        asked += 1;
        return new Promise<string>((resolve) => (answer = resolve));
      });
      const { transport, requests } = scriptedTransport(...threePages);
      const client = createClient({ transport, auth });
      client.list(list).subscribe().unsubscribe();
      client.list(list).subscribe().unsubscribe();
      answer('t');
      await collect(client.list(list));
      expect(asked).to.equal(1);
      expect(requests.map(({ headers: { authorization } }) => authorization)).to.deep.equal(
        Array(3).fill('Bearer t'),
      );
    });
  });

  describe('an Observable', () => {
    it('counts with its latest value', async () => {
      const tokens = new BehaviorSubject('first');
      const auth = bearer(tokens);
      tokens.next('second');
      expect(await sentWith(auth)).to.deep.equal(Array(3).fill('Bearer second'));
      tokens.next('third');
      expect(await sentWith(auth)).to.deep.equal(Array(3).fill('Bearer third'));
    });

    it('a value that it pushes between two pages is sent with the next, though nobody replays it', () => {
      const pushes = new Subject<string>();
      const answers = Array.from({ length: 2 }, () => new Subject<ReturnType<typeof ok>>());
      const { transport, requests } = scriptedTransport(...answers);
      createClient({ transport, auth: bearer(concat(of('first'), pushes)) })
        .list(list)
        .subscribe();
      pushes.next('second');
      answers[0]?.next(ok({ data: [], nextPageToken: 'x' }));
      expect(requests.map((request) => request.headers.authorization)).to.deep.equal([
        'Bearer first',
        'Bearer second',
      ]);
    });

    it(
      'is subscribed once for all pages of a walk, and left with it',
      marbles(({ cold, expectObservable, expectSubscriptions }) => {
        const tokens = cold('t---');
        const { transport } = scriptedTransport(
          ...threePages.map((page) => cold('--(p|)', { p: page })),
        );
        const walk = createClient({ transport, auth: bearer(tokens) }).list(list);
        const object = E.right({ properties: {} });
        expectObservable(walk).toBe('--o-o-(o|)', { o: object });
        expectSubscriptions(tokens.subscriptions).toBe('^-----!');
      }),
    );

    it(
      'stays subscribed between pages after it has failed, and its failure is reported once for all walks',
      marbles(({ cold, flush }) => {
        let subscribed = 0;
        const failing = cold('--#', {}, new TypeError('Failed to fetch'));
        const pushing = cold('a-------b--------------');
        const auth = bearer(defer(() => (++subscribed === 1 ? failing : pushing)));
        const failures = gather(auth.failures);
        const twice = threePages
          .flatMap((page) => [page, page])
          .map((page) => cold('-----(p|)', { p: page }));
        const { transport, requests } = scriptedTransport(...twice);
        const client = createClient({ transport, auth, retry: () => O.some(2) });
        client.list(list).subscribe();
        client.list(list).subscribe();
        flush();
        expect([subscribed, failures.length]).to.deep.equal([2, 1]);
        expect(requests.map(({ headers: { authorization } }) => authorization)).to.deep.equal([
          ...['Bearer a', 'Bearer a', 'Bearer a', 'Bearer a', 'Bearer b', 'Bearer b'],
        ]);
      }),
    );
  });

  describe('law 5: a source that fails is an Unauthorized Left, and nothing is sent', () => {
    const failed = 'the credential source failed';
    const fail = (): never => {
      throw new RangeError('secret');
    };
    for (const [what, auth, reason] of [
      ['throws', bearer(fail), failed],
      ['rejects', bearer(() => Promise.reject(new Error('secret'))), failed],
      ['rejects with no error at all', bearer(() => throwError(() => 'secret')), failed],
      ['errors', bearer(throwError(() => new Error('secret'))), failed],
      ['ends without a value', bearer(EMPTY), 'no usable credential'],
      ['gives an empty token', bearer(''), 'no usable credential'],
      [
        'gives a token that would break out of its header',
        bearer('a\r\nb: c'),
        'the credential has a line break',
      ],
      [
        'gives no text',
        bearer((() => [undefined]) as unknown as () => Array<string>),
        'no usable credential',
      ],
      [
        'gives a header that would break out',
        headers({ 'x-key': 'a\nb' }),
        'the credential has a line break',
      ],
      ['gives a bad header name', headers({ 'x key': 'a' }), 'no usable credential'],
      ['gives no headers', headers((() => [null]) as never), 'no usable credential'],
    ] as const) {
      it(`one that ${what}`, async () => {
        expect(await unauthorized(auth)).to.equal(reason);
      });
    }
  });
});
