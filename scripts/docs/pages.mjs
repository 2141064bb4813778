// Which pages the site has: the entries of package.json, and the Markdown of the repository in the order of need.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

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
  'pagewalk/paging': 'Schemes for any paginated API: cursors, links, offsets, page numbers, last items.',
  'pagewalk/node': 'For Node: a `Readable`, a spool on disk, places in files, and a transport on undici.',
  'pagewalk/postgres': "A walk's place in Postgres, kept in the same transaction as its objects.",
  'pagewalk/otel': 'Spans and metrics of walks, requests, limits and durable runs for OpenTelemetry.',
  'pagewalk/angular':
    'For Angular: providers, a transport on `HttpClient`, and lists as signals, resources and data sources.',
  'pagewalk/angular/testing': 'Pages for the tests of an Angular application, with no service behind them.',
  'pagewalk/testing': 'The reference service in memory, in real or virtual time, for the browser and Node.',
  'pagewalk/devtools': 'What the walks of a client do, to look at: a panel in the browser.',
  'pagewalk/service': 'The reference service: both revisions over real HTTP, with faults on demand.',
};

/** The groups of the documents, in the order of need, and how the path of a document begins. */
const rooms = [
  ['Start here', /^docs\/(?:README|getting-started)\.md$/],
  ['Guides', /^docs\/guides\//],
  ['Recipes', /^docs\/recipes\//],
  ['More', /^docs\//],
  ['Examples', /^examples\//],
  ['Project', /^[^/]+$/],
];

export const groupOf = (path) => rooms.find(([, begins]) => begins.test(path))?.[0] ?? 'Files';

export const groups = [...rooms.map(([name]) => name), 'Files'];

const markdownIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => posix.join(folder, name.split(sep).join('/')))
    .filter((path) => path.endsWith('.md'))
    .sort();

/** The pages that the map of the docs names, as it names them. */
const mapped = () => {
  const map = join(root, 'docs/README.md');
  if (!existsSync(map)) return [];
  const links = readFileSync(map, 'utf8').matchAll(/\]\(([^)#]+\.md)/g);
  return [...links].map(([, link]) => pathOf(resolve(dirname(map), link)));
};

/** Every document by its path, those of a group in the order of the map; README.md is the front page and not among them. */
export const documents = () => {
  const order = ['docs/README.md', ...mapped()];
  const placeOf = (path) => (order.includes(path) ? order.indexOf(path) : order.length);
  const examples = readdirSync(join(root, 'examples')).map((name) => `examples/${name}/README.md`);
  const ofProject = readdirSync(root).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const all = [...markdownIn('docs'), ...examples.filter((path) => existsSync(join(root, path))), ...ofProject.sort()];
  return all.sort((one, other) => placeOf(one) - placeOf(other));
};
