import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isLoopback } from '../../model/http';
import { sendEvents } from './sendEvents';

/** The modules of the page, by their paths without an ending, as they import each other. */
export type PageFiles = ReadonlyMap<string, string>;

export const readCode = async (folder: string): Promise<PageFiles> => {
  const code = new Map<string, string>();
  for (const name of await readdir(folder, { recursive: true })) {
    const path = name.replaceAll('\\', '/').slice(0, -3);
    if (name.endsWith('.js')) code.set(path, await readFile(join(folder, name), 'utf8'));
  }
  return code;
};

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="color-scheme" content="light dark" />
    <title>Walks - pagewalk show</title>
    <link rel="stylesheet" href="page.css" />
    <link rel="icon" href="data:," />
    <script type="module" src="code/showPage"></script>
  </head>
  <body>
    <header>
      <h1>Walks</h1>
      <p role="status"></p>
    </header>
    <main></main>
  </body>
</html>
`;

const css = `
html, body { margin: 0; height: 100%; }
body { display: grid; grid-template-rows: auto minmax(0, 1fr); font: 12px/1.4 system-ui, sans-serif; }
header { display: flex; gap: 12px; align-items: baseline; padding: 6px 8px; }
h1 { font-size: 13px; margin: 0; }
p { margin: 0; color: #b3232f; }
@media (prefers-color-scheme: dark) { body { background: #17191d; color: #e7eaee; } p { color: #ff8f96; } }
main, main > * { height: 100%; min-height: 0; }
`;

/** Nothing but what this server sends is run, loaded or asked. */
const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** A page of somebody else's must not read this one under its own name (DNS rebinding). */
const isForeign = ({ headers: { host } }: IncomingMessage): boolean =>
  host === undefined || !isLoopback(host);

export interface Show {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves the page, its modules and the events on the loopback interface. The address has a part that cannot be guessed: others
 * on the same machine need not see what is shown.
 */
export const startShow = async (
  files: ReadonlyArray<string>,
  code: PageFiles,
  port = 0,
): Promise<Show> => {
  const key = `/${randomBytes(16).toString('hex')}/`;
  const texts = new Map<string, readonly [type: string, text: string]>([
    ['', ['text/html; charset=utf-8', html]],
    ['page.css', ['text/css', css]],
    ...Array.from(
      code,
      ([path, text]) => [`code/${path}`, ['text/javascript; charset=utf-8', text]] as const,
    ),
  ]);

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    const { method, url = '' } = request;
    const path = url.startsWith(key) ? url.slice(key.length) : undefined;
    const found = path === undefined ? undefined : texts.get(path);
    if (isForeign(request)) response.writeHead(421).end();
    else if (method !== 'GET') response.writeHead(405).end();
    else if (path === 'events') void sendEvents(files, response);
    else if (found === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': found[0] }).end(found[1]);
  };
  const server = createServer(answer);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${key}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
