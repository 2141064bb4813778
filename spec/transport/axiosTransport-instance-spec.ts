import axios, {
  type AxiosAdapter,
  AxiosError,
  type AxiosInstance,
  type AxiosResponse,
  type CreateAxiosDefaults,
} from 'axios';
import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { firstValueFrom, Subject } from 'rxjs';
import {
  axiosTransport,
  type HttpRequest,
  type HttpResponse,
  type TransportFailure,
} from '../../src/index';
import { leftOf, rightOf } from '../support/sides';
import { withServer } from '../support/withServer';
import { exchange, get, post } from './support/exchange';

type Exchanged = E.Either<TransportFailure, HttpResponse>;

/** A server that says what headers it got, with a status that may be asked for. */
const echoing = (
  config: CreateAxiosDefaults,
  use: (instance: AxiosInstance) => Promise<Exchanged>,
): Promise<Exchanged> =>
  withServer(
    (request, response) => {
      response.writeHead(Number(/\d{3}$/.exec(request.url ?? '')?.[0] ?? 200), {
        'content-type': 'application/json',
      });
      response.end(JSON.stringify(request.headers));
    },
    (baseURL) => use(axios.create({ ...config, baseURL })),
  );

const sentHeaders = async (
  config: CreateAxiosDefaults,
  request: HttpRequest,
): Promise<IncomingHttpHeaders> => {
  const result = await echoing(config, (instance) => exchange(axiosTransport(instance), request));
  return JSON.parse(rightOf(result).body) as IncomingHttpHeaders;
};

const networkFailure = (result: Exchanged): string => {
  const failure = leftOf(result);
  expect(failure).to.have.property('_tag', 'NetworkFailure');
  return failure._tag === 'NetworkFailure' ? failure.reason : '';
};

/** An adapter that answers with this. */
const adapting =
  (data: unknown, status = 200): AxiosAdapter =>
  (config) =>
    Promise.resolve({
      status,
      statusText: '',
      headers: {},
      config,
      data,
    } as unknown as AxiosResponse);

