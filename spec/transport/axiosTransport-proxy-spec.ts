import axios from 'axios';
import { expect } from 'chai';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { axiosTransport, type Transport } from '../../src/index';
import { exchange, get } from './support/exchange';

const names = ['http_proxy', 'https_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

/** What a proxy that the environment names sees of a request. */
const seenByProxy = async (
  transport: () => Transport,
  noProxy = '',
): Promise<ReadonlyArray<string>> => {
  const seen: Array<string> = [];
  const proxy = createServer(({ url, headers }, response) => {
    seen.push(`${url} ${headers.authorization}`);
    response.end('{}');
  });
  proxy.on('connect', ({ url, headers }, socket) => {
    seen.push(`CONNECT ${url} ${headers.authorization}`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const before = names.map((name) => [name, process.env[name]] as const);
  for (const name of names) process.env[name] = /^no_/i.test(name) ? noProxy : address;
  try {
    await exchange(transport(), get('/p?pageToken=t', { authorization: 'Bearer s3cr3t' }));
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  }
  return seen;
};

describe('a proxy that the environment names', () => {
  it('sees everything of a request over plain http', async () => {
    expect(
      await seenByProxy(() => axiosTransport({ baseURL: 'http://objects.example.com' })),
    ).to.deep.equal(['http://objects.example.com/p?pageToken=t Bearer s3cr3t']);
  });

  it('law 14: sees no more than host and port where the service speaks TLS', async () => {
    expect(
      await seenByProxy(() => axiosTransport({ baseURL: 'https://objects.example.com' })),
    ).to.deep.equal(['CONNECT objects.example.com:443 undefined']);
  });

  it('sees nothing where NO_PROXY names the host, or the instance says proxy: false', async () => {
    const baseURL = 'http://127.0.0.1:1';
    expect(await seenByProxy(() => axiosTransport({ baseURL }), '127.0.0.1')).to.deep.equal([]);
    expect(
      await seenByProxy(() => axiosTransport(axios.create({ baseURL, proxy: false }))),
    ).to.deep.equal([]);
  });
});
