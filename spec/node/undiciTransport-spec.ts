import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  Agent,
  EnvHttpProxyAgent,
  getGlobalDispatcher,
  interceptors,
  MockAgent,
  Pool,
  ProxyAgent,
  setGlobalDispatcher,
} from 'undici';
import { undiciTransport } from '../../src/node/undiciTransport';
import { leftOf, rightOf } from '../support/sides';
import { withServer } from '../support/withServer';
import { root } from '../textFiles';
import { exchange, get } from '../transport/support/exchange';

/** A proxy, and what it was asked. */
const withProxy = async <R>(
  use: (url: string, asked: ReadonlyArray<string>) => Promise<R>,
): Promise<R> => {
  const asked: Array<string> = [];
  const proxy = createServer(({ url, headers }, response) => {
    asked.push(`${url} ${headers.authorization}`);
    response.end('by proxy');
  });
  proxy.on('connect', ({ url = '', headers }, socket) => {
    asked.push(`CONNECT ${url} ${headers.authorization}`);
    const [host, port] = url.split(':');
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    socket.on('error', () => target.destroy());
    target.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
};

describe("undiciTransport over the user's dispatcher", () => {
  const dispatchers: Readonly<Record<string, (url: string) => Agent | Pool | EnvHttpProxyAgent>> = {
    'an Agent': () => new Agent(),
    'a Pool': (url) => new Pool(url),
    'an EnvHttpProxyAgent': () => new EnvHttpProxyAgent({ httpProxy: '', httpsProxy: '' }),
  };

  for (const [what, make] of Object.entries(dispatchers)) {
    it(`sends by ${what}, and does not close it`, () =>
      withServer(
        (_, response) => response.end('fine'),
        async (baseURL) => {
          const dispatcher = make(baseURL);
          const transport = undiciTransport({ baseURL, dispatcher });
          expect(rightOf(await exchange(transport, get('/p'))).body).to.equal('fine');
          transport(get('/p')).subscribe().unsubscribe();
          expect(rightOf(await exchange(transport, get('/p'))).body).to.equal('fine');
          await dispatcher.close();
          expect(leftOf(await exchange(transport, get('/p'))))
            .to.have.property('code')
            .that.matches(/^UND_ERR_(CLOSED|DESTROYED)$/);
        },
      ));
  }

  it('sends by a ProxyAgent, which sees no more than it has to', () =>
    withServer(
      (_, response) => response.end('fine'),
      (baseURL) =>
        withProxy(async (uri, asked) => {
          const dispatcher = new ProxyAgent({ uri, proxyTunnel: true });
          const transport = undiciTransport({ baseURL, dispatcher });
          const response = await exchange(
            transport,
            get('/p?pageToken=t', { authorization: 'Bearer s3cr3t' }),
          );
          expect(rightOf(response).body).to.equal('fine');
          expect(asked).to.deep.equal([`CONNECT ${new URL(baseURL).host} undefined`]);
          await dispatcher.destroy();
        }),
    ));

  it('keeps to one connection where the Agent has no more', async () => {
    const connections = new Set<unknown>();
    await withServer(
      ({ socket }, response) => {
        connections.add(socket);
        response.end('fine');
      },
      async (baseURL) => {
        const transport = undiciTransport({ baseURL, dispatcher: new Agent({ connections: 1 }) });
        for (let turn = 1; turn <= 4; turn += 1) rightOf(await exchange(transport, get('/p')));
      },
    );
    expect(connections.size).to.equal(1);
  });

  it('takes what its interceptors have decompressed', async () => {
    // undici says that it is experimental, which is nothing that a reader of the specs has to know.
    const emitWarning = process.emitWarning.bind(process);
    process.emitWarning = () => undefined;
    const decompress = interceptors.decompress();
    process.emitWarning = emitWarning;
    const dispatcher = new Agent().compose(decompress);
    await withServer(
      (_, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"data":[]}')),
      async (baseURL) => {
        const { body } = rightOf(
          await exchange(undiciTransport({ baseURL, dispatcher }), get('/p')),
        );
        expect(body).to.equal('{"data":[]}');
      },
    );
  });

  it('is a value, and permanent, where it is of another kind', async () => {
    const dispatcher = {
      dispatch: () => {
        throw Object.assign(new Error('invalid onConnect method'), { code: 'UND_ERR_INVALID_ARG' });
      },
    };
    expect(
      await exchange(undiciTransport({ baseURL: 'http://127.0.0.1', dispatcher }), get('/p')),
    ).to.deep.equal(
      E.left({
        _tag: 'NetworkFailure',
        reason: 'invalid onConnect method',
        code: 'UND_ERR_INVALID_ARG',
        permanent: true,
      }),
    );
  });

  it('is a value, and permanent, where a header cannot be sent', async () => {
    const result = await exchange(
      undiciTransport({ baseURL: 'http://127.0.0.1:1' }),
      get('/p', { 'x-a': 'a\nb' }),
    );
    expect(leftOf(result)).to.include({ _tag: 'NetworkFailure', permanent: true });
  });
});

describe('the versions of undici', () => {
  const versionIn = (text: string): string =>
    (JSON.parse(text) as { readonly version: string }).version;
  const versionOf = (name: string): string =>
    versionIn(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));

  it('are those that are tested: from the oldest of its major version to a recent one of the same', () => {
    const { peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly peerDependencies: Readonly<Record<string, string>>;
    };
    expect(peerDependencies.undici).to.equal(`^${versionOf('undici-oldest')}`);
    expect(versionOf('undici-oldest')).to.equal('7.0.0');
    expect(versionOf('undici')).to.match(/^7\.\d+\.\d+$/);
  });
});

describe('undiciTransport without a dispatcher', () => {
  const before = getGlobalDispatcher();

  afterEach(() => setGlobalDispatcher(before));

  it('sends by the global one, as it is when a request is sent', async () => {
    const transport = undiciTransport({ baseURL: 'http://objects.example.com/base' });
    const mock = new MockAgent();
    mock.disableNetConnect();
    mock.get('http://objects.example.com').intercept({ path: '/base/p?a=1' }).reply(200, 'mocked');
    setGlobalDispatcher(mock);
    expect(rightOf(await exchange(transport, get('/p?a=1'))).body).to.equal('mocked');
    await mock.close();
  });

  it("sends by an agent of its own where the global one is that of Node's fetch", async () => {
    setGlobalDispatcher({ dispatch: () => expect.fail() } as never);
    await withServer(
      (_, response) => response.end('fine'),
      async (baseURL) => {
        expect(rightOf(await exchange(undiciTransport({ baseURL }), get('/p'))).body).to.equal(
          'fine',
        );
      },
    );
  });
});
