// Serves the built example, and behind it the reference service with faults on demand:
//   node server.mjs [--ssr]    with --ssr, pages are rendered here; otherwise in the browser
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startService } from 'pagewalk/service';
import { faultsOf } from './faults.mjs';
import { gatewayTo } from './gateway.mjs';
import { objects, othersAircraft } from './objects.mjs';
import { staffAt } from './staff.mjs';

const built = fileURLToPath(new URL('dist/browser', import.meta.url));

const contentTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

// A token comes without `cache-control: no-store`, which keeps a response out of Angular's cache: not everybody's server says so.
const sendJson = (response, value, status = 200, headers = { 'cache-control': 'no-store' }) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));

const isFile = (path) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

const userOf = ({ headers: { cookie = '' } }) => /(?:^|; )visitor=(\w+)/.exec(cookie)?.[1];

const readJson = async (request) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}');
};

/** Starts the reference service and the web server before it; `requests` is what the service has served so far. */
export const startExample = async ({ port = 0, isRendered = false } = {}) => {
  const { render } = isRendered ? await import('./dist/server/server.mjs') : {};
  const requests = [];
  const tokens = [];
  const pages = [];
  // With another cacheControl than that of the application, the browser keeps pages.
  const settings = { tokenDelay: 0, cacheControl: undefined, within: 3_000 };
  const service = await startService({
    objects: { ...objects, glider: othersAircraft },
    protectList: true,
    totalCount: true,
    onRequest: (request) => {
      requests.push(request);
    },
  });
  const faults = faultsOf(service.setFaults);
  const gateway = gatewayTo(service, faults);

  const changeFaults = async (request, response) => {
    const { name, isOn } = await readJson(request);
    if (name === 'unauthorized') gateway.revoke();
    else if (name === 'none') faults.clear();
    else if (faults.has(name)) faults.set(name, isOn === true);
    else return sendJson(response, { problem: 'there is no such fault' }, 400);
    return sendJson(response, faults.list());
  };

  /** So that a list that stays current has something to show. */
  const changeFirst = (response) => {
    let turn = 0;
    service.store.update('employee', 0, (employee) => {
      turn = Number(/ \((\d+)\)$/.exec(employee.name)?.[1] ?? 0) + 1;
      return { ...employee, name: `${employee.name.replace(/ \(\d+\)$/, '')} (${turn})` };
    });
    return sendJson(response, { turn });
  };

  /** Saves whether an employee has left. It takes as long, and fails, as the service does. */
  const saveEmployee = async (request, response) => {
    const { id, active } = await readJson(request);
    if (faults.list().includes('slow')) await pause(2_000);
    if (faults.list().includes('down')) return sendJson(response, { problem: 'the service is down' }, 503);
    service.store.update('employee', id - 1, (employee) => ({ ...employee, active: active === true }));
    return sendJson(response, {});
  };

  /** Signs in and out, by a cookie that scripts cannot read. */
  const signIn = async (request, response) => {
    const { user } = await readJson(request);
    const cookie = /^\w+$/.test(user ?? '') ? `visitor=${user}` : 'visitor=; Max-Age=0';
    return sendJson(response, {}, 200, { 'set-cookie': `${cookie}; Path=/; HttpOnly; SameSite=Lax` });
  };

  const issue = async (request, response) => {
    await pause(settings.tokenDelay);
    const issued = { visitor: userOf(request) ?? 'nobody', token: gateway.issue(), uses: 0 };
    tokens.push(issued);
    return sendJson(response, { token: issued.token, user: issued.visitor }, 200, {});
  };

  /** Grace sees other aircraft than the other users do: rows of the wrong user are easy to recognize. */
  const pass = (request, response) => {
    const sent = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    const issued = tokens.find(({ token }) => token === sent);
    if (issued !== undefined) issued.uses += 1;
    if (issued?.visitor === 'grace') request.url = request.url.replace('/aircraft', '/glider');
    return gateway.handle(request, response);
  };

  const sendStaff = (request, response) => {
    const { offset, page } = staffAt(request.url);
    pages.push(offset);
    return sendJson(response, page);
  };

  /** A path that is no file is a page of the application: rendered here, or by its router. */
  const sendPage = async (path, request, response) => {
    const wanted = normalize(join(built, path));
    const isInside = wanted.startsWith(built + sep) && (await isFile(wanted));
    if (isInside || !isRendered) {
      const file = isInside ? wanted : join(built, 'index.csr.html');
      if (!(await isFile(file))) return sendJson(response, { problem: 'the example is not built' }, 404);
      response.writeHead(200, { 'content-type': contentTypes[extname(file)] ?? 'application/octet-stream' });
      return createReadStream(file).pipe(response);
    }
    const setHeader = response.setHeader.bind(response);
    response.setHeader = (name, value) =>
      setHeader(name, name === 'cache-control' ? (settings.cacheControl ?? value) : value);
    const origin = `http://127.0.0.1:${request.socket.address().port}`;
    const isPage = await render(request, response, { origin, within: settings.within, user: userOf(request) });
    return isPage || sendJson(response, { problem: 'there is no such page' }, 404);
  };

  const handle = async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const route = `${request.method} ${pathname}`;
    if (pathname.startsWith('/api/') || pathname === '/employees') return pass(request, response);
    if (pathname === '/staff') return sendStaff(request, response);
    if (route === 'POST /token') return issue(request, response);
    if (route === 'POST /session') return signIn(request, response);
    if (route === 'GET /session') return sendJson(response, { user: userOf(request) });
    if (route === 'POST /faults') return changeFaults(request, response);
    if (route === 'GET /faults') return sendJson(response, faults.list());
    if (route === 'POST /change') return changeFirst(response);
    if (route === 'POST /employee') return saveEmployee(request, response);
    return sendPage(decodeURIComponent(pathname), request, response);
  };

  // A machine that stands still for five seconds, Node's default, would close a connection just as it is used again.
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    handle(request, response).catch((error) => {
      // A visitor who has left is not told of it.
      if (response.destroyed) return;
      console.error(error);
      sendJson(response, { problem: 'the request cannot be handled' }, 500);
    });
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${server.address().port}`,
    service,
    requests,
    tokens,
    pages,
    settings,
    gateway: gateway.log,
    revoke: gateway.revoke,
    faults,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
    },
  };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const port = Number(process.env.PORT ?? 4280);
  await startExample({ port, isRendered: process.argv.includes('--ssr') }).then(
    ({ url }) => console.log(`The example runs at ${url} (Ctrl-C ends it).`),
    (error) => {
      console.error(error.code === 'EADDRINUSE' ? `Port ${port} is taken: set PORT to another one.` : error);
      process.exit(1);
    },
  );
}
