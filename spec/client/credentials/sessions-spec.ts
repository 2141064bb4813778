import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { inspect } from 'node:util';
import { asyncScheduler, concat, NEVER, type ObservableInput, of, Subject, throwError } from 'rxjs';
import { type Auth, bearer, clientCredentials, explain, refreshToken } from '../../../src/index';
import type { WalkError } from '../../../src/index';
import { inVirtualTime } from '../../support/inVirtualTime';
import { answer, ok } from '../../support/scriptedTransport';
import { type Answer, endpointOf, list, options, page, serviceOf } from './support/oauth';

const more = ok({ data: [], nextPageToken: 'p2' });

/** The refresh token in the request that was sent last. */
const spentIn = (requests: ReturnType<typeof endpointOf>['requests']): string =>
  new URLSearchParams(requests.at(-1)?.body).get('refresh_token') ?? '';

/** `a0` gives the access token `a0.t` and is replaced by `a1`, unless something else is given. */
const nextOf = (token: string): string => `${token.slice(0, -1)}${Number(token.slice(-1)) + 1}`;

/** A store that compares before it writes, its token endpoint, and what was loaded, asked for and saved, in order. */
const storeOf = (
  first: string,
  given: {
    readonly load?: (kept: string) => ObservableInput<string> | undefined;
    readonly ask?: (token: string) => Answer | Subject<Answer> | undefined;
    readonly save?: (token: string) => ObservableInput<unknown> | undefined;
  } = {},
) => {
  const log: Array<string> = [];
  const store = { kept: first };
  const { requests, transport } = endpointOf(() => {
    const token = spentIn(requests);
    log.push(`ask ${token}`);
    return given.ask?.(token) ?? tokens(token);
  });
  const auth = refreshToken({
    ...options,
    transport,
    load: () => {
      log.push(`load ${store.kept}`);
      return given.load?.(store.kept) ?? store.kept;
    },
    save: (token, replaces) => {
      log.push(`save ${token} for ${replaces}`);
      const saving = given.save?.(token);
      if (saving === undefined && store.kept === replaces) store.kept = token;
      return saving;
    },
  });
  return { auth, log, store };
};

const tokens = (spent: string): Answer =>
  ok({ access_token: `${spent}.t`, refresh_token: nextOf(spent), expires_in: 100 });

const unauthorized = 'Unauthorized: ';

/** How walks end, in words, as they end. */
const ending = () => {
  const ends: Array<string> = [];
  const walk = (client: ReturnType<ReturnType<typeof serviceOf>['client']>): void => {
    let end = 'complete';
    client.list(list).subscribe({
      next: (result) => (end = E.isLeft(result) ? explain(result.left) : end),
      complete: () => ends.push(end),
    });
  };
  return { ends, walk };
};

