import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { RequestListener } from 'node:http';
import { filter, firstValueFrom } from 'rxjs';
import { axiosTransport, createClient, resumeFrom, retryExpired, withValve } from '../../src/index';
import { spool } from '../../src/node/spool';
import { collect } from '../support/collect';
import { answer, pagesOf, scriptedTransport } from '../support/scriptedTransport';
import { leftOf } from '../support/sides';
import { withServer } from '../support/withServer';

const list = { ontologyRid: 'ri.o', objectType: 'employee' };
const pages = 30;

/** Thirty pages of two objects. The tokens that it has given expire when it is told so. */
const forgetful = () => {
  let oldest = 0;
  let newest = 0;
  const listener: RequestListener = ({ url = '' }, response) => {
    const token = new URL(url, 'http://localhost').searchParams.get('pageToken');
    const page = Number(token ?? 0);
    if (token !== null && page <= oldest) {
      response.statusCode = 400;
      response.end(JSON.stringify({ errorName: 'InvalidPageToken' }));
      return;
    }
    newest = page + 1;
    const data = [0, 1].map((index) => ({
      properties: { id: page * 2 + index },
      text: 'x'.repeat(10_000),
    }));
    response.end(
      JSON.stringify({ data, ...(page < pages - 1 && { nextPageToken: String(newest) }) }),
    );
  };
  return {
    listener,
    forget: (): void => {
      oldest = newest;
    },
  };
};

describe('law 13: a walk whose tokens expire, and a consumer that is slow', () => {
  it('with a valve alone the token expires', () => {
    const { listener, forget } = forgetful();
    return withServer(listener, async (baseURL) => {
      const client = createClient({ transport: axiosTransport({ baseURL }) });
      const walk = withValve({ highWaterMark: 0 }, (valve) =>
        client.list({ ...list, valve }).pipe(
          valve.concatMap((result, index) => {
            if (index === 0) forget();
            return [result];
          }),
        ),
      );
      const results = await collect(walk);
      expect(results.at(-1)).to.have.nested.property('left._tag', 'PageTokenExpired');
    });
  });

  for (const memory of [10_000, 4]) {
    it(`with a spool the walk reaches its end before the first object is done, and what expires then is not missed (memory: ${memory})`, () => {
      const { listener, forget } = forgetful();
      return withServer(listener, async (baseURL) => {
        const client = createClient({ transport: axiosTransport({ baseURL }) });
        const walkEnd = firstValueFrom(client.events.pipe(filter(({ type }) => type === 'end')));
        const results = await collect(
          withValve({ highWaterMark: 0 }, (valve) =>
            client.list(list).pipe(
              spool(valve, { memory }),
              valve.concatMap(async (result) => {
                await walkEnd;
                forget();
                return result;
              }),
            ),
          ),
        );
        const ids = results.map((result) =>
          E.isRight(result) ? result.right.properties.id : result.left,
        );
        expect(ids).to.deep.equal(Array.from({ length: pages * 2 }, (_, id) => id));
      });
    });

    it(`law 7: the error at the end of a spooled walk says where to go on (memory: ${memory})`, () => {
      const { listener } = forgetful();
      return withServer(
        (request, response) => {
          if (request.url?.includes('pageToken=9') === true) response.destroy();
          else listener(request, response);
        },
        async (baseURL) => {
          const client = createClient({ transport: axiosTransport({ baseURL }) });
          const results = await collect(
            withValve({ highWaterMark: 0 }, (valve) =>
              client.list(list).pipe(
                spool(valve, { memory }),
                valve.concatMap((result) => Promise.resolve(result)),
              ),
            ),
          );
          expect(results).to.have.length(19);
          expect(results.slice(0, -1).every(E.isRight)).to.equal(true);
          expect(resumeFrom(leftOf(results[18] ?? E.right(undefined)))).to.deep.equal(
            O.some({ pageToken: '9' }),
          );
        },
      );
    });
  }

  for (const [what, memory] of [
    ['in memory', 10_000],
    ['on disk', 0],
  ] as const) {
    it(`a restart is told of though the walk is spooled before it is restarted (${what})`, async () => {
      const expired = answer(400, { errorName: 'ConsistentSnapshotError' });
      const { transport } = scriptedTransport(expired, ...pagesOf([[{ properties: { id: 1 } }]]));
      const client = createClient({ transport });
      const told: Array<string> = [];
      client.events.subscribe(({ type }) => told.push(type));
      const results = await collect(
        withValve({ highWaterMark: 0 }, (valve) =>
          client
            .list(list)
            .pipe(
              spool(valve, { memory }),
              retryExpired({ key: ({ properties }) => String(properties.id) }),
            ),
        ),
      );
      expect(results).to.deep.equal([E.right({ properties: { id: 1 } })]);
      expect(told).to.deep.equal(['request', 'end', 'restart', 'request', 'page', 'end']);
    });
  }
});
