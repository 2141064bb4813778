import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import ts from 'typescript';
import { cycles } from './cycles';
import { nodeRooms, rooms, type Rooms } from './rooms';

/** What the files of one folder of `src` may import: other folders, and packages (`node` stands for Node's own modules). */
interface Layer {
  readonly folders: ReadonlyArray<string>;
  readonly packages: ReadonlyArray<string>;
}

const pure = ['io-ts', 'fp-ts'];
const reactive = [...pure, 'rxjs'];
const inner = ['model', 'walk', 'transport', 'client'];

const layers: Readonly<Record<string, Layer>> = {
  model: { folders: [], packages: pure },
  paging: { folders: ['model'], packages: pure },
  walk: { folders: ['model'], packages: reactive },
  transport: { folders: ['model'], packages: [...reactive, 'axios'] },
  client: { folders: ['model', 'walk', 'transport'], packages: reactive },
  list: { folders: ['model', 'walk', 'client'], packages: reactive },
  query: { folders: ['model', 'walk', 'client'], packages: reactive },
  node: { folders: [...inner, 'stores'], packages: [...reactive, 'node', 'undici'] },
  // What a room of it may need is in its rooms: the port and the memory store load in a browser.
  stores: { folders: [...inner, 'node'], packages: [...reactive, 'node', 'pg'] },
  // What only hands out a store.
  postgres: { folders: ['stores'], packages: ['node'] },
  sqlite: { folders: ['stores'], packages: ['node'] },
  otel: { folders: inner, packages: [...reactive, '@opentelemetry'] },
  angular: {
    folders: [...inner, 'list', 'devtools', 'testing'],
    packages: [...reactive, '@angular'],
  },
  service: { folders: ['model'], packages: [...pure, 'node'] },
  testing: { folders: ['model', 'transport', 'service'], packages: reactive },
  devtools: { folders: inner, packages: [] },
  cli: {
    folders: [
      ...inner,
      'node',
      'stores',
      'postgres',
      'sqlite',
      'service',
      'paging',
      'devtools',
      'index',
    ],
    packages: [...reactive, 'node', 'commander', 'yaml'],
  },
  index: { folders: inner, packages: ['fp-ts'] },
};

const axiosFiles = ['src/transport/axiosTransport.ts', 'src/transport/axiosAdapter.ts'];

type Sources = Readonly<Record<string, string>>;

/** `src/walk/walkPages.ts` is in `walk`, `src/index.ts` in `index`. */
const layerOf = (file: string): string => file.split('/')[1]?.replace(/\.ts$/, '') ?? '';

/** `src/walk/values/rights.ts` is in `values`, `src/walk/walkPages.ts` at the top. */
const roomOf = (file: string): string => file.split('/').slice(2, -1)[0] ?? '';

const nameOf = (room: string): string => (room === '' ? 'the top' : room);

const packageOf = (specifier: string): string =>
  isBuiltin(specifier) ? 'node' : (specifier.split('/')[0] ?? specifier);

// preProcessFile, unlike a search for import declarations, also sees `import type`, `import()` types and calls, and require.
const specifiersIn = (source: string): ReadonlyArray<string> =>
  ts.preProcessFile(source, true, true).importedFiles.map(({ fileName }) => fileName);

const targetOf = (file: string, specifier: string, sources: Sources): string | undefined => {
  const path = posix.join(posix.dirname(file), specifier).replace(/\.js$/, '');
  return [path, `${path}.ts`, `${path}/index.ts`].find((candidate) => candidate in sources);
};

/** Whether a file may need Node. */
const isOfNode = (file: string): boolean => {
  const layer = layerOf(file);
  return (
    layers[layer]?.packages.includes('node') === true &&
    (nodeRooms[layer]?.includes(roomOf(file)) ?? true)
  );
};

