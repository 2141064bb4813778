import '@angular/compiler';
import { Agent as OldAgent } from 'undici-oldest';
import { nodeTransport } from '../../../src/cli/connection/nodeTransport';
import { undiciTransport } from '../../../src/node/undiciTransport';
import { fetchTransport, type Transport } from '../../../src/index';
import type { TransportLimits } from '../../../src/transport/TransportLimits';
import { overHttpClient } from '../../angular/support/transports';
import { adapters } from './exchange';

/** What a transport may be unable to do, because of the platform that it runs on. */
export type Ability =
  | 'keeps to one connection'
  | 'needs a base address'
  | 'notices an upgrade'
  | 'notices that a compressed body was cut'
  | 'refuses a relative base address'
  | 'sees all bytes that are not UTF-8'
  | 'tells the code of the platform';

interface Row {
  readonly to: (baseURL: string, limits?: TransportLimits) => Transport;
  /** Why it cannot, by what it cannot. */
  readonly cannot: Partial<Readonly<Record<Ability, string>>>;
}

/** What Node's fetch does in every transport over it. */
const overFetch = {
  'keeps to one connection':
    'fetch tells the end of a body before its connection is free: who follows at once has another',
  'notices an upgrade':
    'without a protocol, fetch waits for another status, as after any other that begins with 1',
  'notices that a compressed body was cut':
    'fetch ends such a body without an error: its text is cut, and no page',
};

const overUndici = {
  'keeps to one connection':
    'undici lets a connection rest for a turn of the event loop: who follows at once has another',
};

const oldest = new OldAgent();

/** Every transport, and what it cannot do. What one row says is held against all of them. */
export const transports: Readonly<Record<string, Row>> = {
  'axiosTransport over http': {
    to: adapters.http,
    cannot: {
      'notices an upgrade': 'axios does not listen for it: the time-out ends the request',
      'notices that a compressed body was cut':
        'axios has zlib end it without an error: its text is no page',
    },
  },
  'axiosTransport over fetch': {
    to: adapters.fetch,
    cannot: {
      ...overFetch,
      'needs a base address': 'an interceptor may give one to an instance',
      'tells the code of the platform': 'axios says ERR_NETWORK, whatever fetch says',
    },
  },
  fetchTransport: {
    to: (baseURL, limits) => fetchTransport({ baseURL, ...limits }),
    cannot: overFetch,
  },
  undiciTransport: {
    to: (baseURL, limits) => undiciTransport({ baseURL, ...limits }),
    cannot: overUndici,
  },
  'undiciTransport over the oldest undici': {
    to: (baseURL, limits) => undiciTransport({ baseURL, dispatcher: oldest, ...limits }),
    cannot: overUndici,
  },
  httpClientTransport: {
    to: overHttpClient,
    cannot: {
      ...overFetch,
      'refuses a relative base address':
        'an application has a page that an address may be relative to',
      'sees all bytes that are not UTF-8':
        'HttpClient hands out text: a character of four bytes without its last one reads as U+FFFD',
    },
  },
  'the transport of the command line': {
    to: (baseURL, limits) => nodeTransport(baseURL, limits ?? {}),
    cannot: {},
  },
};
