import { expect } from 'chai';
import { cp, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../textFiles';
import { runNode } from '../support/run';
import { installed, project } from '../support/tarball';

/** Asks a server for all that an axios may get wrong, by the adapters of Node and of browsers, and prints what came. */
const program = `
const { createServer } = require('node:http');
const { gzipSync } = require('node:zlib');
const axios = require('instance-axios');
const { axiosTransport } = require('pagewalk');
const { firstValueFrom } = require('rxjs');

const answers = {
  '/page': (response) => response.end('{"data":[]}'),
  '/packed': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"data":[]}')),
  '/moved': (response) => response.writeHead(302, { location: '/page' }).end('moved'),
  '/empty': (response) => response.writeHead(204).end(),
  '/unchanged': (response) => response.writeHead(304).end(),
  '/large': (response) => response.writeHead(503).end('a'.repeat(5_000_000)),
  '/denied': (response) => response.writeHead(401, { 'retry-after': '7' }).end('denied'),
  '/bytes': (response) => response.end(Buffer.from([0xff])),
  '/broken': (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"data":[');
    setTimeout(() => response.destroy(), 10);
  },
};
const server = createServer(({ url, headers }, response) => {
  if (headers['x-own'] !== 'yes') return response.writeHead(400).end('without its header');
  return answers[url](response);
});
const tell = ({ left, right }) =>
  left ? left._tag : right.status + ' ' + right.body.length + ' ' + right.body.slice(0, 20) + (right.headers['retry-after'] ?? '');

server.listen(0, '127.0.0.1', async () => {
  const baseURL = 'http://127.0.0.1:' + server.address().port;
  for (const [name, adapter] of [['http', undefined], ['fetch', require('axios').getAdapter('fetch')]]) {
    const instance = axios.create({ baseURL, adapter });
    instance.interceptors.request.use((config) => {
      config.headers.set('x-own', 'yes');
      return config;
    });
    const transport = axiosTransport(instance);
    for (const url of Object.keys(answers)) {
      console.log(name, url, tell(await firstValueFrom(transport({ method: 'GET', url, headers: {} }))));
    }
  }
  // The server as a proxy: it must not see what goes to a service that speaks TLS.
  server.on('connect', ({ url, headers }, socket) => {
    console.log('CONNECT', url, headers.authorization);
    socket.end('HTTP/1.1 502 Bad Gateway\\r\\n\\r\\n');
  });
  process.env.https_proxy = baseURL;
  const secure = axiosTransport(axios.create({ baseURL: 'https://objects.example.com' }));
  await firstValueFrom(secure({ method: 'GET', url: '/page', headers: { authorization: 'Bearer s3cr3t', 'x-own': 'yes' } }));
  server.closeAllConnections();
  server.close();
});
`;

const expected = [
  ...['http', 'fetch'].flatMap((name) => [
    `${name} /page 200 11 {"data":[]}`,
    `${name} /packed 200 11 {"data":[]}`,
    `${name} /moved 302 5 moved`,
    `${name} /empty 204 0 `,
    `${name} /unchanged 304 0 `,
    `${name} /large 503 65536 ${'a'.repeat(20)}`,
    `${name} /denied 401 6 denied7`,
    `${name} /bytes NotUtf8`,
    `${name} /broken NetworkFailure`,
  ]),
  'CONNECT objects.example.com:443 undefined',
].join('\n');

/** A project with a certain axios for the package, and one for the instance of its user. */
const printed = async (own: string, instance: string): Promise<string> => {
  const { directory } = await installed();
  const folder = await project(`axios-${own}-${instance}`, { 'node_modules/.keep': '', 'program.cjs': program });
  const modules = join(folder, 'node_modules');
  await cp(directory, join(modules, 'pagewalk'), { recursive: true });
  await symlink(join(root, 'node_modules', own), join(modules, 'axios'), 'dir');
  await symlink(join(root, 'node_modules', instance), join(modules, 'instance-axios'), 'dir');
  const { stdout, stderr } = await runNode(['program.cjs'], folder);
  return stdout.trimEnd() + stderr;
};

describe('the oldest dependencies', () => {
  it('are those at which the ranges begin', async () => {
    const { dependencies = {} } = (await installed()).manifest;
    for (const [name, range] of Object.entries(dependencies)) {
      const path = join(root, 'node_modules', `${name}-oldest`, 'package.json');
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { readonly version: string };
      expect(range, name).to.equal(`^${version}`);
    }
  });

  it('axios behaves as the newest does, by either adapter', async () => {
    expect(await printed('axios', 'axios')).to.equal(expected);
    expect(await printed('axios-oldest', 'axios-oldest')).to.equal(expected);
  });

  for (const version of ['axios-1.7', 'axios-1.15']) {
    it(`and take an instance of ${version}, beside the newest axios or the oldest`, async () => {
      expect(await printed('axios', version)).to.equal(expected);
      expect(await printed('axios-oldest', version)).to.equal(expected);
    });
  }

  it('commander runs the command', async () => {
    const { directory, manifest } = await installed();
    const folder = await project('oldest-commander', { 'node_modules/.keep': '' });
    const modules = join(folder, 'node_modules');
    await cp(directory, join(modules, 'pagewalk'), { recursive: true });
    await symlink(join(root, 'node_modules/commander-oldest'), join(modules, 'commander'), 'dir');
    const bin = join(modules, 'pagewalk', manifest.bin?.pagewalk ?? '');
    const { code, stdout, stderr } = await runNode([bin, 'list', '--limit', '2', '--quiet'], folder);
    expect({ code, stderr, lines: stdout.trim().split('\n').length }).to.deep.equal({ code: 0, stderr: '', lines: 2 });
  });
});