const packageViolation = (file: string, specifier: string): ReadonlyArray<string> => {
  const layer = layerOf(file);
  const name = packageOf(specifier);
  if (!layers[layer]?.packages.includes(name))
    return [`${file}: ${layer} may not import ${specifier}`];
  if (name === 'node' && !isOfNode(file))
    return [`${file}: ${nameOf(roomOf(file))} may not import ${specifier}`];
  return name === 'axios' && !axiosFiles.includes(file)
    ? [`${file}: only ${axiosFiles.join(' and ')} may import axios`]
    : [];
};

const roomViolation = (file: string, target: string): ReadonlyArray<string> => {
  const [from, to] = [roomOf(file), roomOf(target)];
  const allowed = rooms[layerOf(file)]?.[from];
  return from === to || allowed === undefined || allowed.includes(to)
    ? []
    : [`${file}: ${nameOf(from)} may not import ${nameOf(to)} (${target})`];
};

const folderViolation = (
  file: string,
  specifier: string,
  sources: Sources,
): ReadonlyArray<string> => {
  const target = targetOf(file, specifier, sources);
  if (target === undefined) return [`${file}: ${specifier} is no file of src`];
  const [from, to] = [layerOf(file), layerOf(target)];
  if (from === to) return roomViolation(file, target);
  if (!layers[from]?.folders.includes(to))
    return [`${file}: ${from} may not import ${to} (${target})`];
  return to in nodeRooms && isOfNode(target) && !isOfNode(file)
    ? [`${file}: ${from} may not import ${nameOf(roomOf(target))} of ${to} (${target})`]
    : [];
};

const importViolations = (file: string, sources: Sources): ReadonlyArray<string> =>
  specifiersIn(sources[file] ?? '').flatMap((specifier) =>
    specifier.startsWith('.')
      ? folderViolation(file, specifier, sources)
      : packageViolation(file, specifier),
  );

const isDefaultModifier = ({ kind }: ts.ModifierLike): boolean =>
  kind === ts.SyntaxKind.DefaultKeyword;

const exportViolation = (statement: ts.Statement): string | undefined => {
  if (ts.isExportAssignment(statement)) return 'default export';
  if (ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(isDefaultModifier))
    return 'default export';
  if (!ts.isExportDeclaration(statement)) return undefined;
  if (statement.exportClause === undefined || ts.isNamespaceExport(statement.exportClause))
    return 'export *';
  return statement.exportClause.elements.some(({ name }) => name.text === 'default')
    ? 'default export'
    : undefined;
};

const exportViolations = (file: string, source: string): ReadonlyArray<string> =>
  ts.createSourceFile(file, source, ts.ScriptTarget.Latest).statements.flatMap((statement) => {
    const violation = exportViolation(statement);
    return violation === undefined ? [] : [`${file}: ${violation}`];
  });

const targetsOf = (file: string, sources: Sources): ReadonlyArray<string> =>
  specifiersIn(sources[file] ?? '').flatMap((specifier) =>
    specifier.startsWith('.') ? (targetOf(file, specifier, sources) ?? []) : [],
  );

const homeless = (file: string): ReadonlyArray<string> => {
  const layer = layerOf(file);
  if (!(layer in layers)) return [`${file}: belongs to no layer`];
  const table = rooms[layer];
  return table === undefined || roomOf(file) in table
    ? []
    : [`${file}: belongs to no room of ${layer}`];
};

/** The ways in which the rooms of a folder may import each other in a circle. */
export const roomCycles = (table: Rooms): ReadonlyArray<string> =>
  cycles(table).map((cycle) => cycle.map(nameOf).join(' → '));

/** Everything in these files of `src`, given by path, that breaks the rules of the layers. */
export const violations = (sources: Sources): ReadonlyArray<string> => {
  const files = Object.keys(sources);
  const graph = Object.fromEntries(files.map((file) => [file, targetsOf(file, sources)]));
  return [
    ...files.flatMap(homeless),
    ...files.flatMap((file) => importViolations(file, sources)),
    ...files.flatMap((file) => exportViolations(file, sources[file] ?? '')),
    ...cycles(graph).map((cycle) => `import cycle: ${cycle.join(' → ')}`),
  ];
};
