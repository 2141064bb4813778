import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { gzipSync } from 'node:zlib';
import { bearer, createClient } from '../../src/index';
import { collect } from '../support/collect';
import { withServer } from '../support/withServer';
import { transports } from '../transport/support/transports';

const bodies: Readonly<
  Record<string, readonly [body: string | Buffer, headers: Record<string, string>]>
> = {
  plain: ['a'.repeat(1_000_000), {}],
  'what is not UTF-8': [Buffer.alloc(1_000_000, 0xff), {}],
  gzip: [gzipSync(Buffer.alloc(100_000_000, 'a'), { level: 1 }), { 'content-encoding': 'gzip' }],
};

/**
 * The longest time for which something kept the event loop from its next turn, in milliseconds of the processor: a busy machine
 * stops it too.
 */
const longestStop = async (run: () => Promise<unknown>): Promise<number> => {
  let longest = 0;
  let last = process.cpuUsage();
  let isOver = false;
  const turn = (): void => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    longest = Math.max(longest, (user + system) / 1_000);
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await run();
  isOver = true;
  turn();
  return longest;
};

describe('law 22: an error response, whatever its size', () => {
  for (const [name, { to }] of Object.entries(transports)) {
    for (const [what, [body, headers]] of Object.entries(bodies)) {
      it(`is repeated, or renews a credential, by its status, and does not stop the event loop: ${what} (${name})`, async () => {
        const statuses = [503, 401, 503, 401];
        let requests = 0;
        const asked: Array<string | undefined> = [];
        await withServer(
          (_, response) => response.writeHead(statuses[requests++] ?? 400, headers).end(body),
          async (url) => {
            const auth = bearer((stale) => Promise.resolve(`token-${asked.push(stale)}`));
            const client = createClient({
              transport: to(url),
              auth,
              retry: { attempts: 3, baseDelay: 1 },
            });
            const walk = () => collect(client.list({ ontologyRid: 'o', objectType: 't' }));
            const [error] = await walk();
            expect(error && E.isLeft(error) && error.left).to.include({
              _tag: 'HttpFailure',
              status: 400,
            });
            expect([requests, asked]).to.deep.equal([5, [undefined, 'token-1', 'token-2']]);
            const stops: Array<number> = [];
            // A machine that is busy stops it too, but not three times in a row.
            while (stops.length < 3 && !stops.some((ms) => ms < 100))
              stops.push(await longestStop(walk));
            expect(Math.min(...stops)).to.be.below(100);
          },
        );
      });
    }
  }
});