describe('law 46: sessions of refreshToken', () => {
  it('what could not be saved for one user is not given to save for the next one', () => {
    let isDown = true;
    const { auth, log, store } = storeOf('a0', {
      save: () => (isDown ? throwError(() => new Error('down')) : undefined),
    });
    const service = serviceOf();
    const client = service.client(auth);
    client.list(list).subscribe();
    store.kept = 'b0';
    client.forgetCredentials();
    isDown = false;
    client.list(list).subscribe();
    expect(service.tokens()).to.deep.equal(['b0.t']);
    expect([log, store.kept]).to.deep.equal([
      ['load a0', 'ask a0', 'save a1 for a0', 'load b0', 'ask b0', 'save b1 for b0'],
      'b1',
    ]);
  });

  it('a renewal that was under way at sign-out is not saved, and delays nobody', () => {
    const coming = new Subject<Answer>();
    const { auth, log, store } = storeOf('a0', {
      ask: (token) => (token === 'a0' ? coming : undefined),
    });
    const service = serviceOf();
    const client = service.client(auth);
    client.list(list).subscribe();
    store.kept = 'b0';
    client.forgetCredentials();
    client.list(list).subscribe();
    expect(service.tokens()).to.deep.equal(['b0.t']);
    coming.next(tokens('a0'));
    // The walk of the session before has sent nothing: it continues with the next one.
    expect(service.tokens()).to.deep.equal(['b0.t', 'b0.t']);
    expect(log).to.deep.equal(['load a0', 'ask a0', 'load b0', 'ask b0', 'save b1 for b0']);
  });

  it('of the same login: what replaced a token for the session before is saved, and spent in its place', () => {
    const coming = new Subject<Answer>();
    const { auth, log } = storeOf('a0', {
      ask: (token) => (token === 'a0' ? coming : undefined),
    });
    const service = serviceOf();
    const client = service.client(auth);
    client.list(list).subscribe();
    client.forgetCredentials();
    client.list(list).subscribe();
    // It is not spent again while its request is under way.
    expect(log).to.deep.equal(['load a0', 'ask a0', 'load a0']);
    coming.next(tokens('a0'));
    expect(log.slice(3)).to.deep.equal(['load a0', 'save a1 for a0', 'ask a1', 'save a2 for a1']);
    expect(service.tokens()).to.deep.equal(['a1.t', 'a1.t']);
  });

  it('a walk that has sent a token ends with its session, and one that has sent nothing continues', () => {
    const pages: Array<Subject<Answer>> = [];
    const { auth, store } = storeOf('a0');
    const service = serviceOf(() => {
      const coming = new Subject<Answer>();
      pages.push(coming);
      return coming;
    });
    const client = service.client(auth);
    const { ends, walk } = ending();
    walk(client);
    store.kept = 'b0';
    client.forgetCredentials();
    pages[0]?.next(more);
    expect(ends).to.deep.equal([
      `${unauthorized}the session is over (pages 1, objects 0, attempts 0)`,
    ]);
    expect(service.tokens()).to.deep.equal(['a0.t']);
    walk(client);
    pages[1]?.next(page);
    expect([ends[1], service.tokens()]).to.deep.equal(['complete', ['a0.t', 'b0.t']]);
  });

  it('also where the service refused its token meanwhile, and where it waits for another one', () => {
    const renewal = new Subject<Answer>();
    const { auth, log } = storeOf('a0', { ask: (token) => (token === 'a1' ? renewal : undefined) });
    const service = serviceOf(() => answer(401, {}));
    const client = service.client(auth);
    const { ends, walk } = ending();
    walk(client);
    client.forgetCredentials();
    renewal.next(tokens('a1'));
    expect([ends, service.tokens()]).to.deep.equal([
      [`${unauthorized}the session is over: 401 (pages 0, objects 0, attempts 1)`],
      ['a0.t'],
    ]);
    expect(log.filter((line) => line.startsWith('save'))).to.deep.equal(['save a1 for a0']);
  });

  it('walks of clientCredentials and of bearer continue with the next credential', () => {
    let asked = 0;
    const { transport } = endpointOf();
    const machine = clientCredentials({ ...options, clientSecret: 's3cret', transport });
    for (const [auth, expected] of [
      [bearer(() => `t${(asked += 1)}`), ['t1', 't2']],
      [machine, ['t1', 't2']],
    ] as ReadonlyArray<readonly [Auth, ReadonlyArray<string>]>) {
      const coming = new Subject<Answer>();
      const service = serviceOf(() => (service.sent.length === 1 ? coming : page));
      const client = service.client(auth);
      const { ends, walk } = ending();
      walk(client);
      client.forgetCredentials();
      coming.next(more);
      expect([ends, service.tokens()]).to.deep.equal([['complete'], expected]);
    }
  });

  it('a save that was given up is not repeated for the next session, and a late one can be told by what it replaces', () => {
    const log: Array<string> = [];
    inVirtualTime(() => {
      const {
        auth,
        store,
        log: seen,
      } = storeOf('a0', {
        save: (token) => (token === 'a1' ? NEVER : undefined),
      });
      const service = serviceOf();
      const client = service.client(auth);
      const { ends, walk } = ending();
      walk(client);
      asyncScheduler.schedule(() => {
        store.kept = 'b0';
        client.forgetCredentials();
        walk(client);
      }, 40_000);
      return () => {
        log.push(...seen);
        expect([ends, service.tokens(), store.kept]).to.deep.equal([
          [`${unauthorized}the credential source failed: save took longer than 30 s`, 'complete'],
          ['b0.t'],
          'b1',
        ]);
      };
    });
    expect(log).to.deep.equal([
      'load a0',
      'ask a0',
      'save a1 for a0',
      'load b0',
      'ask b0',
      'save b1 for b0',
    ]);
  });

  it('follows what replaced a token to its end, where the store gives an old one', () => {
    const { auth, log, store } = storeOf('a0', {});
    const service = serviceOf((token) => (token === 'a2.t' ? page : answer(401, {})));
    const client = service.client(auth);
    client.list(list).subscribe();
    store.kept = 'a0';
    client.list(list).subscribe();
    expect(log.slice(-4)).to.deep.equal(['load a0', 'save a2 for a0', 'ask a2', 'save a3 for a2']);
    expect(service.tokens().at(-1)).to.equal('a2.t');
  });

  it('keeps what replaced the last eight tokens', () => {
    const { auth, log, store } = storeOf('a0');
    const client = serviceOf(() => answer(401, {})).client(auth);
    for (const first of ['a0', 'b0', 'c0', 'd0', 'e0', 'f0', 'g0', 'h0', 'i0', 'j0']) {
      store.kept = first;
      client.forgetCredentials();
      client.list(list).subscribe();
    }
    const loaded = (token: string): ReadonlyArray<string> => {
      store.kept = token;
      client.forgetCredentials();
      const before = log.length;
      client.list(list).subscribe();
      return log.slice(before, before + 2);
    };
    expect(loaded('j0')).to.deep.equal(['load j0', 'save j2 for j0']);
    expect(loaded('a0')).to.deep.equal(['load a0', 'ask a0']);
  });
});

