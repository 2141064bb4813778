// Which pages the site has: the entries of package.json, and the Markdown of the repository as docs/README.md orders it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The path of a file from the root, with the same slashes everywhere. */
export const pathOf = (file) => relative(root, file).split(sep).join('/');

/** The entries as users import them, with their sources: `pagewalk/node` is src/node/index.ts. */
export const entries = Object.entries(manifest.exports).flatMap(([subpath, target]) => {
  if (typeof target === 'string') return [];
  const source = target.types.replace('./dist/types/', 'src/').replace(/\.d\.ts$/, '.ts');
  return [{ name: posix.join(manifest.name, subpath), source }];
});

/** What an entry holds, in a sentence over its names. */
export const contents = {
  pagewalk: 'Client, endpoints, codecs, walks, operators and transports, for the browser and Node.',
  'pagewalk/paging':
    'Schemes for any paginated API: cursors, links, offsets, page numbers, last items.',
  'pagewalk/node':
    'For Node: a `Readable`, a spool on disk, places in files, and a transport on undici.',
  'pagewalk/sqlite':
    "A walk's place in a SQLite file, kept in the same transaction as its objects.",
  'pagewalk/postgres': "A walk's place in Postgres, kept in the same transaction as its objects.",
  'pagewalk/stores': 'The port for a store of your own, and a store in memory, for durable walks.',
  'pagewalk/query':
    'For React, Vue, Svelte and Solid: a list that loads more, with TanStack Query.',
  'pagewalk/otel':
    'Spans and metrics of walks, requests, limits and durable runs for OpenTelemetry.',
  'pagewalk/angular':
    'For Angular: providers, a transport on `HttpClient`, and lists as signals, resources and data sources.',
  'pagewalk/angular/testing':
    'Pages for the tests of an Angular application, with no service behind them.',
  'pagewalk/testing':
    'The reference service in memory, in real or virtual time, for the browser and Node.',
  'pagewalk/devtools': 'What the walks of a client do, to look at: a panel in the browser.',
  'pagewalk/service':
    'The reference service: both revisions over real HTTP, with faults on demand.',
};

/** The pages that the map of the docs names, each with the heading above it. */
const mapped = readFileSync(join(root, 'docs/README.md'), 'utf8')
  .split(/^## /m)
  .slice(1)
  .flatMap((section) => {
    const links = section.matchAll(/^- \[.*?\]\(([^)#:]+\.md)\)/gm);
    const [group] = section.split('\n', 1);
    return [...links].map(([, link]) => [posix.join('docs', link), group]);
  })
  .filter(([path]) => path.startsWith('docs/'));

const examples = readdirSync(join(root, 'examples')).map((name) => `examples/${name}/README.md`);

/** README.md is the home page. */
const ofProject = readdirSync(root).filter((name) => name.endsWith('.md') && name !== 'README.md');

/** The group of every document by its path, in the order of the sidebar. */
export const groupOf = new Map([
  ['docs/README.md', 'Start here'],
  ...mapped,
  ...examples.filter((path) => existsSync(join(root, path))).map((path) => [path, 'Examples']),
  ...ofProject.map((path) => [path, 'Project']),
]);
