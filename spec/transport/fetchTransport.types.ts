import { expectTypeOf } from 'expect-type';
import { fetch as undiciFetch } from 'undici';
import { type FetchLike, fetchTransport } from '../../src/transport/fetchTransport';

const baseURL = 'https://objects.example.com';

// Every fetch will do: the platform's, undici's, and one that answers a test.
fetchTransport({ baseURL, fetch: globalThis.fetch });
fetchTransport({ baseURL, fetch: undiciFetch });
fetchTransport({ baseURL, fetch: () => Promise.resolve(new Response('{}')) });
fetchTransport({ baseURL, fetch: (url, init) => fetch(url, { ...init, keepalive: true }) });
expectTypeOf<typeof fetch>().toExtend<FetchLike>();

// @ts-expect-error an address is needed
fetchTransport({});
// @ts-expect-error a response is more than its text
fetchTransport({ baseURL, fetch: () => Promise.resolve('{}') });