describe('law 46: what never settles', () => {
  const waits: ReadonlyArray<
    readonly [what: string, given: Parameters<typeof storeOf>[1], reason: string]
  > = [
    ['load', { load: () => NEVER }, 'load took longer than 30 s'],
    ['load', { load: () => new Promise<string>(() => undefined) }, 'load took longer than 30 s'],
    ['save', { save: () => NEVER }, 'save took longer than 30 s'],
  ];
  for (const [what, given, reason] of waits) {
    it(`a ${what} has 30 s, and the next renewal asks again`, () =>
      inVirtualTime(() => {
        const { auth, log } = storeOf('a0', given);
        const client = serviceOf().client(auth);
        const { ends, walk } = ending();
        walk(client);
        asyncScheduler.schedule(() => walk(client), 29_999);
        asyncScheduler.schedule(() => walk(client), 30_001);
        return () => {
          const failed = `${unauthorized}the credential source failed: ${reason}`;
          expect(ends).to.deep.equal([failed, failed, failed]);
          expect(log.filter((line) => line.startsWith('load'))).to.have.lengthOf(2);
        };
      }));
  }

  it('stops nobody after forgetCredentials()', () => {
    let loads = 0;
    const { auth } = storeOf('a0', { load: () => ((loads += 1) === 1 ? NEVER : undefined) });
    const service = serviceOf();
    const client = service.client(auth);
    client.list(list).subscribe();
    client.forgetCredentials();
    client.list(list).subscribe();
    expect(service.tokens()).to.deep.equal(['a0.t']);
  });

  for (const [what, given] of [
    ['empty', concat(of(''), NEVER)],
    ['no text', concat(of(7 as unknown as string), NEVER)],
  ] as const) {
    it(`a load whose first value is ${what} fails at once`, () => {
      const { auth } = storeOf('a0', { load: () => given });
      const { ends, walk } = ending();
      walk(serviceOf().client(auth));
      expect(ends).to.deep.equal([
        `${unauthorized}the credential source failed: load gave no refresh token`,
      ]);
    });
  }

  it('a function of bearer may take as long as it likes', () =>
    inVirtualTime(() => {
      const login = new Subject<string>();
      const service = serviceOf();
      service
        .client(bearer(() => login))
        .list(list)
        .subscribe();
      asyncScheduler.schedule(() => login.next('late'), 3_600_000);
      return () => expect(service.tokens()).to.deep.equal(['late']);
    }));
});

