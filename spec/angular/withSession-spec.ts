import '@angular/compiler';
import { signal } from '@angular/core';
import { injectedList, listOver, windowOver, more } from './support/lists';
import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { defer, NEVER, of } from 'rxjs';
import {
  injectPagewalk,
  providePagewalk,
  walkResource,
  withListCache,
  withSession,
} from '../../src/angular/index';
import { bearer, type HttpResponse, type Transport } from '../../src/index';
import { answer, ok } from '../support/scriptedTransport';
import { rendered, stable } from './support/angular';
import { withComponents } from './support/components';
import { employee } from './support/employees';
import { settled } from './support/until';

const params = { ontologyRid: 'o', objectType: 't' };

/** A service whose objects say for whom they are, and what it was asked with. */
const signedIn = (first: string | null = 'ada') => {
  const user = signal<string | null>(first);
  const sent: Array<string> = [];
  const transport: Transport = ({ headers: { authorization = '' }, url }) => {
    sent.push(authorization.replace('Bearer ', ''));
    if (url.includes('hangs')) return NEVER;
    const id = sent.at(-1);
    return of(
      ok({ data: [employee(id)], ...(!url.includes('pageToken') && { nextPageToken: 't' }) }),
    );
  };
  const app = withComponents(
    providePagewalk(
      () => ({
        transport,
        retry: false as const,
        auth: bearer(() => Promise.resolve(`token-of-${String(user())}`)),
      }),
      withListCache(),
      withSession(() => user()),
    ),
  );
  const client = app.run(injectPagewalk);
  const list = (cacheKey = 'employees') =>
    listOver((pace) => client.list({ ...params, ...pace }), {
      cacheKey,
      key: ({ properties }) => String(properties.id),
    });
  return { ...app, user, sent, client, list };
};

const idsOf = ({
  value,
}: {
  readonly value: () => ReadonlyArray<{ readonly properties: { id?: unknown } }>;
}) => value().map(({ properties }) => properties.id);

