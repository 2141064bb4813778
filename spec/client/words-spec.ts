import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { of } from 'rxjs';
import {
  basic,
  bearer,
  type Classify,
  createClient,
  endpoint,
  explain,
  type HttpRequest,
} from '../../src/index';
import { at, byCursor, byLink, header, query, type Source } from '../../src/paging';
import { collect } from '../support/collect';
import { leftOf } from '../support/sides';

interface Asked {
  readonly errors?: Source;
  readonly status?: number;
  readonly classify?: Classify;
  readonly auth?: ReturnType<typeof bearer>;
}

/** What comes of a walk whose service answers with this body. */
const walked = async (said: unknown, { errors, status = 400, classify, auth }: Asked = {}) => {
  const body = typeof said === 'string' ? said : JSON.stringify(said);
  const requests: Array<HttpRequest> = [];
  const transport = (request: HttpRequest) => {
    requests.push(request);
    return of(E.right({ status, headers: {}, body, url: `http://h${request.url}` }));
  };
  const things = endpoint({
    name: 'things',
    method: 'GET',
    path: '/things',
    paging: byLink(at('next')),
    ...(errors && { errors }),
  });
  const client = createClient({
    transport,
    retry: false,
    ...(classify && { classify }),
    ...(auth && { auth }),
  });
  return { results: await collect(client.objects(things, {})), requests };
};

/** The error that it ends with. */
const endOf = async (said: unknown, asked?: Asked) => {
  const { results, requests } = await walked(said, asked);
  const error = leftOf(results.at(-1));
  return { error, words: (error as { message?: string }).message, requests };
};

