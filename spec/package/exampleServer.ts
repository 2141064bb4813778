import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A service on the loopback interface that the examples of the documentation talk to. */
export interface ExampleServer {
  readonly url: string;
  close(): Promise<void>;
}

const names = ['Ada', 'Barbara', 'Grace', 'Hedy', 'Katherine', 'Margaret', 'Radia'];
const pageSize = 3;

const listPath = /^\/api\/v1\/ontologies\/[^/]+\/objects\/[^/]+$/;
const searchPath = /^\/api\/[^/]+\/v1\/objects\/types\/[^/]+\/search$/;

const employees = names.map((name, index) => ({ id: index + 1, name, active: index % 3 !== 2 }));

const pageAt = (start: number): { data: ReadonlyArray<unknown>; next: string | undefined } => {
  const end = start + pageSize;
  const data = employees.slice(start, end).map((properties) => ({ properties }));
  return { data, next: end < employees.length ? String(end) : undefined };
};

const failure = (errorCode: string, errorName: string): Record<string, unknown> => ({
  errorCode,
  errorName,
  errorInstanceId: '00000000-0000-0000-0000-000000000000',
  parameters: {},
});

/** Revision 1.0: the token is in the query string, and null on the last page. */
const list = ({ searchParams }: URL): [status: number, body: unknown] => {
  const { data, next } = pageAt(Number(searchParams.get('pageToken') ?? 0));
  return [200, { data, nextPageToken: next ?? null }];
};

/** Revision 2.0: the token is in the body, and absent on the last page. */
const search = async (request: IncomingMessage): Promise<[status: number, body: unknown]> => {
  if (request.headers.authorization === undefined) return [401, failure('UNAUTHORIZED', 'MissingCredentials')];
  const { query, pageToken = '0' } = JSON.parse(await text(request)) as { query?: unknown; pageToken?: string };
  if (query === undefined) return [400, failure('INVALID_ARGUMENT', 'MissingQuery')];
  const { data, next } = pageAt(Number(pageToken));
  return [200, next === undefined ? { data } : { data, nextPageToken: next }];
};

const answer = async (request: IncomingMessage): Promise<[status: number, body: unknown]> => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (request.method === 'GET' && listPath.test(url.pathname)) return list(url);
  if (request.method === 'POST' && searchPath.test(url.pathname)) return search(request);
  return [404, failure('NOT_FOUND', 'NoSuchEndpoint')];
};

const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const [status, body] = await answer(request);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Starts the service: seven employees in pages of three, in both revisions. */
export const startExampleServer = async (): Promise<ExampleServer> => {
  const server = createServer((request, response) => void respond(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
};
