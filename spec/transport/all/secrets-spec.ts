import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import type { RequestListener } from 'node:http';
import { inspect } from 'node:util';
import { bearer, createClient, explain, PageToken } from '../../../src/index';
import { collect } from '../../support/collect';
import { leftOf } from '../../support/sides';
import { withServer } from '../../support/withServer';
import { exchange, get } from '../support/exchange';
import { transports } from '../support/transports';
import { wrongBases } from '../support/wrongBases';

const secret = /s3cr3t|u53r|t0k3n/;

const request = get('/p?pageToken=t0k3n', { authorization: 'Bearer s3cr3t' });

const failing: Readonly<Record<string, RequestListener>> = {
  'a connection that breaks off': ({ socket }) => socket.destroy(),
  'a body that breaks off': ({ socket }, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{');
    setTimeout(() => socket.destroy(), 10);
  },
  'a body that is not compressed as it says': (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('s3cr3t'),
  'a page that is too large': (_, response) => response.end('s3cr3t'.repeat(1_000)),
  'a server that never answers': () => undefined,
};

/** Everything that can be seen of a value. */
const shown = (value: unknown): string =>
  `${JSON.stringify(value)}${inspect(value, { depth: 20, showHidden: true })}`;

for (const [name, { to, cannot }] of Object.entries(transports)) {
  describe(`law 14: the secrets of ${name}`, () => {
    for (const [what, answer] of Object.entries(failing)) {
      it(`are not told by ${what}, nor by what a walk makes of it`, () =>
        withServer(answer, async (url) => {
          const transport = to(url, { timeout: 100, maxResponseBytes: 1_000 });
          expect(shown(leftOf(await exchange(transport, request)))).to.not.match(secret);
          const client = createClient({ transport, auth: bearer('s3cr3t'), retry: false });
          const pageToken = E.getOrElseW(() => expect.fail())(PageToken.decode('t0k3n'));
          const [end] = await collect(
            client.list({ ontologyRid: 'o', objectType: 't', pageToken }),
          );
          const error = leftOf(end ?? E.right(undefined));
          expect(shown(error)).to.not.match(secret);
          expect(explain(error)).to.not.match(secret);
        }));
    }

    it('are not told by a connection that is refused', async () => {
      expect(shown(leftOf(await exchange(to('http://127.0.0.1:1'), request)))).to.not.match(secret);
    });

    it('are not told by a header that nobody can send', () =>
      withServer(
        (_, response) => response.end(),
        async (url) => {
          for (const value of ['Bearer s3cr3t\r\nx: y', 'Bearer s3cr3t\u{1f600}', ' s3cr3t\n']) {
            const result = await exchange(to(url), get('/p', { authorization: value }));
            if (E.isLeft(result)) expect(shown(result)).to.not.match(secret);
          }
        },
      ));

    const isTaken = (baseURL: unknown): boolean =>
      (baseURL === '/objects' && 'refuses a relative base address' in cannot) ||
      (baseURL === undefined && 'needs a base address' in cannot);

    for (const [what, baseURL] of Object.entries({
      ...wrongBases,
      'a path where there is no page': '/objects',
    })) {
      it(`are not told by a base address, which is ${isTaken(baseURL) ? 'taken' : 'refused at once'}: ${what}`, () => {
        if (isTaken(baseURL)) return void to(baseURL);
        expect(() => to(baseURL))
          .to.throw(TypeError, /^baseURL must/)
          .that.satisfies((error: Error) => !secret.test(shown(error)));
      });
    }
  });
}
