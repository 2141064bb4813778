import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { inspect } from 'node:util';
import { EMPTY, lastValueFrom, NEVER, Observable, of, take, toArray } from 'rxjs';
import { createClient, endpoint, type HttpRequest, signed } from '../../../src/index';
import { at, body, byCursor } from '../../../src/paging';
import { answer, ok, scriptedTransport } from '../../support/scriptedTransport';

const scan = endpoint({
  name: 'scan',
  method: 'POST',
  path: '/scan',
  items: at('items'),
  paging: byCursor({ from: at('next'), to: body('start') }),
});

const first = ok({ items: [1], next: 'page-2' });
const second = ok({ items: [2] });
const refused = answer(401, { errorName: 'no s3cret-signature-2' });
const busy = answer(503, {});

/** Signs every request with a number of its own, and remembers what was signed. */
const signing = () => {
  const asked: Array<HttpRequest> = [];
  const auth = signed((request) =>
    of({ 'x-signature': `s3cret-signature-${asked.push(request)}` }),
  );
  return { asked, auth };
};

const walk = (auth: ReturnType<typeof signed>, answers: ReadonlyArray<ReturnType<typeof ok>>) => {
  const { transport, requests } = scriptedTransport(...answers);
  const client = createClient({ transport, auth, retry: { attempts: 3, baseDelay: 0 } });
  return { requests, result: lastValueFrom(client.objects(scan, {}).pipe(toArray())) };
};

const signaturesOf = (requests: ReadonlyArray<HttpRequest>) =>
  requests.map(({ headers }) => headers['x-signature']);

const unsigned = (headers: HttpRequest['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'x-signature'));

describe('signed', () => {
  it('makes the headers of each request from that request, also when it is repeated', async () => {
    const { asked, auth } = signing();
    const { requests, result } = walk(auth, [busy, first, second]);
    expect((await result).map(E.isRight)).to.deep.equal([true, true]);
    expect(signaturesOf(requests)).to.deep.equal([1, 2, 3].map((n) => `s3cret-signature-${n}`));
    expect(asked).to.deep.equal(
      requests.map(({ headers, purpose, ...request }) => {
        expect(purpose).to.be.an('object');
        return { ...request, headers: unsigned(headers) };
      }),
    );
    expect(asked.map((request) => request.body)).to.deep.equal(['{}', '{}', '{"start":"page-2"}']);
  });

  it('is asked once more after a 401, and the walk goes on', async () => {
    const { requests, result } = walk(signing().auth, [refused, first, second]);
    expect((await result).map(E.isRight)).to.deep.equal([true, true]);
    expect(signaturesOf(requests)).to.have.length(3);
  });

  it('ends with Unauthorized after a second 401, and shows nothing of what it gave', async () => {
    const { requests, result } = walk(signing().auth, [refused, refused, first]);
    const [end, ...others] = await result;
    expect(others).to.deep.equal([]);
    expect(end).to.nested.include({
      'left._tag': 'Unauthorized',
      'left.reason': 'the credential was refused',
    });
    expect(requests).to.have.length(2);
    expect(inspect(end, { depth: 9 }) + JSON.stringify(end)).to.not.include('s3cret');
  });

  it('asks nobody again for a signature that would be the same', async () => {
    const { requests, result } = walk(
      signed(() => of({ 'x-signature': 'always' })),
      [refused, first],
    );
    expect(await result).to.have.nested.property('[0].left._tag', 'Unauthorized');
    expect(requests).to.have.length(1);
  });

  const failing: ReadonlyArray<readonly [what: string, sign: Parameters<typeof signed>[0]]> = [
    [
      'throws',
      () => {
        throw new Error('s3cret');
      },
    ],
    ['gives nothing', () => EMPTY],
    ['gives no headers', () => ['s3cret' as never]],
    ['gives more than any service takes', () => of({ 'x-signature': 's3cret'.repeat(20_000) })],
  ];
  for (const [what, sign] of failing) {
    it(`is Unauthorized, and sends nothing, where it ${what}`, async () => {
      const { requests, result } = walk(signed(sign), [first]);
      const ended = await result;
      expect(ended).to.have.nested.property('[0].left._tag', 'Unauthorized');
      expect(requests).to.deep.equal([]);
      expect(inspect(ended, { depth: 9 })).to.not.include('s3cret');
    });
  }

  it('takes the first value only, and leaves the source', async () => {
    let left = 0;
    const sign = () =>
      new Observable<Record<string, string>>((subscriber) => {
        subscriber.next({ 'x-signature': 'one' });
        subscriber.next({ 'x-signature': 'two' });
        return () => (left += 1);
      });
    const { requests, result } = walk(signed(sign), [first, second]);
    await result;
    expect(signaturesOf(requests)).to.deep.equal(['one', 'one']);
    expect(left).to.equal(2);
  });

  it('is cold, and is left when the walk is', () => {
    let asked = 0;
    let isLeft = false;
    const auth = signed(() => {
      asked += 1;
      return new Observable<never>(() => () => (isLeft = true));
    });
    const client = createClient({ transport: () => NEVER, auth });
    const objects = client.objects(scan, {}).pipe(take(1));
    expect(asked).to.equal(0);
    objects.subscribe().unsubscribe();
    expect({ asked, isLeft }).to.deep.equal({ asked: 1, isLeft: true });
  });

  it('refuses what is not a function', () =>
    expect(() => signed('a token' as never)).to.throw(
      TypeError,
      'signed: sign must be a function',
    ));
});
