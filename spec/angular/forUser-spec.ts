import '@angular/compiler';
import { expect } from 'chai';
import { BehaviorSubject, of } from 'rxjs';
import {
  type Auth,
  basic,
  bearer,
  clientCredentials,
  createClient,
  headers,
  refreshToken,
  signed,
} from '../../src/index';
import { forUser } from '../../src/angular/index';
import { collect } from '../support/collect';
import { answer, list, pagesOf, scriptedTransport } from '../support/scriptedTransport';

const twoPages = pagesOf([[{ properties: {} }], [{ properties: {} }]]);
const ada = { token: 'of-ada', user: 'ada' };
const bob = { token: 'of-bob', user: 'bob' };
const own = ['Bearer of-ada', 'Bearer of-ada'];

/** What a walk sends, and how it ends. */
const walked = async (auth: Auth, first: ReadonlyArray<ReturnType<typeof answer>> = []) => {
  const { transport, requests } = scriptedTransport(...first, ...twoPages);
  const results = await collect(createClient({ transport, auth }).list(list));
  const last = results[results.length - 1];
  const ended =
    last?._tag === 'Left' && last.left._tag === 'Unauthorized' ? last.left.reason : 'well';
  return [requests.map(({ headers: { authorization } }) => authorization), ended];
};

const refused = 'the credential belongs to another user';

describe('forUser', () => {
  for (const [what, auth, expected] of [
    ['a token of that user', bearer(() => ada), [own, 'well']],
    ['one that is fixed', bearer(ada), [own, 'well']],
    ['one that is promised', bearer(() => Promise.resolve(ada)), [own, 'well']],
    ['one that is pushed', bearer(new BehaviorSubject(ada)), [own, 'well']],
    ['a token that says nothing of users', bearer(() => 'of-ada'), [own, 'well']],
    [
      'headers of a function, which say nothing of users',
      headers(() => [{ authorization: 'Bearer of-ada' }]),
      [own, 'well'],
    ],
    ["another's, returned", bearer(() => bob), [[], refused]],
    ["another's, fixed", bearer(bob), [[], refused]],
    ["another's, promised", bearer(() => Promise.resolve(bob)), [[], refused]],
    ["another's, pushed", bearer(of(ada, bob)), [[], refused]],
    ['one of no user', bearer(() => ({ token: 'of-ada', user: null })), [[], refused]],
    [
      'one whose user is not known',
      bearer(() => ({ token: 'of-ada', user: undefined })),
      [[], refused],
    ],
    [
      'one that came without a user',
      bearer((() => ({ token: 'of-ada' })) as () => typeof ada),
      [own, 'well'],
    ],
    [
      'a token that is no text',
      bearer((() => ({ token: 7, user: 'ada' })) as never),
      [[], 'no usable credential'],
    ],
  ] as const) {
    it(`sends nothing but the user's own: ${what}`, async () => {
      expect(await walked(forUser(auth, () => 'ada'))).to.deep.equal(expected);
    });
  }

  it('sends no token whose user is not known where nobody has signed in either', async () => {
    const auth = bearer({ token: 'of-ada', user: undefined });
    expect(await walked(forUser(auth, () => undefined))).to.deep.equal([[], refused]);
  });

  it("law 12: a source that gives another's token after a refusal ends the walk, and is asked again by the next one", async () => {
    const given = [ada, bob, ada];
    const asked: Array<unknown> = [];
    const auth = forUser(
      bearer((stale?: { readonly user: unknown }) => {
        asked.push(stale?.user);
        return given.shift() ?? bob;
      }),
      () => 'ada',
    );
    expect(await walked(auth, [answer(401, {})])).to.deep.equal([['Bearer of-ada'], refused]);
    expect(await walked(auth)).to.deep.equal([own, 'well']);
    expect(asked).to.deep.equal([undefined, 'ada', undefined]);
  });

  it('compares before every request: the session may have changed between two pages', async () => {
    let user = 'ada';
    const { transport, requests } = scriptedTransport(...twoPages);
    const client = createClient({ transport, auth: forUser(bearer(ada), () => user) });
    const results = await collect(client.list({ ...list, onPage: () => (user = 'bob') }));
    expect([requests.length, results.map(({ _tag }) => _tag)]).to.deep.equal([
      1,
      ['Right', 'Left'],
    ]);
  });

  const login = { tokenURL: 'https://login.example.com/token', clientId: 'c' };
  const nobodys: Readonly<Record<string, Auth>> = {
    'a fixed text': bearer('of-ada'),
    'fixed headers': headers({ authorization: 'Bearer of-ada' }),
    basic: basic('ada', 'her password'),
    signed: signed(() => [{ 'x-signature': 's' }]),
    clientCredentials: clientCredentials({ ...login, clientSecret: 's3cret' }),
    refreshToken: refreshToken({ ...login, load: () => 'r', save: () => undefined }),
  };
  for (const [what, auth] of Object.entries(nobodys)) {
    it(`refuses what names no user: ${what}`, () =>
      expect(() => forUser(auth, () => 'ada')).to.throw(
        TypeError,
        'forUser: this auth does not say whose its credentials are',
      ));
  }
});
