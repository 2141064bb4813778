import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import {
  asyncScheduler,
  defer,
  delay,
  EMPTY,
  NEVER,
  type Observable,
  of,
  throwError,
  timer,
} from 'rxjs';
import { map, mergeMap } from 'rxjs';
import { type Auth, createClient, refreshToken, type Transport } from '../../../../src/index';
import { inVirtualTime } from '../../../support/inVirtualTime';
import { answer, ok } from '../../../support/scriptedTransport';
import { list, options } from './oauth';

/** What happens next in a history, and how many milliseconds after what happened before. */
export interface Step {
  readonly gap: number;
  readonly what: 'walk' | 'other walk' | 'leave' | 'change user' | 'sign out' | 'forget';
}

export interface History {
  readonly steps: ReadonlyArray<Step>;
  /** What everything takes, and what fails, is drawn by this. */
  readonly chance: number;
  /** Two tabs have an auth each, and share the store. Otherwise two clients share an auth. */
  readonly tabs: boolean;
}

export const histories: fc.Arbitrary<History> = fc.record({
  steps: fc.array(
    fc.record({
      gap: fc.constantFrom(0, 1, 50, 700, 2_500, 12_000),
      what: fc.constantFrom<Step['what']>(
        ...(['walk', 'walk', 'walk', 'other walk', 'other walk'] as const),
        ...(['leave', 'change user', 'change user', 'sign out', 'forget'] as const),
      ),
    }),
    { minLength: 4, maxLength: 30 },
  ),
  chance: fc.nat(),
  tabs: fc.boolean(),
});

/** A login: its refresh token is live until it is spent, and one that is spent twice ends it. */
interface Login {
  readonly name: string;
  count: number;
  isRevoked: boolean;
}

