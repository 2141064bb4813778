import { expect } from 'chai';
import fc from 'fast-check';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as ts from 'typescript';
import { inDirectory } from '../../support/inDirectory';
import { hostileNames } from '../codec/support/anyObjects';
import { runCommand } from '../support/runCommand';
import { describing, documentOf, listing, object, query, text, whole } from './support/documents';
import { formats, loaded } from './support/rich';

const marked = 'evil';
const anyText = fc.oneof(
  fc.constantFrom(
    ...hostileNames,
    `*/ ${marked}() /*`,
    `'+${marked}()+'`,
    `\n${marked}()`,
    `@ts-ignore ${marked}`,
    `\`\${${marked}()}\``,
    '@deprecated',
    'at',
    'Int64',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }).map((one) => `${one}${marked}`),
);

/** A document whose names and texts are all chosen by somebody else. */
const anyDocument = fc
  .record({
    names: fc.uniqueArray(anyText, { minLength: 6, maxLength: 6 }),
    path: anyText,
    literal: anyText,
    isOld: fc.boolean(),
  })
  .map(({ names: [a = '', b = '', c = '', d = '', e = '', f = ''], path, literal, isOld }) => {
    const own = (entries: ReadonlyArray<readonly [string, unknown]>) => Object.fromEntries(entries);
    const item = object(
      own([
        [a, text],
        [b, { enum: [literal, c] }],
        [
          c,
          {
            $ref: `#/components/schemas/${encodeURIComponent(d.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('\ud800', '').replaceAll('\udc00', ''))}`,
          },
        ],
      ]),
      [a],
    );
    const page = object({
      [e === '__proto__' ? 'e' : e]: { type: 'array', items: item },
      next_cursor: text,
    });
    const operation = listing(
      page,
      [query('cursor'), query(f, text, { description: a }), query(a, { enum: [literal] })],
      {
        operationId: b,
        summary: c,
      },
    );
    const header = { name: 'x-fixed', in: 'header', schema: { enum: [literal] } };
    return documentOf(
      {
        '/things': { get: operation },
        [`/${path}/{${d}}/x`]: {
          get: { ...operation, parameters: [...(operation.parameters as []), header] },
        },
      },
      {
        info: { title: d, version: e },
        servers: [{ url: f }],
        components: { schemas: own([[d, object(own([[e, text]]))]]) },
        ...(isOld && { 'x-old': true }),
      },
    );
  });

/** What a module calls, and every template and tag in it. */
const callsIn = (source: ts.SourceFile): ReadonlySet<string> => {
  const calls = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node))
      calls.add(node.expression.getText(source).replace(/^.*\.(?=\w+$)/s, '.'));
    if (
      ts.isTemplateLiteral(node) ||
      ts.isTaggedTemplateExpression(node) ||
      ts.isBinaryExpression(node)
    )
      calls.add(node.getText(source));
    node.getChildren(source).forEach(visit);
  };
  visit(source);
  return calls;
};

const known =
  'endpoint at query named orElse orEmpty byCursor .type .partial .intersection .union .literal .object .optional .string .unknown .looseObject .array';

