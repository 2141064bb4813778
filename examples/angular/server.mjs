// Serves the built example, and behind it the reference service with faults on demand.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startService } from 'pagewalk/service';
import { faultsOf } from './faults.mjs';
import { gatewayTo } from './gateway.mjs';
import { objects } from './objects.mjs';

const built = fileURLToPath(new URL('dist/browser', import.meta.url));

const contentTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

const sendJson = (response, value, status = 200) =>
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(value));

const isFile = (path) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** A path that is no file belongs to the application's router. */
const sendFile = async (path, response) => {
  const wanted = normalize(join(built, path));
  const isInside = wanted.startsWith(built + sep);
  const file = isInside && (await isFile(wanted)) ? wanted : join(built, 'index.html');
  if (!(await isFile(file))) return sendJson(response, { problem: 'the example is not built' }, 404);
  response.writeHead(200, { 'content-type': contentTypes[extname(file)] ?? 'application/octet-stream' });
  createReadStream(file).pipe(response);
};

const readJson = async (request) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}');
};

/** Starts the reference service and the web server before it; `requests` is what the service has served so far. */
export const startExample = async ({ port = 0 } = {}) => {
  const requests = [];
  const service = await startService({
    objects,
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

  const handle = async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname.startsWith('/api/') || pathname === '/employees') return gateway.handle(request, response);
    if (pathname === '/token' && request.method === 'POST') return sendJson(response, { token: gateway.issue() });
    if (pathname === '/faults' && request.method === 'POST') return changeFaults(request, response);
    if (pathname === '/change' && request.method === 'POST') return changeFirst(response);
    if (pathname === '/employee' && request.method === 'POST') return saveEmployee(request, response);
    if (pathname === '/faults') return sendJson(response, faults.list());
    return sendFile(decodeURIComponent(pathname), response);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch(() => sendJson(response, { problem: 'the request cannot be read' }, 400));
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${server.address().port}`,
    service,
    requests,
    gateway: gateway.log,
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
  await startExample({ port }).then(
    ({ url }) => console.log(`The example runs at ${url} (Ctrl-C ends it).`),
    (error) => {
      console.error(error.code === 'EADDRINUSE' ? `Port ${port} is taken: set PORT to another one.` : error);
      process.exit(1);
    },
  );
}
