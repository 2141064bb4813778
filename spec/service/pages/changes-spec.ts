import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { firstValueFrom } from 'rxjs';
import { createWorld } from '../../../src/service/core/World';
import { serveChanges } from '../../../src/service/pages/serveChanges';
import { memoryService } from '../../../src/testing/index';
import { withThings } from '../support/things';

const sign = (id: number, name = `n${id}`) => ({ id, name });

/** What the service says to a request: its status, and its body. */
const asking =
  (service: ReturnType<typeof memoryService>) =>
  async (url: string, body?: object): Promise<Readonly<Record<string, unknown>>> => {
    const request = {
      url,
      headers: {},
      method: body ? 'POST' : 'GET',
      body: body && JSON.stringify(body),
    } as const;
    const response = await firstValueFrom(service.transport(request as never));
    if (E.isLeft(response)) return expect.fail('no response');
    return {
      status: response.right.status,
      ...(JSON.parse(response.right.body) as Record<string, unknown>),
    };
  };

const tokenOf = (link: unknown): string => String(link).replace(/^[^?]*/, '');

describe('the changes of the reference service', () => {
  const begin = (options: object = {}) => {
    const service = memoryService({
      objects: { user: [1, 2, 3].map((id) => sign(id)) },
      maxPageSize: 2,
      ...options,
    });
    const change = (): void => {
      service.store.update(
        'user',
        ({ id }) => id === 2,
        ({ id }) => sign(Number(id), 'new'),
      );
      service.store.delete('user', 0);
      service.store.insert('user', sign(4));
    };
    return { ask: asking(service), change, ...service };
  };

  it('come by links, the last of which asks for what changes afterwards', async () => {
    const { ask, change } = begin();
    const first = await ask('/users/delta');
    change();
    const second = await ask(`/users/delta${tokenOf(first['@odata.nextLink'])}`);
    expect([first.value, second.value]).to.deep.equal([[sign(1), sign(2)], [sign(3)]]);
    const third = await ask(`/users/delta${tokenOf(second['@odata.deltaLink'])}`);
    const fourth = await ask(`/users/delta${tokenOf(third['@odata.nextLink'])}`);
    expect([third.value, fourth.value]).to.deep.equal([
      [sign(2, 'new'), sign(4)],
      [{ id: 1, '@removed': { reason: 'deleted' } }],
    ]);
    expect((await ask(`/users/delta${tokenOf(fourth['@odata.deltaLink'])}`)).value).to.deep.equal(
      [],
    );
  });

  it('come by two tokens, with what was deleted as entries', async () => {
    const { ask, change } = begin({ maxPageSize: 100 });
    const path = '/calendar/v3/calendars/primary/users';
    const { nextSyncToken } = await ask(path);
    change();
    const { items } = await ask(`${path}?syncToken=${String(nextSyncToken)}`);
    expect(items).to.deep.equal([sign(2, 'new'), sign(4), { id: 1, status: 'cancelled' }]);
    expect((await ask(`${path}?syncToken=x`)).status).to.equal(400);
  });

  it('come by one cursor on every page, and a change on the way is refused', async () => {
    const { ask, change } = begin();
    const first = await ask('/users/sync', {});
    expect(first).to.deep.include({
      added: [sign(1), sign(2)],
      modified: [],
      removed: [],
      has_more: true,
    });
    const second = await ask('/users/sync', { cursor: first.next_cursor });
    change();
    expect(await ask('/users/sync', { cursor: first.next_cursor })).to.include({
      errorName: 'MutationDuringPagination',
    });
    const third = await ask('/users/sync', { cursor: second.next_cursor, count: 9 });
    expect(third).to.deep.include({ added: [sign(4)], modified: [sign(2, 'new')], has_more: true });
    const fourth = await ask('/users/sync', { cursor: third.next_cursor });
    expect(fourth).to.deep.include({ removed: [{ id: 1 }], has_more: false });
  });

  it('end with a 410 once their token is too old', async () => {
    const { ask } = begin({ deltaLifetime: 0, maxPageSize: 100 });
    const link = tokenOf((await ask('/users/delta'))['@odata.deltaLink']);
    expect(await ask(`/users/delta${link}`)).to.include({
      status: 410,
      errorName: 'DeltaTokenExpired',
    });
  });

  const noNumber: ReadonlyArray<unknown> = [{ toString: 1, valueOf: 1 }, [[]], {}, 'x', null, -1];
  for (const count of noNumber) {
    it(`come in pages of the usual size where count is ${JSON.stringify(count)}`, async () => {
      const { ask } = begin();
      const { status, added } = await ask('/users/sync', { count });
      expect([status, added]).to.deep.equal([200, [sign(1), sign(2)]]);
    });
  }

  it('are one list for all walks that begin with the same data, however many tokens are out', () => {
    const kept = new Set<unknown>();
    const keep = (walk: object): number => kept.add('entries' in walk && walk.entries).size;
    const { changes, ...world } = createWorld('spec', withThings(3));
    const serve = serveChanges({ write: () => ({ status: 200, headers: {}, body: '' }) });
    const request = { pageToken: undefined, conditions: E.right([]), rest: '' };
    const address = { base: '', path: '', query: new URLSearchParams() };
    const asked = { objectType: 'thing', request, address, owner: () => '', now: 0 };
    for (let walks = 0; walks < 3; walks++)
      serve({ ...world, changes: { ...changes, take: keep } }, asked);
    expect(kept.size).to.equal(1);
  });
});
