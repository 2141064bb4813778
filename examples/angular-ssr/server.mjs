// Serves the built example: its files, its pages as they are asked for, and behind them the reference service.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startService } from 'pagewalk/service';
import { gatewayTo } from '../angular/gateway.mjs';
import { objects, othersEmployees } from '../angular/objects.mjs';

const built = fileURLToPath(new URL('dist/browser', import.meta.url));

const contentTypes = { '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8' };

// Without `cache-control: no-store`, which keeps a response out of Angular's cache: not everybody's server says so.
const sendJson = (response, value, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

const isFile = (path) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

const visitorOf = ({ headers: { cookie = '' } }) =>
  /(?:^|; )visitor=(\w+)/.exec(cookie)?.[1] ?? 'nobody';

/** Grace sees other employees than the other users do: rows of the wrong user are easy to recognize. */
const typeOf = (visitor) => (visitor === 'grace' ? 'colleague' : 'employee');

const readJson = async (request) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}');
};

/** Starts the reference service and the web server before it. */
export const startExample = async ({ port = 0 } = {}) => {
  const { render } = await import('./dist/server/server.mjs');
  const requests = [];
  const tokens = [];
  // With another cacheControl than that of the application, the browser keeps pages.
  const settings = { tokenDelay: 0, cacheControl: undefined, within: 3_000 };
  const service = await startService({
    objects: { ...objects, colleague: othersEmployees },
    protectList: true,
    totalCount: true,
    onRequest: (request) => {
      requests.push(request);
    },
  });
  const gateway = gatewayTo(service, { struck: () => {} });

  const issue = async (request, response) => {
    await pause(settings.tokenDelay);
    const issued = { visitor: visitorOf(request), token: gateway.issue(), uses: 0 };
    tokens.push(issued);
    return sendJson(response, { token: issued.token, user: issued.visitor });
  };

  const pass = (request, response) => {
    const sent = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    const issued = tokens.find(({ token }) => token === sent);
    if (issued !== undefined) {
      issued.uses += 1;
      request.url = request.url.replace('/employee', `/${typeOf(issued.visitor)}`);
    }
    return gateway.handle(request, response);
  };

  /** Saves whether an employee is starred. */
  const star = async (request, response) => {
    const { id, isStarred } = await readJson(request);
    service.store.update(typeOf(visitorOf(request)), id - 1, (employee) => ({
      ...employee,
      starred: isStarred === true,
    }));
    return sendJson(response, {});
  };

  const sendPage = async (path, request, response) => {
    const file = normalize(join(built, path));
    if (file.startsWith(built + sep) && (await isFile(file))) {
      response.writeHead(200, {
        'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
      });
      createReadStream(file).pipe(response);
      return;
    }
    const { port: own } = request.socket.address();
    const setHeader = response.setHeader.bind(response);
    response.setHeader = (name, value) =>
      setHeader(name, name === 'cache-control' ? (settings.cacheControl ?? value) : value);
    const isPage = await render(request, response, {
      origin: `http://127.0.0.1:${own}`,
      within: settings.within,
    });
    if (!isPage) sendJson(response, { problem: 'there is no such page' }, 404);
  };

  const handle = async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname.startsWith('/api/')) return pass(request, response);
    if (pathname === '/token' && request.method === 'POST') return issue(request, response);
    if (pathname === '/star' && request.method === 'POST') return star(request, response);
    return sendPage(decodeURIComponent(pathname), request, response);
  };

  // A machine that stands still for five seconds, Node's default, would close a connection just as it is used again.
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    handle(request, response).catch((error) => {
      // A visitor who has left is not told of it.
      if (response.destroyed) return;
      console.error(error);
      sendJson(response, { problem: 'the page cannot be rendered' }, 500);
    });
  });
  await new Promise((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  );

  return {
    url: `http://127.0.0.1:${server.address().port}`,
    service,
    requests,
    tokens,
    settings,
    gateway: gateway.log,
    revoke: gateway.revoke,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
    },
  };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const port = Number(process.env.PORT ?? 4281);
  await startExample({ port }).then(
    ({ url }) => console.log(`The example runs at ${url} (Ctrl-C ends it).`),
    (error) => {
      console.error(
        error.code === 'EADDRINUSE' ? `Port ${port} is taken: set PORT to another one.` : error,
      );
      process.exit(1);
    },
  );
}