describe('withSession', () => {
  it('needs no moment to notice: what is asked for right after the change is asked for the next user', async () => {
    const { open, list, user, sent } = signedIn();
    const first = open(list);
    await settled();
    first.leave();
    user.set('grace');
    const second = open(list);
    expect(idsOf(second.list)).to.deep.equal([]);
    await settled();
    expect([idsOf(second.list), sent]).to.deep.equal([
      ['token-of-grace'],
      ['token-of-ada', 'token-of-grace'],
    ]);
  });

  it('empties a list that is on the screen, and lets it begin again for the next user', async () => {
    const { open, list, user, sent } = signedIn();
    const { list: shown } = open(list);
    await settled();
    await more(shown);
    expect(shown.status()).to.equal('end');
    user.set(null);
    await stable();
    expect([idsOf(shown), shown.status(), shown.progress()]).to.deep.equal([
      [],
      'idle',
      { pages: 0, objects: 0 },
    ]);
    await more(shown);
    expect(sent).to.have.lengthOf(2);
    user.set('grace');
    await stable();
    await settled();
    expect([idsOf(shown), shown.status(), sent.slice(2)]).to.deep.equal([
      ['token-of-grace'],
      'idle',
      ['token-of-grace'],
    ]);
  });

  it('does so for walkResource, with the rows of the params before, and for a viewport', async () => {
    const { open, client, user } = signedIn();
    const text = signal('a');
    const { list: found } = open(() =>
      walkResource({
        params: () => text(),
        client,
        stream: ({ params: objectType, client: paced }) => paced.list({ ...params, objectType }),
        keepPrevious: true,
      }),
    );
    const { list: rows } = open(() =>
      windowOver((pace) => client.list({ ...params, ...pace }), { rowsAhead: 0 }),
    );
    rows.connect({ viewChange: of({ start: 0, end: 1 }) }).subscribe();
    await stable();
    text.set('hangs');
    await rendered();
    expect([idsOf(found), found.isPrevious()]).to.deep.equal([['token-of-ada'], true]);
    user.set('grace');
    await rendered();
    await settled();
    expect([idsOf(found), found.isPrevious()]).to.deep.equal([[], false]);
    expect(new Set(idsOf(rows))).to.deep.equal(new Set(['token-of-grace']));
  });

  it('shows no row of the user before where the params change at the same moment', async () => {
    const [user, text] = [signal('ada'), signal('a')];
    const transport: Transport = ({ url }) =>
      url.includes('hangs') ? NEVER : of(ok({ data: [employee(user())] }));
    const { open } = withComponents(
      providePagewalk(
        { transport },
        withSession(() => user()),
      ),
    );
    const { list: found } = open(() =>
      walkResource({
        params: () => text(),
        stream: ({ params: objectType, client }) => client.list({ ...params, objectType }),
        keepPrevious: true,
      }),
    );
    await stable();
    expect(idsOf(found)).to.deep.equal(['ada']);
    text.set('hangs');
    user.set('grace');
    await rendered();
    expect(idsOf(found)).to.deep.equal([]);
  });

  it('sends no credential of another user, who has signed in in another tab: the list ends as signed out', async () => {
    const [sent, cookie]: [Array<string>, Array<string>] = [[], ['ada']];
    const transport: Transport = ({ headers: { authorization = '' } }) => {
      sent.push(authorization.replace('Bearer ', ''));
      // The token of the first user is revoked after one page.
      return of(
        sent.length === 2
          ? answer(401, {})
          : ok({ data: [employee(sent.at(-1))], nextPageToken: `t${sent.length}` }),
      );
    };
    const { open } = withComponents(
      providePagewalk(
        () => ({
          transport,
          retry: false as const,
          auth: bearer(() =>
            Promise.resolve({ token: `token-of-${cookie[0] ?? ''}`, user: cookie[0] ?? '' }),
          ),
        }),
        withSession(() => 'ada'),
      ),
    );
    const { list } = open(() => walkResource({ stream: ({ client }) => client.list(params) }));
    await settled();
    cookie[0] = 'grace';
    await more(list);
    expect([idsOf(list), sent]).to.deep.equal([['token-of-ada'], ['token-of-ada', 'token-of-ada']]);
    expect([list.status(), list.error()?._tag]).to.deep.equal(['error', 'Unauthorized']);
  });

  it('ends the walks of the session before, those that wait included, and begins none without a session', async () => {
    const { client, user, sent } = signedIn();
    const over = {
      _tag: 'Unauthorized',
      reason: 'the session is over',
      progress: { pages: 1, objects: 1, attempts: 0 },
    };
    const results: Array<unknown> = [];
    let isComplete = false;
    let asked = 0;
    const ready = defer(() => ((asked += 1) > 1 ? NEVER : of(undefined)));
    client.list({ ...params, valve: { ready } }).subscribe({
      next: (result) => results.push(E.isLeft(result) ? result.left : 'object'),
      complete: () => {
        isComplete = true;
      },
    });
    await settled();
    expect([results, isComplete]).to.deep.equal([['object'], false]);
    user.set('grace');
    await stable();
    expect([results, isComplete]).to.deep.equal([['object', over], true]);
    user.set(null);
    const before = sent.length;
    results.length = 0;
    client.list(params).subscribe((result) => results.push(E.isLeft(result) && result.left._tag));
    await settled();
    expect([results, sent.length]).to.deep.equal([['Unauthorized'], before]);
  });

  it('lets a list wait for its session, and is inherited by the client of a route', async () => {
    const { open, user, sent } = signedIn(null);
    let asked = 0;
    const transport: Transport = () => {
      asked += 1;
      return of(ok({ data: [employee('route')] }));
    };
    const { list } = open(injectedList, providePagewalk({ transport }));
    await settled();
    expect([list.status(), asked]).to.deep.equal(['idle', 0]);
    user.set('ada');
    await stable();
    await settled();
    expect([list.status(), idsOf(list), asked, sent.length]).to.deep.equal([
      'end',
      ['route'],
      1,
      0,
    ]);
  });

  it('shows no response of somebody else who has signed in elsewhere, where the service says whose it is', async () => {
    const [user, cookie] = [signal('ada'), { of: 'ada' as string | undefined }];
    const transport: Transport = () => {
      const headers: Record<string, string> =
        cookie.of === undefined ? {} : { 'x-user': cookie.of };
      const page = ok({ data: [employee(cookie.of ?? 'anybody')], nextPageToken: 't' });
      return of(E.map((response: HttpResponse) => ({ ...response, headers }))(page));
    };
    const session = withSession({ user, of: ({ headers }) => headers['x-user'] });
    const { open } = withComponents(providePagewalk({ transport }, session));
    const { list } = open(() => walkResource({ stream: ({ client }) => client.list(params) }));
    await settled();
    expect(idsOf(list)).to.deep.equal(['ada']);
    cookie.of = 'grace';
    await more(list);
    expect([idsOf(list), list.status(), list.error()]).to.deep.equal([
      ['ada'],
      'error',
      {
        _tag: 'Unauthorized',
        reason: 'the response belongs to another user',
        progress: { pages: 1, objects: 1, attempts: 1 },
      },
    ]);
    user.set('grace');
    await stable();
    await settled();
    expect([idsOf(list), list.status()]).to.deep.equal([['grace'], 'idle']);
    cookie.of = undefined;
    await more(list);
    expect(idsOf(list)).to.deep.equal(['grace', 'anybody']);
  });

  it('of which nobody is signed in has no more rows', async () => {
    const { open, list, user } = signedIn();
    const { list: shown } = open(list);
    await settled();
    expect(shown.hasMore()).to.equal(true);
    user.set(null);
    await stable();
    expect([shown.status(), shown.hasMore()]).to.deep.equal(['idle', false]);
  });
});