describe('law 46: invalid_grant', () => {
  const spent = answer(400, { error: 'invalid_grant' });

  it('asks load once more, and spends what it gives if another tab was faster', () => {
    const { auth, log, store } = storeOf('a0', {
      ask: (token) => {
        if (token !== 'a0') return undefined;
        store.kept = 'a1';
        return spent;
      },
    });
    const service = serviceOf();
    service.client(auth).list(list).subscribe();
    expect(log).to.deep.equal(['load a0', 'ask a0', 'load a1', 'ask a1', 'save a2 for a1']);
    expect(service.tokens()).to.deep.equal(['a1.t']);
  });

  it('once, and not the same token', () => {
    const same = storeOf('a0', { ask: () => spent });
    const { ends, walk } = ending();
    walk(serviceOf().client(same.auth));
    expect(same.log).to.deep.equal(['load a0', 'ask a0', 'load a0']);
    const other = storeOf('a0', {
      ask: (token) => {
        other.store.kept = nextOf(token);
        return spent;
      },
    });
    walk(serviceOf().client(other.auth));
    expect(other.log).to.deep.equal(['load a0', 'ask a0', 'load a1', 'ask a1']);
    expect(ends).to.deep.equal([
      ...Array<string>(2).fill(
        `${unauthorized}the token endpoint gave no token: 400 invalid_grant`,
      ),
    ]);
  });
});

describe('law 46: the wait of a token endpoint', () => {
  const busy = (seconds: number): Answer =>
    E.right({ status: 429, headers: { 'retry-after': `${seconds}` }, body: '{}' });

  it('holds for all walks: 50 walks, one request until it is over', () =>
    inVirtualTime(() => {
      const asked: Array<number> = [];
      const { transport } = endpointOf((count) => {
        asked.push(Math.floor(asyncScheduler.now() / 1_000));
        return count === 1 ? busy(7) : undefined;
      });
      const service = serviceOf();
      const client = service.client(
        clientCredentials({ ...options, clientSecret: 's3cret', transport }),
      );
      const { ends, walk } = ending();
      for (let at = 0; at < 50; at += 1) asyncScheduler.schedule(() => walk(client), at * 100);
      return () => {
        expect(asked).to.deep.equal([0, 7]);
        expect(ends).to.deep.equal(Array(50).fill('complete'));
        expect(new Set(service.tokens())).to.deep.equal(new Set(['t2']));
      };
    }));

  it('a walk that comes meanwhile is given the same failure, with the rest of the wait', () =>
    inVirtualTime(() => {
      const { transport, requests } = endpointOf(() => busy(7));
      const client = serviceOf().client(
        clientCredentials({ ...options, clientSecret: 's3cret', transport }),
        false,
      );
      const failures: Array<WalkError> = [];
      for (const at of [0, 3_000])
        asyncScheduler.schedule(
          () => client.list(list).subscribe((end) => E.isLeft(end) && failures.push(end.left)),
          at,
        );
      return () => {
        expect(requests).to.have.lengthOf(1);
        expect(
          failures.map((failure) => ('retryAfter' in failure ? failure.retryAfter : 0)),
        ).to.deep.equal([7_000, 4_000]);
      };
    }));

  it('for ten minutes at most, and forgetCredentials() ends it', () =>
    inVirtualTime(() => {
      const asked: Array<number> = [];
      const { transport } = endpointOf(() => {
        asked.push(Math.floor(asyncScheduler.now() / 1_000));
        return busy(86_400);
      });
      const auth = clientCredentials({ ...options, clientSecret: 's3cret', transport });
      const client = serviceOf().client(auth, false);
      for (const at of [0, 1, 599, 600])
        asyncScheduler.schedule(() => client.list(list).subscribe(), at * 1_000);
      asyncScheduler.schedule(() => {
        client.forgetCredentials();
        client.list(list).subscribe();
      }, 601_000);
      return () => expect(asked).to.deep.equal([0, 600, 601]);
    }));

  it('is over when the clock of the machine goes back', () => {
    const { now } = asyncScheduler;
    const { transport, requests } = endpointOf((count) => (count === 1 ? busy(7) : undefined));
    const service = serviceOf();
    const auth = clientCredentials({ ...options, clientSecret: 's3cret', transport });
    const client = service.client(auth, false);
    try {
      client.list(list).subscribe();
      asyncScheduler.now = () => now() - 3_600_000;
      client.list(list).subscribe();
    } finally {
      asyncScheduler.now = now;
    }
    expect([requests.length, service.tokens()]).to.deep.equal([2, ['t2']]);
  });

  it('so does the wait that a function names in what it throws', () =>
    inVirtualTime(() => {
      const asked: Array<number> = [];
      const auth = bearer(() => {
        if (asked.push(Math.floor(asyncScheduler.now() / 1_000)) > 1) return 't';
        return throwError(() =>
          Object.assign(new Error('busy'), {
            response: { status: 503, headers: { 'Retry-After': '20' } },
          }),
        );
      });
      const client = serviceOf().client(auth);
      const { ends, walk } = ending();
      for (let at = 0; at < 10; at += 1) asyncScheduler.schedule(() => walk(client), at * 1_000);
      return () => {
        expect(asked).to.deep.equal([0, 20]);
        expect(ends).to.deep.equal(Array(10).fill('complete'));
      };
    }));
});

