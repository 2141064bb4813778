import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { createPageTokens } from '../../../src/service/pages/pageTokens';
import {
  ask,
  idsIn,
  listPages,
  listUrl,
  searchInit,
  searchPages,
  searchUrl,
  tokenIn,
} from '../support/plain';
import type { Answer } from '../support/plain';
import { withThings } from '../support/things';
import { withService } from '../support/withService';

const fiveInPagesOfTwo = { ...withThings(5), maxPageSize: 2 };

const expectRefused = ({ status, body }: Answer, pageToken: string): void => {
  expect([status, body.errorCode, body.errorName]).to.deep.equal([
    400,
    'INVALID_ARGUMENT',
    'InvalidPageToken',
  ]);
  expect(body.parameters).to.deep.equal({ pageToken });
};

describe('page tokens (seed 2.1, rule 5)', () => {
  it('are refused after their lifetime', () =>
    withService({ ...fiveInPagesOfTwo, tokenLifetime: 30 }, async (service) => {
      const askPage = listPages(service);
      const token = tokenIn(await askPage());
      await pause(40);
      expectRefused(await askPage(token), token);
    }));

  it('are taken by a service that was started again with the same seed', async () => {
    const options = { ...fiveInPagesOfTwo, seed: 7 };
    const token = await withService(options, async (service) =>
      tokenIn(await listPages(service)()),
    );
    await withService(options, async (service) => {
      expect(idsIn(await listPages(service)(token))).to.deep.equal([3, 4]);
    });
    await withService({ ...options, seed: 8 }, async (service) => {
      expectRefused(await listPages(service)(token), token);
    });
  });

  it('are refused with another list request than the one that they came from', async () => {
    const objects = { thing: withThings(5).objects.thing, other: withThings(5).objects.thing };
    await withService({ objects, maxPageSize: 2 }, async (service) => {
      const pageToken = tokenIn(await listPages(service, { pageSize: '2' })());
      const others = [
        listUrl(service, { pageToken }),
        listUrl(service, { pageSize: '1', pageToken }),
        listUrl(service, { pageSize: '2', snapshot: 'false', pageToken }),
        listUrl(service, { pageSize: '2', snapshot: 'true', pageToken }),
        listUrl(service, { pageSize: '2', more: '', pageToken }),
        listUrl(service, { pageSize: '2', pageToken }, 'other'),
      ];
      for (const url of others) expectRefused(await ask(url), pageToken);
      expectRefused(
        await ask(searchUrl(service), searchInit(service, { query: { type: 'empty' }, pageToken })),
        pageToken,
      );
      expect((await ask(listUrl(service, { pageToken, pageSize: '2' }))).status).to.equal(200);
    });
  });

  it('are refused with another query than the one that they came from', () =>
    withService(fiveInPagesOfTwo, async (service) => {
      const pageToken = tokenIn(await searchPages(service)());
      const others: ReadonlyArray<unknown> = [
        { type: 'eq', field: 'id', value: 1 },
        { type: 'empty', field: 'id' },
        { type: 'unheard-of' },
      ];
      for (const query of others)
        expectRefused(await searchPages(service, query)(pageToken), pageToken);
    }));

  it('do not care in which order a query names its fields', async () => {
    const objects = { thing: Array.from({ length: 4 }, (_, id) => ({ id, team: 'Maps' })) };
    await withService({ objects, maxPageSize: 2 }, async (service) => {
      const pageToken = tokenIn(
        await searchPages(service, { type: 'eq', field: 'team', value: 'Maps' })(),
      );
      const answer = await searchPages(service, { value: 'Maps', field: 'team', type: 'eq' })(
        pageToken,
      );
      expect(idsIn(answer)).to.deep.equal([2, 3]);
    });
  });

  it('are refused when anything is added or missing, or was never a token', () =>
    withService(fiveInPagesOfTwo, async (service) => {
      const token = tokenIn(await listPages(service)());
      expect(token).to.match(/^[\w-]+$/);
      const others = [
        `${token}A`,
        `${token}=`,
        ` ${token}`,
        token.slice(0, -1),
        token.slice(1),
        '',
        'null',
        '€',
      ];
      for (const other of others) expectRefused(await listPages(service)(other), other);
    }));

  it('are refused in the query string of a search, and when they are no text', () =>
    withService(fiveInPagesOfTwo, async (service) => {
      const query = { type: 'empty' };
      const pageToken = tokenIn(await searchPages(service)());
      const beside = await ask(
        `${searchUrl(service)}?pageToken=${pageToken}`,
        searchInit(service, { query }),
      );
      expect(idsIn(beside)).to.deep.equal([1, 2]);
      for (const other of [null, 7, {}, [pageToken]]) {
        const { status, body } = await ask(
          searchUrl(service),
          searchInit(service, { query, pageToken: other }),
        );
        expect([status, body.errorName]).to.deep.equal([400, 'InvalidPageToken']);
      }
    }));
});

describe('createPageTokens', () => {
  const tokens = createPageTokens('a key');

  it('refuses each token that differs in one bit', () => {
    const token = tokens.issue('request', { offset: 7 }, 0);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let at = 0; at < token.length; at++) {
      for (const character of alphabet) {
        const other = token.slice(0, at) + character + token.slice(at + 1);
        if (other !== token && tokens.read('request', other, 0))
          expect.fail(`took ${other} for ${token}`);
      }
    }
  });

  it('never issues the same token twice', () => {
    const issued = Array.from({ length: 100 }, () => tokens.issue('request', { offset: 0 }, 0));
    expect(new Set(issued).size).to.equal(100);
  });
});
