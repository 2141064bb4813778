import { expect } from 'chai';
import { join } from 'node:path';
import * as ts from 'typescript';

const file = join(__dirname, 'mistakes.ts');

const mistakes: ReadonlyArray<readonly [mistake: string, code: string, hint: RegExp]> = [
  [
    'orThrow without parentheses',
    'client.list(params).pipe(orThrow)',
    /Write orThrow\(\), with parentheses/,
  ],
  [
    'rights without parentheses',
    'client.list(params).pipe(rights)',
    /Write rights\(\), with parentheses/,
  ],
  [
    'lefts without parentheses',
    'client.list(params).pipe(lefts)',
    /Write lefts\(\), with parentheses/,
  ],
  [
    'a for await over a walk',
    'async () => { for await (const x of client.list(params)); }',
    /ForAwaitUseIterate/,
  ],
  [
    'a callback without the valve',
    'toAsyncIterable(() => client.list(params))',
    /has to take the valve/,
  ],
  [
    'objects for durable',
    "durable({ id: 'x', places, pages: (start) => client.objects(listObjects, { ...params, ...start }), work: () => [] })",
    /Write client\.pages\(…\)/,
  ],
  [
    'a polite without its transport',
    'createClient({ transport: polite({}) })',
    /Write polite\(\{ … \}\)\(transport\)/,
  ],
];

const source = `
  import { createClient, durable, fetchTransport, lefts, listObjects, orThrow, type Places, polite, rights, toAsyncIterable } from '../../src';
  declare const places: Places<void>;
  const client = createClient({ transport: fetchTransport({ baseURL: 'https://objects.example.com' }) });
  const params = { ontologyRid: 'ri.o', objectType: 'thing' };
  ${mistakes.map(([, code]) => `${code};`).join('\n')}
`;

describe('what the compiler says of a mistake', () => {
  const errors = new Map<string, string>();

  before(() => {
    const root = join(__dirname, '..', '..');
    const read: { readonly config?: unknown } = ts.readConfigFile(
      join(root, 'tsconfig.json'),
      (path) => ts.sys.readFile(path),
    );
    const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, root);
    const host = ts.createCompilerHost({ ...options, noUnusedLocals: false });
    const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true);
    const plain = { ...host };
    host.getSourceFile = (name, ...rest) =>
      name === file ? parsed : plain.getSourceFile(name, ...rest);
    host.fileExists = (name) => name === file || plain.fileExists(name);
    const program = ts.createProgram(
      [file],
      { ...options, noUnusedLocals: false, skipLibCheck: true },
      host,
    );
    for (const { start = 0, messageText } of program.getSemanticDiagnostics(parsed)) {
      const line = source.split('\n')[parsed.getLineAndCharacterOfPosition(start).line] ?? '';
      errors.set(line.trim(), ts.flattenDiagnosticMessageText(messageText, '\n'));
    }
  });

  for (const [mistake, code, hint] of mistakes)
    it(`says in at most three lines what to write instead of ${mistake}`, () => {
      const lines = (errors.get(`${code};`) ?? '').split('\n');
      expect(lines.length).to.be.at.most(3);
      expect(lines.at(-1)).to.match(hint);
    });
});
