import { expect } from 'chai';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Service } from '../../../src/service/index';
import { listUrl } from '../support/plain';
import { withThings } from '../support/things';
import { withService } from '../support/withService';

/** Says the lines of a request's head, and hears the whole answer. */
const say = async ({ url }: Service, lines: ReadonlyArray<string>): Promise<string> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write([...lines, 'connection: close', '', ''].join('\r\n'));
  return text(socket);
};

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

const pathOf = (service: Service): string => new URL(listUrl(service)).pathname;

const statusFor = (host: string): Promise<number> =>
  withService(withThings(1), async (service) => {
    const { port } = new URL(service.url);
    const written = `host: ${host.replace('PORT', port)}`;
    return statusOf(await say(service, [`GET ${pathOf(service)} HTTP/1.1`, written]));
  });

describe('the host of a request', () => {
  for (const host of [
    '127.0.0.1:PORT',
    'localhost:PORT',
    'LocalHost:PORT',
    '[::1]:PORT',
    'localhost:80',
  ]) {
    it(`may be ${host}`, async () => {
      expect(await statusFor(host)).to.equal(200);
    });
  }

  const foreign = [
    'evil.example:PORT',
    'localhost.evil.example:PORT',
    '127.0.0.1.evil.example:PORT',
    'evil.example@127.0.0.1:PORT',
    '127.0.0.1:PORT@evil.example',
    '10.0.0.1:PORT',
    '127.0.0.1, evil.example',
    '',
  ];
  for (const host of foreign) {
    it(`may not be '${host}', whose name somebody else could make lead here`, async () => {
      expect(await statusFor(host)).to.equal(421);
    });
  }

  it('is refused by an error that says what it may be, and shows no object and no header for other origins', () =>
    withService({ ...withThings(1), cors: ['*'] }, async (service) => {
      const head = ['GET /elsewhere HTTP/1.1', 'host: evil.example', 'origin: http://evil.example'];
      const answer = await say(service, head);
      const { errorInstanceId, ...said } = JSON.parse(answer.slice(answer.indexOf('{'))) as Record<
        string,
        unknown
      >;
      expect(errorInstanceId).to.be.a('string');
      expect(said).to.deep.equal({
        errorCode: 'MISDIRECTED_REQUEST',
        errorName: 'ForeignHost',
        parameters: { host: 'evil.example', expected: 'localhost, 127.0.0.1 or [::1]' },
      });
      expect(answer).to.not.match(/access-control/i);
      expect(statusOf(await say(service, ['OPTIONS / HTTP/1.1', 'host: evil.example']))).to.equal(
        421,
      );
    }));

  it('in a target that is a whole address counts for more than the header', () =>
    withService(withThings(1), async (service) => {
      const foreignTarget = `GET http://evil.example${pathOf(service)} HTTP/1.1`;
      const ownTarget = `GET http://localhost${pathOf(service)} HTTP/1.1`;
      expect(statusOf(await say(service, [foreignTarget, 'host: localhost']))).to.equal(421);
      expect(statusOf(await say(service, [ownTarget, 'host: localhost']))).to.equal(200);
    }));

  it('may be missing from a request of HTTP/1.0, which no browser sends, and from no other', () =>
    withService(withThings(1), async (service) => {
      expect(statusOf(await say(service, [`GET ${pathOf(service)} HTTP/1.0`]))).to.equal(200);
      expect(
        statusOf(await say(service, [`GET ${pathOf(service)} HTTP/1.0`, 'host: evil.example'])),
      ).to.equal(421);
      expect(statusOf(await say(service, [`GET ${pathOf(service)} HTTP/1.1`]))).to.equal(400);
    }));
});