const randomOf = (seed: number) => {
  let state = seed | 0;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** The login of a token such as `u3.7` or `u3.7.access`. */
const ownerOf = (token: string): string => token.split('.')[0] ?? '';

/**
 * Plays a history: users sign in and out over one store that compares before it writes, walks come and go, and everything
 * takes its time, fails or hangs. It returns what must not be.
 */
export const wrongsIn = ({ steps, chance, tabs }: History): ReadonlyArray<string> => {
  const random = randomOf(chance);
  const pick = <T>(from: ReadonlyArray<T>): T => from[Math.floor(random() * from.length)] as T;
  let isCalm = false;
  const happens = (share: number): boolean => !isCalm && random() < share;
  const wrongs: Array<string> = [];
  const logins = new Map<string, Login>();
  let store = '';
  let user: Login | undefined;

  const signOut = (): void => {
    store = '';
    user = undefined;
    for (const client of clients) client.forgetCredentials();
  };
  const signIn = (): Login => {
    user = { name: `u${logins.size + 1}`, count: 0, isRevoked: false };
    logins.set(user.name, user);
    store = `${user.name}.0`;
    return user;
  };

  const tokenEndpoint: Transport = ({ body }) =>
    defer(() => {
      const token = new URLSearchParams(body).get('refresh_token') ?? '';
      if (happens(0.02)) return NEVER;
      const busy = E.right({ status: 503, headers: { 'retry-after': pick(['1', '8']) }, body: '' });
      if (happens(0.05)) return of(busy).pipe(delay(pick([0, 200])));
      return timer(pick([0, 5, 100, 700])).pipe(
        map(() => {
          const login = logins.get(ownerOf(token));
          const isLive = login && !login.isRevoked && token === `${login.name}.${login.count}`;
          if (!login || !isLive) {
            // Of two tabs one may spend what the other has just spent. Services that know tabs do not revoke the login.
            if (login && !tabs && login === user) {
              wrongs.push(`${token} was spent twice`);
              login.isRevoked = true;
            }
            return answer(400, { error: 'invalid_grant' });
          }
          login.count += 1;
          const next = `${login.name}.${login.count}`;
          return ok({
            access_token: `${next}.access`,
            refresh_token: next,
            expires_in: pick([3, 20, 100]),
          });
        }),
        delay(pick([0, 5, 100, 700])),
      );
    });

  const load = (): Observable<string> => {
    if (happens(0.02)) return NEVER;
    if (happens(0.03)) return throwError(() => new Error('no store'));
    const seen = store;
    const isLate = random() < 0.5;
    const lag = pick([0, 0, 50, 400]);
    return lag === 0 ? of(store) : timer(lag).pipe(map(() => (isLate ? seen : store)));
  };

  const save = (token: string, replaces: string): Observable<never> => {
    if (ownerOf(token) !== user?.name) wrongs.push(`${token} was given to save for ${user?.name}`);
    const write = (): void => {
      if (store === replaces) store = token;
    };
    const lag = pick([0, 0, 10, 300, 3_000]);
    const fails = happens(0.1);
    // It may land after it was given up, or fail although it has landed.
    if (happens(0.03)) {
      asyncScheduler.schedule(write, 40_000);
      return NEVER;
    }
    return timer(lag).pipe(
      mergeMap(() => {
        if (!fails || random() < 0.5) write();
        return fails ? throwError(() => new Error('not saved')) : EMPTY;
      }),
    );
  };

  /** Whose token each walk has sent first, by its address. */
  const walkers = new Map<string, string>();

  const api: Transport = ({ url, headers: { authorization = '' } }) =>
    defer(() => {
      const token = authorization.replace('Bearer ', '');
      const walk = url.split('?')[0] ?? '';
      const walker = walkers.get(walk) ?? ownerOf(token);
      walkers.set(walk, walker);
      if (ownerOf(token) !== walker) wrongs.push(`${token} was sent by a walk of ${walker}`);
      if (ownerOf(token) !== user?.name) wrongs.push(`${token} was sent for ${user?.name}`);
      const more = random() < 0.6 && !isCalm ? { nextPageToken: `${random()}` } : {};
      return of(happens(0.1) ? answer(401, {}) : ok({ data: [], ...more })).pipe(
        delay(pick([0, 20, 900, 4_000])),
      );
    });

  const authOf = (): Auth => refreshToken({ ...options, transport: tokenEndpoint, load, save });
  const first = authOf();
  const clients = [first, tabs ? authOf() : first].map((auth) =>
    createClient({ transport: api, auth, retry: { attempts: 3 } }),
  );

  const play = (): void => {
    let started = 0;
    const walkOf = (client: number) =>
      clients[client]?.list({ ...list, objectType: `type${(started += 1)}` }).subscribe();
    signIn();
    const walks = [walkOf(0)];
    const step = ({ what }: Step): void => {
      if (what === 'walk') walks.push(walkOf(0));
      if (what === 'other walk') walks.push(walkOf(1));
      if (what === 'leave') walks.shift()?.unsubscribe();
      if (what === 'forget') for (const client of clients) client.forgetCredentials();
      if (what === 'sign out' || what === 'change user') signOut();
      if (what === 'change user') {
        // The login writes the store up to two seconds before the first walk.
        const wait = pick([0, 5, 500, 2_000]);
        asyncScheduler.schedule(() => {
          if (user) return;
          signIn();
          asyncScheduler.schedule(() => walks.push(walkOf(0)), pick([0, 1, 300, 2_000]));
        }, wait);
      }
    };
    let at = 0;
    for (const each of steps) asyncScheduler.schedule(() => step(each), (at += each.gap));
    // At last everything is calm: nobody waits for ever, and no login is lost.
    asyncScheduler.schedule(() => {
      isCalm = true;
      for (const walk of walks) walk?.unsubscribe();
      if (!user) signIn();
    }, at + 100_000);
    asyncScheduler.schedule(() => {
      for (const client of clients) {
        const ends: Array<string> = [];
        client.list(list).subscribe({
          next: (end) => ends.push(E.isLeft(end) ? JSON.stringify(end.left) : ''),
          complete: () => ends.push('complete'),
        });
        asyncScheduler.schedule(() => {
          // What one tab could not save, the other one cannot know: its walk ends, at least.
          if (tabs ? ends.length === 0 : ends.join() !== 'complete')
            wrongs.push(`at last: ${ends.join() || 'nothing'}`);
        }, 30_000);
      }
    }, at + 200_000);
  };
  inVirtualTime(play);
  return wrongs;
};