describe("law 33: the service's own words", () => {
  const bodies: ReadonlyArray<readonly [body: unknown, words: string | undefined]> = [
    [{ message: 'a', detail: 'b' }, 'a'],
    [{ message: '', detail: 'b', title: 'c' }, 'b'],
    [{ message: { text: 'x' }, error: { message: 'c', info: 'd' } }, 'c'],
    [{ error: 'invalid', error_description: 'd' }, 'd'],
    [{ error: 'invalid' }, 'invalid'],
    [{ errors: [{ title: 'f', detail: 'e' }] }, 'e'],
    [{ errors: [{ message: 'm' }] }, 'm'],
    [{ errors: [{ title: 'f' }] }, 'f'],
    [{ title: 'g', reason: 'h' }, 'g'],
    [{ reason: 'h' }, 'h'],
    [{ message: 'try page 3 in 30 s', retry_after: '30', next_page: 3 }, 'try page 3 in 30 s'],
    [
      { message: 'no p3 and no 9007199', nextMarker: 'p3', continue: 9007199 },
      'no [redacted] and no [redacted]',
    ],
    [{ error: { code: 'x', info: 'i' } }, 'i'],
    [{ info: 'not this' }, undefined],
    [{ message: ' \n ' }, undefined],
    [['message'], 'message'],
    ['"a text"', 'a text'],
    [['a text', 'another'], 'a text'],
    [[{ message: 'first' }, { message: 'second' }], 'first'],
    [[{ result: 1, text: 'unsupported' }], '[{"result":1,"text":"unsupported"}]'],
    [[{ text: 'x'.repeat(301) }], undefined],
    [JSON.stringify('x'.repeat(301)), undefined],
    [[['<html>']], '[["<html>"]]'],
    ['"<html>"', undefined],
    [{ Message: 'a' }, 'a'],
    [{ Details: 'd' }, 'd'],
    [{ Error: { MESSAGE: 'e' } }, 'e'],
    [{ error: 'bad_request', reason: 'you must sort' }, 'bad_request: you must sort'],
    [{ __type: 'com.example.v1#NotFound' }, 'NotFound'],
    [{ __type: 'com.example.v1#NotFound', message: 'issue #5' }, 'issue #5'],
    ['the index is being built\n', 'the index is being built'],
    ['no table <t>', 'no table <t>'],
    ['x'.repeat(300), 'x'.repeat(300)],
    ['x'.repeat(301), undefined],
    [' <html>message</html>', undefined],
    ['', undefined],
  ];
  for (const [body, words] of bodies) {
    it(`of ${JSON.stringify(body)} are ${words}`, async () => {
      expect((await endOf(body)).words).to.equal(words);
    });
  }

  const said: ReadonlyArray<readonly [errors: unknown, words: string | undefined]> = [
    ['a text', 'a text'],
    [{ info: 'i', code: 'x' }, 'i'],
    [[{ message: 'm' }, { message: 'n' }], 'm'],
    [['t'], 't'],
    [true, undefined],
    [7, undefined],
  ];
  for (const [errors, words] of said) {
    it(`where ${JSON.stringify(errors)} is at its errors, an answer of 200 is an HttpFailure`, async () => {
      const end = await endOf(
        { data: [1], oops: errors, message: 'not this' },
        { errors: at('oops'), status: 200 },
      );
      expect(end.error).to.deep.include({ _tag: 'HttpFailure', status: 200 });
      expect(end.words).to.equal(words);
      expect(end.requests).to.have.lengthOf(1);
    });
  }
  for (const errors of [undefined, null, false, 0, '', [], {}]) {
    it(`where ${JSON.stringify(errors)} is there, it is a page`, async () => {
      const { results } = await walked(
        { data: [1], oops: errors },
        { errors: at('oops'), status: 200 },
      );
      expect(results).to.deep.equal([E.right(1)]);
    });
  }
  it('are in an InvalidEnvelope, if the items of an answer of 200 are missing', async () => {
    const { error, words } = await endOf({ Error: 'quota', reason: 'used up' }, { status: 200 });
    expect([error._tag, words]).to.deep.equal(['InvalidEnvelope', 'quota: used up']);
    expect(explain(error)).to.include(', write orEmpty(…): quota: used up');
    expect((await endOf({ rows: [1] }, { status: 200 })).words).to.equal(undefined);
  });
  it('law 22: are not looked for among the many fields of what must be a page', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`k${index}`, index]),
    );
    expect((await endOf({ ...many, message: 'm' }, { status: 200 })).words).to.equal(undefined);
  });
  it('law 14: hold no token that the response brings, whatever it is called and wherever it stands', async () => {
    const paging = byCursor({
      from: { pos: at('pos'), page: header('x-page') },
      to: { pos: query('p'), page: query('q') },
    });
    const things = endpoint({
      name: 'x',
      method: 'GET',
      path: '/',
      paging,
      errors: at('oops'),
      delta: { from: at('since'), to: query('s') },
    });
    for (const said of ['message', 'oops']) {
      const body = JSON.stringify({
        pos: 'new place',
        since: 'deltadelta',
        [said]: 'from new place, turnturn or deltadelta',
      });
      const client = createClient({
        transport: () => of(E.right({ status: 200, headers: { 'x-page': 'turnturn' }, body })),
      });
      const [end = expect.fail()] = await collect(client.objects(things, {}));
      expect(leftOf(end), said).to.include({
        message: 'from [redacted], [redacted] or [redacted]',
      });
    }
  });
  it('are looked for at its errors first', async () => {
    expect(
      (await endOf({ oops: 'mine', message: 'other' }, { errors: at('oops') })).words,
    ).to.equal('mine');
    expect((await endOf({ message: 'other' }, { errors: at('oops') })).words).to.equal('other');
  });

  it('are one line of at most 500 characters, without what a terminal obeys', async () => {
    const { words = '' } = await endOf({ message: `a\n\u001b[31mb\u202e${'c'.repeat(9_000)}` });
    expect(words)
      .to.match(/^a \[31mb c+…$/)
      .and.to.have.length.at.most(500);
  });
  it('hold no secret, not even one with a blank in it', async () => {
    const { error } = await endOf(
      { message: 'no: pass\u0007word and secret-token' },
      { auth: basic('ada', 'pass word') },
    );
    expect(JSON.stringify(error)).not.to.include('password');
    const bearing = await endOf(
      { message: 'bad secret-token\n' },
      { auth: bearer('secret-token') },
    );
    expect(bearing.words).to.equal('bad [redacted]');
  });
  it('are added to what a classify of the own says, unless it has some', async () => {
    const mine =
      (message?: string): Classify =>
      () => ({ _tag: 'HttpFailure', status: 400, ...(message && { message }) });
    expect((await endOf({ message: 'theirs' }, { classify: mine() })).words).to.equal('theirs');
    expect((await endOf({ message: 'theirs' }, { classify: mine('mine') })).words).to.equal('mine');
  });

  for (const [body, what] of [
    ['<?xml version="1.0"?><a/>', 'is XML, not JSON'],
    [' <rss>', 'is XML, not JSON'],
    ['<!DOCTYPE html><p>', 'is HTML, not JSON'],
    ['<html lang="en">', 'is HTML, not JSON'],
    ['nothing', 'is not JSON'],
  ] as const) {
    it(`say of ${body} that it ${what}`, async () => {
      expect((await endOf(body, { status: 200 })).error).to.have.nested.property(
        'problems[0].message',
        what,
      );
    });
  }
});

describe('basic', () => {
  it('sends what RFC 7617 says, in UTF-8', async () => {
    const { requests } = await endOf({}, { auth: basic('Aladdin', 'open sesame') });
    expect(requests[0]?.headers.authorization).to.equal('Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==');
    const other = await endOf({}, { auth: basic('test', '123£') });
    expect(other.requests[0]?.headers.authorization).to.equal('Basic dGVzdDoxMjPCow==');
  });
  for (const [user, password] of [
    ['a:b', 'c'],
    ['a\n', 'c'],
    ['a', 'c\u0000'],
    [undefined, 'c'],
  ] as const) {
    it(`refuses ${JSON.stringify([user, password])}`, () =>
      expect(() => basic(user as string, password)).to.throw(TypeError, /^basic: /));
  }
});
