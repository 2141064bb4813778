import { expect } from 'chai';
import { join } from 'node:path';
import * as ts from 'typescript';
import { describing } from './support/documents';
import { formats, rich } from './support/rich';

/** What somebody writes who uses the module. */
const use = `
import { createClient, fetchTransport } from 'pagewalk';
import { listNodes, endpoint2 } from './described';
const client = createClient({ transport: fetchTransport({ baseURL: 'https://api.example.com' }) });
client.objects(listNodes, { node_id: 'a', sort: 'up', labelField: 'x', 'since[gt]': 1, big: 1n, pageSize: 5 });
client.objects(endpoint2, { where: { a: 'x' }, placeField: 'y' });
// @ts-expect-error There is no such order.
client.objects(listNodes, { node_id: 'a', sort: 'sideways' });
// @ts-expect-error The id is missing.
client.objects(listNodes, {});
export type Kind = typeof listNodes extends { readonly codec?: infer C } ? C : never;
`;

/** Everything that the compiler says of a module and of a program that uses it. */
const problemsOf = (described: string): ReadonlyArray<string> => {
  const root = join(__dirname, '../../..');
  const read: { readonly config?: unknown } = ts.readConfigFile(
    join(root, 'tsconfig.json'),
    (path) => ts.sys.readFile(path),
  );
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, root);
  const files = new Map([
    [join(__dirname, 'described.ts'), described],
    [join(__dirname, 'use.ts'), use],
  ]);
  const host = ts.createCompilerHost(options);
  const plain = { ...host };
  host.getSourceFile = (name, target, ...rest) => {
    const source = files.get(name);
    return source === undefined
      ? plain.getSourceFile(name, target, ...rest)
      : ts.createSourceFile(name, source, target, true);
  };
  host.fileExists = (name) => files.has(name) || plain.fileExists(name);
  const program = ts.createProgram([...files.keys()], { ...options, declaration: true }, host);
  return [...files.keys()].flatMap((file) =>
    [
      ...program.getSyntacticDiagnostics(program.getSourceFile(file)),
      ...program.getSemanticDiagnostics(program.getSourceFile(file)),
    ].map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  );
};

describe('a module of an OpenAPI document', () => {
  for (const as of formats) {
    it(`compiles as ${as} under strict and exactOptionalPropertyTypes, and has typed fields`, async () => {
      const { stdout } = await describing(rich, ['--as', as]);
      expect(problemsOf(stdout)).to.deep.equal([]);
    }).timeout(120_000);
  }
});
