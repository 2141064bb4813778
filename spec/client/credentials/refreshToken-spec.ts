import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { EMPTY, of, Subject, throwError } from 'rxjs';
import { explain, refreshToken } from '../../../src/index';
import { collect } from '../../support/collect';
import { answer, ok } from '../../support/scriptedTransport';
import { type Answer, endpointOf, list, options, page, serviceOf } from './support/oauth';

/** A store of one refresh token, r0 first; what is loaded, asked for and saved, in its order. */
const storeOf = (
  given?: (count: number) => Answer | Subject<Answer> | undefined,
  save: (token: string) => ReturnType<Parameters<typeof refreshToken>[0]['save']> = () => undefined,
) => {
  const log: Array<string> = [];
  let kept = 'r0';
  const { requests, transport } = endpointOf((count) => {
    log.push(`ask ${new URLSearchParams(requests[count - 1]?.body).get('refresh_token') ?? ''}`);
    return (
      given?.(count) ??
      ok({ access_token: `t${count}`, refresh_token: `r${count}`, expires_in: 100 })
    );
  });
  const auth = refreshToken({
    ...options,
    transport,
    load: () => {
      log.push(`load ${kept}`);
      return kept;
    },
    save: (token) => {
      log.push(`save ${token}`);
      const saving = save(token);
      if (saving === undefined) kept = token;
      return saving;
    },
  });
  return { auth, log, requests };
};

const endOf = async (
  client: ReturnType<ReturnType<typeof serviceOf>['client']>,
): Promise<string> => {
  const [end] = await collect(client.list(list));
  return end !== undefined && E.isLeft(end) ? explain(end.left) : 'complete';
};

describe('law 46: refreshToken', () => {
  it('loads the refresh token for every renewal, and saves another one before the access token is used', () => {
    const saving = new Subject<never>();
    const { auth, log, requests } = storeOf(undefined, () => saving);
    const service = serviceOf();
    service.client(auth).list(list).subscribe();
    expect([log, service.tokens()]).to.deep.equal([['load r0', 'ask r0', 'save r1'], []]);
    expect(requests[0]).to.have.property(
      'body',
      'grant_type=refresh_token&client_id=reports&refresh_token=r0',
    );
    saving.complete();
    expect(service.tokens()).to.deep.equal(['t1']);
  });

  it('of a service that refuses the access token, with what was saved last', async () => {
    const { auth, log } = storeOf();
    const service = serviceOf((token) => (token === 't1' ? answer(401, {}) : page));
    await collect(service.client(auth).list(list));
    expect(log).to.deep.equal(['load r0', 'ask r0', 'save r1', 'load r1', 'ask r1', 'save r2']);
    expect(service.tokens()).to.deep.equal(['t1', 't2']);
  });

  it('saves nothing where the response has no refresh token, or the same', async () => {
    for (const refresh_token of [undefined, 'r0', '']) {
      const { auth, log } = storeOf(() => ok({ access_token: 't', refresh_token }));
      await collect(serviceOf().client(auth).list(list));
      expect(log).to.deep.equal(['load r0', 'ask r0']);
    }
  });

  it('what could not be saved is saved first the next time, and the old one is not spent again', async () => {
    let isDown = true;
    const { auth, log } = storeOf(undefined, () =>
      isDown ? throwError(() => new Error('no room for r1xyz')) : undefined,
    );
    const service = serviceOf();
    const client = service.client(auth);
    const failed = 'Unauthorized: the credential source failed: no room for …';
    expect([await endOf(client), await endOf(client)]).to.deep.equal([failed, failed]);
    expect([log, service.tokens()]).to.deep.equal([
      ['load r0', 'ask r0', 'save r1', 'load r0', 'save r1'],
      [],
    ]);
    isDown = false;
    expect(await endOf(client)).to.equal('complete');
    expect(log.slice(5)).to.deep.equal(['load r0', 'save r1', 'ask r1', 'save r2']);
    expect(service.tokens()).to.deep.equal(['t2']);
  });

  it('a renewal is not aborted when its walks leave: what comes is saved, and the next walk uses it', () => {
    const coming = new Subject<Answer>();
    const { auth, log } = storeOf(() => coming);
    const service = serviceOf();
    const client = service.client(auth);
    client.list(list).subscribe().unsubscribe();
    coming.next(ok({ access_token: 't1', refresh_token: 'r1' }));
    client.list(list).subscribe();
    expect([log, service.tokens()]).to.deep.equal([['load r0', 'ask r0', 'save r1'], ['t1']]);
  });

  it('says why there is no refresh token, or no access token, and shows neither', async () => {
    const { auth } = storeOf(() =>
      answer(400, { error: 'invalid_grant', error_description: 'r0 was used, r0' }),
    );
    const words =
      'Unauthorized: the token endpoint gave no token: 400 invalid_grant: [redacted] was used, [redacted]';
    expect(await endOf(serviceOf().client(auth))).to.equal(words);
    const save = (): undefined => undefined;
    for (const load of [
      () => '',
      () => EMPTY,
      () => of(7 as unknown as string),
      () => Promise.resolve(''),
    ]) {
      const silent = refreshToken({ ...options, load, save });
      const failed = 'Unauthorized: the credential source failed: load gave no refresh token';
      expect(await endOf(serviceOf().client(silent))).to.equal(failed);
    }
    expect(() => refreshToken({ ...options, save } as never)).to.throw(
      TypeError,
      /load must be a function/,
    );
    expect(() => refreshToken({ ...options, load: () => 'r', save, clientSecret: '' })).to.throw(
      TypeError,
      /clientSecret/,
    );
  });
});
