import { expect } from 'chai';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { tap } from 'rxjs';
import { type Service, startService } from '../../../src/service/index';
import { listOf, walked } from '../support/library';
import { ask, type Body, listUrl, searchUrl } from '../support/plain';
import { withThings } from '../support/things';

const portOf = ({ url }: Service): number => Number(new URL(url).port);

const connected = (service: Service): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(portOf(service), '127.0.0.1', () => {
      resolve(socket);
    });
  });

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
    socket.resume();
  });

const responseTo = (url: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { agent: new Agent({ keepAlive: true }) }, resolve).on('error', reject);
  });

const isRefused = (service: Service): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(portOf(service), '127.0.0.1');
    socket.once('error', () => resolve(true));
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
  });

/** A page of 20 MB, more than any connection holds that nobody reads from. */
const large = {
  thing: Array.from({ length: 100 }, (_, id) => ({ id, text: 'x'.repeat(200_000) })),
};

describe('close', () => {
  it('ends an idle service, and may be called again', async () => {
    const service = await startService(withThings(1));
    await Promise.all([service.close(), service.close()]);
    await service.close();
    expect(await isRefused(service)).to.equal(true);
  });

  it('waits for no connection that is idle, has said nothing, or has said half a request', async () => {
    const service = await startService(withThings(1));
    await ask(listUrl(service));
    const silent = await connected(service);
    const halfHead = await connected(service);
    const halfBody = await connected(service);
    const halfSearch = await connected(service);
    halfHead.write('GET /api HTTP/1.1\r\nhost');
    halfBody.write('POST /elsewhere HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{');
    halfSearch.write(
      `POST ${new URL(searchUrl(service)).pathname} HTTP/1.1\r\nhost: localhost\r\n` +
        `authorization: Bearer ${service.token}\r\ncontent-length: 100\r\n\r\n{`,
    );
    await pause(20);
    const begun = performance.now();
    await Promise.all([service.close(), ...[silent, halfHead, halfBody, halfSearch].map(closed)]);
    expect(performance.now() - begun).to.be.lessThan(500);
  });

  it('lets a response that waits to be sent come whole, and takes no new request meanwhile', async () => {
    const service = await startService({
      ...withThings(3),
      faults: [{ type: 'delay', ms: 1_000, every: 1 }],
    });
    const under = ask(listUrl(service));
    await pause(200);
    const closing = service.close();
    expect(await isRefused(service)).to.equal(true);
    const { status, headers, body } = await under;
    expect([status, body.data.length, headers.get('connection')]).to.deep.equal([200, 3, 'close']);
    await closing;
  });

  it('lets a response that is half sent come whole, slowly as it is read', async () => {
    const service = await startService({ objects: large });
    const response = await responseTo(listUrl(service));
    let isClosed = false;
    const closing = service.close().then(() => {
      isClosed = true;
    });
    await pause(50);
    expect(isClosed).to.equal(false);
    const { data } = JSON.parse(await text(response)) as Body;
    expect(data).to.have.lengthOf(100);
    await closing;
  });

  it('cuts off a client that never reads, when its time is up', async () => {
    const service = await startService({ objects: large, closeGrace: 300 });
    const response = await responseTo(listUrl(service));
    response.on('error', () => undefined);
    const begun = performance.now();
    await service.close();
    expect(performance.now() - begun).to.be.within(290, 5_000);
    expect(await isRefused(service)).to.equal(true);
    response.destroy();
  });

  it('cuts off a client that waits for an answer longer than it may, and one that never reads, by default too', async () => {
    const service = await startService({
      objects: large,
      faults: [{ type: 'delay', ms: 60_000, at: 2 }],
    });
    const response = await responseTo(listUrl(service));
    response.on('error', () => undefined);
    const waiting = fetch(listUrl(service)).catch(() => 'cut off');
    await pause(50);
    await service.close();
    expect(await waiting).to.equal('cut off');
    response.destroy();
  });

  it('in the middle of a walk leaves the library whole pages and a clear end', async () => {
    const service = await startService({ ...withThings(6), maxPageSize: 2 });
    let closing: Promise<void> | undefined;
    const { ids, errors } = await walked(
      listOf(service).pipe(
        tap(() => {
          closing ??= service.close();
        }),
      ),
    );
    expect(ids).to.deep.equal([1, 2]);
    expect(errors.map(({ _tag }) => _tag)).to.deep.equal(['NetworkFailure']);
    await closing;
  });

  it('does not wait for a client that has gone', async () => {
    const service = await startService({
      ...withThings(1),
      faults: [{ type: 'delay', ms: 60_000, every: 1 }],
    });
    const abort = new AbortController();
    const under = fetch(listUrl(service), { signal: abort.signal }).catch(() => 'gone');
    await pause(20);
    const closing = service.close();
    abort.abort();
    await closing;
    expect(await under).to.equal('gone');
  });
});
