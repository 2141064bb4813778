import { expect } from 'chai';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../textFiles';
import { compile } from '../support/compile';
import type { Manifest } from '../support/Manifest';
import { oneWalk, oneWalkPrints } from '../support/oneWalk';
import { programOf } from '../support/programOf';
import { printedBy, runNode } from '../support/run';
import { installed, linkModule, project } from '../support/tarball';

const walk = `
  const { right } = require('fp-ts/Either');
  const { createClient, rights } = require('pagewalk');
  const { of } = require('rxjs');
  ${oneWalk}`;

const observed = `
  const { right } = require('fp-ts/Either');
  const { trace } = require('@opentelemetry/api');
  const { createClient, rights } = require('pagewalk');
  const { observeWalks } = require('pagewalk/otel');
  const { of } = require('rxjs');
  const span = trace.wrapSpanContext({ traceId: '0'.repeat(31) + '1', spanId: '0'.repeat(15) + '1', traceFlags: 1 });
  const tracer = { startSpan: (name) => (console.log('started ' + name), span) };
  const client = createClient({
    transport: () => of(right({ status: 200, headers: {}, body: '{"data":[{"properties":{"id":1}}]}' })),
  });
  observeWalks(client, { tracer });
  client.list({ ontologyRid: 'o', objectType: 't' }).pipe(rights()).subscribe((o) => console.log(o.properties.id));`;

/** Codecs of the user's, with one of the package in them. They transform, accept and refuse, in objects and in fields. */
const codecs = `
  const { createRequire } = require('node:module');
  const t = require('io-ts');
  const { right } = require('fp-ts/Either');
  const { createClient, endpoint, explain, Scalar } = require('pagewalk');
  const { at, onePage } = require('pagewalk/paging');
  const { of } = require('rxjs');
  const theirs = createRequire(require.resolve('pagewalk'));
  console.log(theirs('io-ts') === t, theirs('fp-ts') === require('fp-ts'));
  const read = (u, context) => (t.string.is(u) ? t.success(new Date(u)) : t.failure(u, context));
  const Since = new t.Type('Since', (u) => u instanceof Date, read, String);
  const Employee = t.intersection([t.type({ id: t.number, since: Since }), t.partial({ tags: t.array(t.union([t.string, Scalar])) })]);
  const since = '2020-01-02';
  const data = [{ id: 1, since, tags: ['a', null] }, { id: 'x', since, tags: [[]] }, { id: 3, since }].map((properties) => ({ properties }));
  const client = createClient({ transport: () => of(right({ status: 200, headers: {}, body: JSON.stringify({ data }) })) });
  const print = ({ _tag, left, right }) => console.log(_tag === 'Left' ? explain(left) : JSON.stringify(right.properties ?? right));
  client.list({ ontologyRid: 'o', objectType: 't', properties: Employee }).subscribe(print);
  const list = endpoint({ name: 'list', method: 'GET', path: '/list', fields: { after: t.string }, items: at('data'), paging: onePage() });
  client.objects(list, { after: 5 }).subscribe(print);
  client.pages(list, { after: 'x' }).subscribe(({ right }) => console.log(right.data.length));`;

/** What every user has, and its range; Angular's packages cannot be installed in two versions here. */
const required = (manifest: Manifest): ReadonlyArray<[string, string]> => {
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
  const peers = Object.entries(peerDependencies).filter(
    ([peer]) => peerDependenciesMeta[peer]?.optional !== true,
  );
  return [...peers, ...Object.entries(dependencies).filter(([name]) => copied.includes(name))];
};

/** The dependencies that users import, too. */
const copied = ['fp-ts', 'io-ts'];

/** A project with the oldest versions that the package's ranges admit. They are copied: a link would lead to the newest. */
const oldProject = async (name = 'oldest'): Promise<string> => {
  const { directory, manifest } = await installed();
  const programs = { 'walk.cjs': walk, 'observed.cjs': observed, 'codecs.cjs': codecs };
  const folder = await project(name, { ...programs, 'right.ts': programOf('right') });
  const modules = join(folder, 'node_modules');
  await cp(directory, join(modules, 'pagewalk'), { recursive: true });
  for (const [peer] of required(manifest)) {
    await cp(join(root, 'node_modules', `${peer}-oldest`), join(modules, peer), {
      recursive: true,
    });
  }
  await cp(
    join(root, 'node_modules/opentelemetry-api-oldest'),
    join(modules, '@opentelemetry/api'),
    {
      recursive: true,
    },
  );
  await linkModule(modules, 'axios');
  return folder;
};

const compilerOptions = {
  ...{
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
  },
  // Their own declarations are not ours to check with a compiler that is years younger.
  skipLibCheck: true,
};

describe('the oldest peers, fp-ts and io-ts', () => {
  let folder: string;

  before(async () => {
    folder = await oldProject();
  });

  it('are those at which the ranges begin', async () => {
    const { manifest } = await installed();
    expect(required(manifest).map(([name]) => name)).to.have.members(['rxjs', ...copied]);
    for (const [peer, range] of required(manifest)) {
      const { stdout } = await runNode(['-p', `require('${peer}/package.json').version`], folder);
      expect(range, peer).to.equal(`^${stdout.trim()}`);
    }
  });

  it('walk a page', async () => {
    expect(await printedBy('walk.cjs', folder)).to.equal(oneWalkPrints);
  });

  it('that of OpenTelemetry observes a walk', async () => {
    const { manifest } = await installed();
    // Its exports hide its package.json.
    const text = await readFile(
      join(folder, 'node_modules/@opentelemetry/api/package.json'),
      'utf8',
    );
    const { version } = JSON.parse(text) as Manifest;
    expect(manifest.peerDependencies?.['@opentelemetry/api']).to.equal(`^${version}`);
    expect(await printedBy('observed.cjs', folder)).to.equal(
      'started walk listObjects\nstarted page\n1\n',
    );
  });

  it('fit the types of a typical program', async () =>
    expect(await compile('oldest', { compilerOptions, files: ['right.ts'] })).to.deep.equal([]));

  it('read objects as other copies of fp-ts and io-ts beside those of the package do', async () => {
    const alone = await printedBy('codecs.cjs', folder);
    const twice = await oldProject('twice');
    const theirs = join(twice, 'node_modules/pagewalk/node_modules');
    for (const name of copied)
      await cp(join(root, 'node_modules', name), join(theirs, name), { recursive: true });
    expect(alone)
      .to.match(/^true true\n/)
      .and.have.length.above(200);
    expect(await printedBy('codecs.cjs', twice)).to.equal(
      alone.replace('true true', 'false false'),
    );
    expect(await compile('twice', { compilerOptions, files: ['right.ts'] })).to.deep.equal([]);
  });
});