describe('what somebody else has written into an OpenAPI document', () => {
  for (const as of formats) {
    it(`is data in the module, never code, as ${as}`, () =>
      fc.assert(
        fc.asyncProperty(anyDocument, async (document) => {
          const { stdout } = await describing(document, ['--as', as]);
          const source = ts.createSourceFile('a.ts', stdout, ts.ScriptTarget.ES2022, true);
          expect(
            (source as unknown as { readonly parseDiagnostics: ReadonlyArray<unknown> })
              .parseDiagnostics,
            stdout,
          ).to.deep.equal([]);
          expect(known.split(' '), stdout).to.include.members([...callsIn(source)]);
          for (const statement of source.statements)
            expect(
              ts.isImportDeclaration(statement) ||
                ts.isTypeAliasDeclaration(statement) ||
                ts.isVariableStatement(statement),
            ).to.equal(true);
          expect(stdout).not.to.match(/^\s*(\/\/|\*) *@(?!see )/m);
        }),
        { numRuns: 100 },
      ));
  }

  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  /** A document whose items have this schema. */
  const listed = (
    items: object,
    schemas: object,
    ...parameters: ReadonlyArray<ReturnType<typeof query>>
  ) => {
    const page = object({ items: { type: 'array', items }, next_cursor: text });
    return documentOf(
      { '/things': { get: listing(page, [query('cursor'), ...parameters]) } },
      { components: { schemas } },
    );
  };

  const chained = (linkOf: (to: object) => object, size = 20_000) => {
    const link = (_: unknown, index: number) => [
      `S${index}`,
      linkOf(ref(`S${(index + 1) % size}`)),
    ];
    const schemas = Object.fromEntries(Array.from({ length: size }, link)) as object;
    return listed(ref('S0'), schemas, query('q', ref('S0')));
  };

  for (const [what, linkOf] of [
    ['nothing but references', (to: object) => to],
    ['allOf', (to: object) => ({ allOf: [to] })],
    ['unions', (to: object) => ({ oneOf: [to, text] })],
    ['properties', (to: object) => object({ next: to, id: whole })],
  ] as const) {
    it(`may refer in a circle of 20,000 by ${what}`, async () => {
      const { code, stderr } = await describing(chained(linkOf));
      const nothing =
        "1 reference is unknown in the module, such as 'openapi.json#/components/schemas/S0': ";
      expect({ code, stderr }).to.deep.equal({
        code: 0,
        stderr:
          'pagewalk: 1 list: 1 strong, 0 weak, 0 unclear, 0 none; 1 described\n' +
          (what === 'nothing but references'
            ? `pagewalk: ${nothing}the document has nothing there\n`
            : ''),
      });
    });
  }

  for (const as of formats) {
    for (const [what, linkOf, isUnknown] of [
      [
        'allOf',
        (to: object) => ({ allOf: [to, { allOf: [to], properties: { id: whole } }] }),
        false,
      ],
      [
        'a property',
        (to: object) => ({ allOf: [object({ next: to }), object({ next: to, id: whole })] }),
        false,
      ],
      [
        'unions',
        (to: object) => ({ oneOf: [to, { allOf: [to], properties: { id: whole } }] }),
        true,
      ],
      [
        'parts that may be null',
        (to: object) => ({
          allOf: [to, { allOf: [to], properties: { id: whole }, nullable: true }],
        }),
        true,
      ],
    ] as const) {
      it(`may name the next schema twice, 40 times over, by ${what}: as ${as} it is read in bounded time`, async () => {
        const doubled = Object.fromEntries(
          Array.from({ length: 40 }, (_, index) => [`S${index}`, linkOf(ref(`S${index + 1}`))]),
        );
        const { stdout, stderr } = await describing(
          listed(ref('S0'), { ...doubled, S40: object({ looks: text }) }),
          ['--as', as],
        );
        const line =
          /^pagewalk: \d schemas? (is|are) unknown in the module, such as 'openapi.json#\/components\/schemas\/S3\d': more than 1,000 codecs would look at one value$/m;
        expect(line.test(stderr)).to.equal(isUnknown);
        expect(stdout.length).to.be.below(12_000);
        let looks = 0;
        const last = () =>
          Object.defineProperty({}, 'looks', { enumerable: true, get: () => ((looks += 1), 1) });
        const valueOf = (levels: number) =>
          Array.from({ length: levels }).reduce<object>(
            (next) => (what === 'a property' ? { next } : next),
            last(),
          );
        const codecs = loaded(stdout) as Readonly<
          Record<string, { readonly decode?: (value: unknown) => unknown }>
        >;
        for (let at = 0; at < 40; at += 1) {
          looks = 0;
          try {
            codecs[`S${at}`]?.decode?.(valueOf(40 - at));
          } catch {
            // As zod says that a value does not fit.
          }
          expect(looks).to.be.below(5_000);
        }
      });
    }
  }

  for (const as of formats)
    it(`may name the next schema twice, 40 times over, and the first one again in the last: as ${as} it is read in bounded time`, async () => {
      const twice = (to: object) => ({ oneOf: [to, { allOf: [to], properties: { id: whole } }] });
      const schemas = Object.fromEntries(
        Array.from({ length: 40 }, (_, index) => [`S${index}`, twice(ref(`S${index + 1}`))]),
      );
      const last = object({ looks: text, back: ref('S0') });
      const { stdout, stderr } = await describing(listed(ref('S0'), { ...schemas, S40: last }), [
        '--as',
        as,
      ]);
      expect(stderr).to.match(
        /4 schemas are unknown in the module, .*: more than 1,000 codecs would look at one value/,
      );
      expect(loaded(stdout)).to.include.keys('S0', 'S31', 'S40');
    });

  it('may refer to a schema that is not there: it is unknown, and a line says so', async () => {
    const { code, stdout, stderr } = await describing(
      listed(object({ a: ref('Nope'), b: ref('Nope') }), {}),
    );
    expect(code).to.equal(0);
    expect(stdout).to.include('a?: unknown;\n  b?: unknown;');
    expect(stderr).to.include(
      "pagewalk: 1 reference is unknown in the module, such as 'openapi.json#/components/schemas/Nope': the document has nothing there\n",
    );
  });

  it('may refer to a response, or to its schema, that is not there: the list is not described, and a line says so', async () => {
    const missing = { responses: { 200: ref('Nope') } };
    const { code, stdout, stderr } = await describing(
      documentOf({
        '/things': { get: missing },
        '/others': { get: listing(ref('None')) },
        '/things/{id}': { get: missing },
      }),
    );
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(stderr.trimEnd().split('\n')).to.deep.equal([
      'pagewalk: GET /things is not described: its response refers to openapi.json#/components/schemas/Nope, which cannot be read',
      'pagewalk: GET /others is not described: its response refers to openapi.json#/components/schemas/None, which cannot be read',
      'pagewalk: 2 lists: 0 strong, 0 weak, 2 unclear, 0 none; 0 described',
    ]);
  });

  it('may name the same schema 2,000 times as an alternative, and again in each of them', async () => {
    const named = (name: string) => ({ oneOf: Array.from({ length: 2_000 }, () => ref(name)) });
    const page = object({
      data: { type: 'array', items: named('A') },
      has_more: { type: 'boolean' },
    });
    const { stdout } = await describing(
      documentOf(
        { '/things': { get: listing(page, [query('starting_after')]) } },
        { components: { schemas: { A: named('B'), B: named('C'), C: object({ id: text }) } } },
      ),
    );
    expect(stdout).to.include(
      "paging: byLastItem({ from: at('id'), more: orElse(at('has_more'), false), to: query('starting_after') })",
    );
  });

  it('may be nested deeply', async () => {
    const deep = `${'{"items":'.repeat(50_000)}{}${'}'.repeat(50_000)}`;
    const document = JSON.stringify(
      documentOf({
        '/things': {
          get: listing(object({ items: { type: 'array', items: 'DEEP' }, next_cursor: text }), [
            query('cursor'),
          ]),
        },
      }),
    );
    const { code, stdout } = await describing(document.replace('"DEEP"', deep));
    expect(code).to.equal(0);
    expect(stdout.length).to.be.below(20_000);
  });

  it('is refused beyond 100 MB', () =>
    inDirectory(async (directory) => {
      const file = join(directory, 'openapi.json');
      await writeFile(file, '');
      await truncate(file, 100 * 1024 * 1024 + 1);
      const { code, stderr } = await runCommand(['describe', file]);
      expect({ code, stderr: stderr.replace(directory, '') }).to.deep.equal({
        code: 2,
        stderr: 'pagewalk: cannot read /openapi.json: all files together are larger than 100 MB\n',
      });
    }));

  it('is refused where it has too many values', async () => {
    const { code, stderr } = await describing(
      `{"openapi":"3.0.0","x":[${'[],'.repeat(6_000_000)}[]]}`,
    );
    expect({ code, isSaid: stderr.includes('it has too many values') }).to.deep.equal({
      code: 2,
      isSaid: true,
    });
  });
});
