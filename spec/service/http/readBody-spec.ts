import { expect } from 'chai';
import { connect } from 'node:net';
import type { Service } from '../../../src/service/index';
import { ask, searchInit, searchUrl } from '../support/plain';
import { withThings } from '../support/things';
import { withService } from '../support/withService';

const bodyOf = (bytes: number): string => {
  const frame = '{"query":{"type":"empty"},"more":""}';
  return `${frame.slice(0, -2)}${'x'.repeat(bytes - frame.length)}"}`;
};

const headOf = (service: Service, length: string): string =>
  [
    `POST ${searchUrl(service).slice(service.url.length)} HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${service.token}`,
    `${length}\r\n\r\n`,
  ].join('\r\n');

/** Writes to a socket what it is told and then whatever `more` gives, until the service closes the connection. */
const talk = (
  service: Service,
  first: string,
  more: () => string,
): Promise<{ text: string; written: number }> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    let text = '';
    const pump = (): void => {
      while (socket.writable && socket.write(more()));
    };
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.on('drain', pump);
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ text, written: socket.bytesWritten }));
    socket.write(first);
    if (more() !== '') pump();
  });

describe('the body of a request', () => {
  it('is refused with 413 with one byte more, and the connection can be used again', () =>
    withService({ ...withThings(1), maxBodyBytes: 100 }, async (service) => {
      const { status, body } = await ask(searchUrl(service), {
        ...searchInit(service, {}),
        body: bodyOf(101),
      });
      expect([status, body.errorCode, body.errorName, body.parameters]).to.deep.equal([
        413,
        'REQUEST_ENTITY_TOO_LARGE',
        'RequestBodyTooLarge',
        { maxBytes: 100 },
      ]);
      expect(
        (await ask(searchUrl(service), searchInit(service, { query: { type: 'empty' } }))).status,
      ).to.equal(200);
    }));

  it('is limited to 1 MiB by default', () =>
    withService(withThings(1), async (service) => {
      const size = 1024 * 1024;
      const statuses = [size, size + 1, 10 * size].map(async (bytes) => {
        const { status } = await ask(searchUrl(service), {
          ...searchInit(service, {}),
          body: bodyOf(bytes),
        });
        return status;
      });
      expect(await Promise.all(statuses)).to.deep.equal([200, 413, 413]);
    }));

  it('is refused by the length that it announces, before any of it has come', () =>
    withService({ ...withThings(1), maxBodyBytes: 100 }, async (service) => {
      const answered = talk(service, headOf(service, 'content-length: 101'), () => '');
      expect((await answered).text).to.match(/^HTTP\/1\.1 413 /);
    }));

  it('is cut off when it never ends, after the answer', () =>
    withService({ ...withThings(1), maxBodyBytes: 100 }, async (service) => {
      const chunk = `400\r\n${'x'.repeat(1024)}\r\n`;
      const { text } = await talk(
        service,
        headOf(service, 'transfer-encoding: chunked'),
        () => chunk,
      );
      expect(text).to.match(/^HTTP\/1\.1 413 /);
    }));

  it('that breaks off harms nobody', () =>
    withService(withThings(1), async (service) => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      socket.write(`${headOf(service, 'content-length: 100')}{"query"`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      socket.destroy();
      expect(
        (await ask(searchUrl(service), searchInit(service, { query: { type: 'empty' } }))).status,
      ).to.equal(200);
    }));
});