describe('law 14: the API repeats what was sent to the token endpoint', () => {
  const secret = 'S3cret key/ä1';
  const encoded: Readonly<Record<string, (text: string) => string>> = {
    'as it is': (text) => text,
    'percent-encoded': encodeURIComponent,
    'in a form': (text) => new URLSearchParams({ '': text }).toString().slice(1),
    'in capitals': (text) => text.toUpperCase(),
    'in JSON': (text) => JSON.stringify(text).replaceAll('/', '\\u002f'),
    'in HTML': (text) => text.replaceAll('/', '&#47;'),
    'in base64': (text) => Buffer.from(text).toString('base64'),
    'in base64url': (text) => Buffer.from(text).toString('base64url'),
    'in hexadecimal digits': (text) => Buffer.from(text).toString('hex'),
    shortened: (text) => text.slice(0, -1),
  };
  const secrets: Readonly<Record<string, string>> = {
    'the secret of the client': secret,
    'its header': Buffer.from(
      ['reports', secret]
        .map((text) => new URLSearchParams({ '': text }).toString().slice(1))
        .join(':'),
    ).toString('base64'),
    'a secret of params': 'params-Zk39qLmP27x',
    'the refresh token': 'spent/Yw71+hGtR8vB',
    'the one that replaced it': 'fresh/Kq52+mNbV4cX',
    'the access token': 'access~Pd84_jHgF6zL',
  };
  for (const [kind, text] of Object.entries(secrets)) {
    for (const [how, write] of Object.entries(encoded)) {
      it(`hides ${kind}, ${how}`, () => {
        const { transport } = endpointOf(() =>
          ok({
            access_token: secrets['the access token'],
            refresh_token: secrets['the one that replaced it'],
          }),
        );
        const auth = refreshToken({
          ...options,
          transport,
          clientSecret: secret,
          params: { api_key: secrets['a secret of params'] ?? '' },
          load: () => secrets['the refresh token'] ?? '',
          save: () => undefined,
        });
        const echo = answer(400, { message: `wrong: ${write(text)}` });
        const ends: Array<unknown> = [];
        serviceOf(() => echo)
          .client(auth)
          .list(list)
          .subscribe((end) => ends.push(end));
        expect(inspect(ends, { depth: 9 })).to.include('wrong: ');
        expect(inspect(ends, { depth: 9 }).replace(/\[redacted\]"?=*'/, "'")).to.match(
          /message: 'wrong: "?'/,
        );
      });
    }
  }

  it('hides the secret of clientCredentials, in the header and in the form', () => {
    for (const sendAs of ['basic', 'body'] as const) {
      const { transport } = endpointOf();
      const auth = clientCredentials({ ...options, clientSecret: secret, sendAs, transport });
      const ends: Array<unknown> = [];
      serviceOf(() =>
        answer(400, {
          message: `${secret}, ${sendAs === 'basic' ? btoa('reports:S3cret+key%2F%C3%A41') : ''}`,
        }),
      )
        .client(auth)
        .list(list)
        .subscribe((end) => ends.push(end));
      expect(inspect(ends, { depth: 9 })).not.to.match(/S3cret|UzNjcmV0|cmVwb3J0/);
    }
  });
});