describe("axiosTransport over the user's instance", () => {
  it('uses an adapter that is set later, as tests set one', async () => {
    const instance = axios.create({ baseURL: 'http://127.0.0.1:1' });
    const transport = axiosTransport(instance);
    instance.defaults.adapter = adapting('{"data":[]}');
    expect(rightOf(await exchange(transport, get('/x')))).to.have.property('body', '{"data":[]}');
  });

  it('keeps its default headers, and lets those of the request go first', async () => {
    const headers = { 'x-tenant': 'acme', Accept: 'text/plain', common: { 'x-common': 'c' } };
    expect(await sentHeaders({ headers }, get('/p', { accept: 'application/json' }))).to.include({
      'x-tenant': 'acme',
      'x-common': 'c',
      accept: 'application/json',
    });
  });

  it('keeps its fetchOptions, such as a dispatcher for a proxy, but for redirects', async () => {
    const asked: Array<RequestInit | undefined> = [];
    const instance = axios.create({
      baseURL: 'http://127.0.0.1:1',
      adapter: 'fetch',
      fetchOptions: { dispatcher: 'a proxy', redirect: 'follow' },
      env: {
        fetch: (_: unknown, init?: RequestInit) => {
          asked.push(init);
          return Promise.resolve(new Response('{"data":[]}'));
        },
        Request: undefined,
      },
    } as object as CreateAxiosDefaults);
    rightOf(await exchange(axiosTransport(instance), get('/x')));
    expect(asked).to.have.length(1);
    expect(asked[0]).to.include({ dispatcher: 'a proxy', redirect: 'manual' });
  });

  it('leaves its defaults as they are', () =>
    echoing({ timeout: 5_000, maxRedirects: 3 }, async (instance) => {
      const before = { ...instance.defaults, headers: JSON.stringify(instance.defaults.headers) };
      const result = await exchange(
        axiosTransport(instance, { timeout: 7_000 }),
        get('/p', { 'x-one': '1' }),
      );
      expect({
        ...instance.defaults,
        headers: JSON.stringify(instance.defaults.headers),
      }).to.deep.equal(before);
      return result;
    }));

  it('runs its request and response interceptors, in their order', async () => {
    const ran: Array<string> = [];
    const result = await echoing({}, (instance) => {
      instance.interceptors.request.use((config) => {
        ran.push('request');
        config.headers.set('x-signed', 'yes');
        return config;
      });
      instance.interceptors.response.use((response) => {
        ran.push(`response ${response.status}`);
        return { ...response, headers: { 'x-seen': 'yes' } };
      });
      return exchange(axiosTransport(instance), get('/p'));
    });
    expect(ran).to.deep.equal(['request', 'response 200']);
    expect(rightOf(result).headers['x-seen']).to.equal('yes');
    expect(rightOf(result).body).to.include('"x-signed":"yes"');
  });

  it('hands them texts, of pages and of errors, and the config as it was asked for', async () => {
    const seen: Array<unknown> = [];
    await echoing({}, async (instance) => {
      instance.interceptors.response.use(
        ({ data, config }) => {
          seen.push(typeof data, config.responseType);
          throw new Error('seen');
        },
        (error: AxiosError) => {
          seen.push(
            typeof error.response?.data,
            error.code,
            error.config?.responseType,
            error.config?.signal?.aborted,
          );
          throw error;
        },
      );
      await exchange(axiosTransport(instance), get('/p'));
      return exchange(axiosTransport(instance), get('/404'));
    });
    expect(seen).to.deep.equal(['string', 'text', 'string', 'ERR_BAD_REQUEST', 'text', false]);
  });

  describe('makes a value of whatever goes wrong in it', () => {
    const throwing = (thrown: unknown) => () => {
      throw thrown as Error;
    };
    const rejecting = (response: unknown) => throwing({ message: 'mine', response });

    const wrong: ReadonlyArray<
      readonly [
        where: 'request' | 'response' | 'adapter',
        how: string,
        act: (given: never) => unknown,
        result: unknown,
      ]
    > = [
      ['request', 'throws', throwing(new Error('no token today')), /no token today/],
      [
        'request',
        'rejects',
        () => Promise.reject(new AxiosError('not signed', 'ESIGN')),
        /not signed/,
      ],
      ['response', 'throws', throwing(new Error('not my response')), /not my response/],
      ['response', 'throws nothing', throwing(undefined), /no response came/],
      ['response', 'throws what has no words', throwing(Object.create(null)), /no response came/],
      [
        'response',
        'hands on the data alone',
        ({ data }: AxiosResponse) => data as unknown,
        /^(?!.*redirect)/,
      ],
      ['response', 'hands on nothing', () => undefined, /^no response came$/],
      ['response', 'hands on null', () => null, /^no response came$/],
      ['response', 'hands on a status alone', ({ status }: AxiosResponse) => ({ status }), /./],
      [
        'response',
        'rejects without headers',
        rejecting({ status: 503, data: 'busy' }),
        { status: 503, body: 'busy' },
      ],
      ['response', 'rejects without data', rejecting({ status: 503 }), /^mine$/],
      ['response', 'rejects with null', rejecting(null), /^mine$/],
      [
        'response',
        'rejects with what JSON cannot write',
        rejecting({ status: 500, data: { n: 1n } }),
        /BigInt/,
      ],
      ['adapter', 'throws', throwing(new Error('no adapter')), /no adapter/],
      ['adapter', 'throws nothing', throwing(undefined), /./],
    ];
    for (const [where, how, act, expected] of wrong) {
      it(`the ${where} of an instance ${how}`, async () => {
        const result = await echoing({}, (instance) => {
          if (where === 'adapter') instance.defaults.adapter = act as AxiosAdapter;
          else instance.interceptors[where].use(act as never);
          return exchange(axiosTransport(instance), get('/p'));
        });
        if (expected instanceof RegExp) expect(networkFailure(result)).to.match(expected);
        else expect(rightOf(result)).to.deep.include(expected);
      });
    }
  });

  const validations: ReadonlyArray<
    readonly [what: string, validateStatus: ((status: number) => boolean) | null]
  > = [
    ['everything', () => true],
    ['nothing', () => false],
    ['everything by null', null],
    ['404 alone', (status) => status === 404],
  ];

  for (const [what, validateStatus] of validations) {
    it(`takes every status as a response though its validateStatus takes ${what}`, async () => {
      for (const status of [200, 404, 500]) {
        const result = await echoing({ validateStatus }, (instance) =>
          exchange(axiosTransport(instance), get(`/${status}`)),
        );
        expect(rightOf(result).status).to.equal(status);
      }
    });
  }

  for (const responseType of ['json', 'arraybuffer', 'stream', 'blob'] as const) {
    it(`hands texts through though the instance would transform them and read them as ${responseType}`, async () => {
      const config: CreateAxiosDefaults = {
        responseType,
        transformResponse: () => 'replaced',
        transformRequest: () => 'replaced',
      };
      const result = await withServer(
        (request, response) => request.pipe(response),
        (baseURL) =>
          exchange(
            axiosTransport(axios.create({ ...config, baseURL })),
            post('/p', '{"a": 9007199254740993}'),
          ),
      );
      expect(rightOf(result).body).to.equal('{"a": 9007199254740993}');
    });
  }

  it('lets no timeout of the instance cut short what the transport was granted', async () => {
    const result = await withServer(
      (_, response) => setTimeout(() => response.end('fine'), 40),
      (baseURL) =>
        exchange(
          axiosTransport(axios.create({ baseURL, timeout: 10 }), { timeout: 1_000 }),
          get('/p'),
        ),
    );
    expect(rightOf(result).body).to.equal('fine');
  });

  describe('its adapter', () => {
    /** The adapter that has sent a request: only that of Node has an agent. */
    const senderOf = async (adapter: CreateAxiosDefaults['adapter']): Promise<string> => {
      const headers = await sentHeaders({ ...(adapter && { adapter }) }, get('/p'));
      return headers['sec-fetch-mode'] === 'cors' ? 'fetch' : 'http';
    };

    for (const [adapter, expected] of [
      [undefined, 'http'],
      ['http', 'http'],
      ['fetch', 'fetch'],
      [['fetch', 'http'], 'fetch'],
      [['xhr', 'fetch'], 'fetch'],
      [['xhr', 'http', 'fetch'], 'http'],
    ] as const) {
      it(`is used by its name: ${JSON.stringify(adapter)} sends by ${expected}`, async () => {
        expect(await senderOf(adapter as CreateAxiosDefaults['adapter'])).to.equal(expected);
      });
    }

    it('is refused, not replaced, where it is xhr: that one follows redirects', async () => {
      const result = await echoing({ adapter: 'xhr' }, (instance) =>
        exchange(axiosTransport(instance), get('/p')),
      );
      expect(networkFailure(result)).to.match(/xhr follows redirects/);
      expect(leftOf(result)).to.have.property('permanent', true);
    });
  });

  it('law 14: refuses a base address of an interceptor in which a parser finds a password', async () => {
    for (const baseURL of ['http://u53r:s3cr3t@127.0.0.1', 'http:///u53r:s3cr3t@127.0.0.1']) {
      const instance = axios.create();
      instance.interceptors.request.use((config) => ({ ...config, baseURL }));
      const reason = networkFailure(await exchange(axiosTransport(instance), get('/p')));
      expect(reason).to.match(/^baseURL must not have a user or a password/);
      expect(reason).to.not.match(/s3cr3t|u53r/);
    }
  });

  it('law 27: reads the body and tells the address though interceptors drop the signal and the config', async () => {
    const result = await echoing({}, (instance) => {
      instance.interceptors.request.use((config) => ({ ...config, signal: undefined }) as never);
      instance.interceptors.response.use(
        (response) => ({ status: response.status, data: response.data as unknown }) as never,
      );
      return exchange(axiosTransport(instance), get('/p'));
    });
    expect(rightOf(result).url).to.match(/^http:.*\/p$/);
  });

  it('law 27: tells the address that an interceptor gave', () =>
    withServer(
      (_, response) => response.end('{}'),
      async (url) => {
        const instance = axios.create();
        instance.interceptors.request.use((config) => ({ ...config, baseURL: `${url}/given` }));
        const response = rightOf(await exchange(axiosTransport(instance), get('/p?a=1')));
        expect(response.url).to.equal(`${url}/given/p?a=1`);
      },
    ));

  const text = '{"data":["é☃😀"]}';
  const bytes = Buffer.from(text);
  const chunksOf = function* <T>(whole: {
    readonly length: number;
    slice(from: number, to: number): T;
  }) {
    for (let at = 0; at < whole.length; at += 3) yield whole.slice(at, at + 3);
  };
  const webStream = (chunks: Iterable<unknown>): unknown =>
    new ReadableStream({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
  /** What an adapter may give for one and the same body, each time a new one. */
  const given: Readonly<Record<string, () => unknown>> = {
    'a string': () => text,
    'a stream of strings': () => Readable.from(chunksOf(text)),
    'a stream of one string': () => Readable.from([text]),
    'a stream of Buffers': () => Readable.from(chunksOf(bytes)),
    'a stream of Uint8Arrays': () => Readable.from(chunksOf(new Uint8Array(bytes))),
    'a stream of ArrayBuffers': () =>
      Readable.from([...chunksOf(bytes)].map((chunk) => new Uint8Array(chunk).buffer)),
    'a web stream of bytes': () => webStream(chunksOf(bytes)),
    'a web stream of strings': () => webStream(chunksOf(text)),
    'a Buffer': () => bytes,
    'a Uint8Array': () => new Uint8Array(bytes),
    'a DataView': () => new DataView(new Uint8Array(bytes).buffer),
    'an ArrayBuffer': () => new Uint8Array(bytes).buffer,
    'a Blob': () => new Blob([text]),
    'parsed JSON': () => JSON.parse(text) as unknown,
  };
  const asked = (data: unknown, status?: number, maxResponseBytes = 1_000) =>
    exchange(
      axiosTransport(axios.create({ adapter: adapting(data, status) }), { maxResponseBytes }),
      get('/p'),
    );

  const intercepted = (data: unknown, status?: number, maxResponseBytes = 1_000) => {
    const instance = axios.create({ adapter: adapting('', status) });
    const replaced = (response: AxiosResponse) => ({ ...response, data });
    instance.interceptors.response.use(replaced, (error: { response: AxiosResponse }) => {
      throw Object.assign(new Error(), { response: replaced(error.response) });
    });
    return exchange(axiosTransport(instance, { maxResponseBytes }), get('/p'));
  };

  for (const [what, body] of Object.entries(given)) {
    for (const [giver, read] of Object.entries({
      'its own adapter': asked,
      'an interceptor': intercepted,
    })) {
      it(`reads ${what} that ${giver} gives, up to the limit`, async () => {
        for (const status of [200, 400])
          expect(rightOf(await read(body(), status)).body).to.equal(text);
        if (what === 'parsed JSON' || (what === 'a string' && read === intercepted)) return;
        expect(await read(body(), 200, 5)).to.deep.equal(
          E.left({ _tag: 'ResponseTooLarge', limit: 5 }),
        );
        if (read === asked) expect(rightOf(await read(body(), 400, 5)).body).to.equal('{"dat');
      });
    }
  }

  it('refuses bytes of its own adapter that are not UTF-8', async () => {
    const broken = Buffer.from([0x22, 0xc3, 0x28, 0x22]);
    for (const body of [broken, new Blob([broken]), Readable.from([broken])]) {
      expect(await asked(body)).to.deep.equal(E.left({ _tag: 'NotUtf8' }));
    }
  });

  it('fails as a value where an adapter hands out a stream of neither bytes nor texts', async () => {
    for (const body of [
      Readable.from([{}]),
      Readable.from(['{', 5]),
      webStream([{}]),
      webStream(['{', null]),
    ]) {
      expect(leftOf(await asked(body))).to.have.property('_tag', 'NetworkFailure');
    }
  });

  it('does not take parsed JSON for a stream, whatever its fields are called', async () => {
    const data = { data: [], on: true, getReader: 1 };
    expect(JSON.parse(rightOf(await asked(data)).body)).to.deep.equal(data);
  });

  it('aborts what its own adapter does', async () => {
    const called = new Subject<unknown>();
    const adapter: AxiosAdapter = ({ signal }) => {
      called.next(signal);
      return new Promise(() => undefined);
    };
    const sent = firstValueFrom(called);
    const subscription = axiosTransport(axios.create({ adapter }))(get('/p')).subscribe();
    const signal = await sent;
    expect(signal).to.have.property('aborted', false);
    subscription.unsubscribe();
    expect(signal).to.have.property('aborted', true);
  });

  it('is a value where there is no address', async () => {
    expect(networkFailure(await exchange(axiosTransport(axios.create()), get('/p')))).to.match(
      /url/i,
    );
  });
});
