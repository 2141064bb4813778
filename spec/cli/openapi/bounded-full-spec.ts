import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ioTs } from '../../../src/cli/codec/flavours';
import { type Api, readApi } from '../../../src/cli/openapi/Api';
import { listingOf } from '../../../src/cli/openapi/listing';
import { requestOf } from '../../../src/cli/openapi/fields';
import { type Module, moduleOf } from '../../../src/cli/openapi/module';
import { operationsOf } from '../../../src/cli/openapi/operations';
import { expectLinear } from '../../support/cost/growth';
import { inDirectory } from '../../support/inDirectory';
import { describing, documentOf, listing, object, query, text, things } from './support/documents';

type JsonObject = Readonly<Record<string, unknown>>;

const apiOf = (document: unknown): Promise<Api> =>
  inDirectory(async (directory) => {
    const file = join(directory, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    const read = await readApi(file, {});
    if (E.isLeft(read)) throw new Error(read.left.message);
    return read.right;
  });

const written = (api: Api, room?: number, left = { room: 1_000_000 }): Module => {
  const described = operationsOf(api).flatMap((operation) => {
    const listing = listingOf(api, operation);
    const request = listing && requestOf(api, operation, listing.own, left);
    return listing && request && E.isRight(request)
      ? [{ operation, listing, request: request.right }]
      : [];
  });
  return moduleOf(api, ioTs('t', 'Int64'), described, undefined, room);
};

const counted = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index));

const named = (count: number, make: (index: number) => readonly [string, unknown]): JsonObject =>
  Object.fromEntries(counted(count, make));

const pageOf = (items: unknown) => object({ items: { type: 'array', items }, next_cursor: text });

const ref = (part: string) => ({ $ref: `#/components/${part}` });

/** As many operations as values in an enum. */
const kinds = (count: number) => ({ enum: counted(count, (index) => `value-${index}`) });

const many = (count: number, operation: JsonObject, components: JsonObject) =>
  documentOf(
    named(count, (index) => [`/list${index}`, operation]),
    { components },
  );

const cursor = query('cursor');
const list = listing(pageOf(text), [cursor]);

/** Documents of a size that could cost its square. */
const documents: Readonly<Record<string, (size: number) => JsonObject>> = {
  'one allOf of as many parts': (size) =>
    documentOf({
      '/a': {
        get: listing(pageOf({ allOf: counted(size, (index) => object({ [`p${index}`]: text })) }), [
          cursor,
        ]),
      },
    }),
  'an allOf in an allOf, as often': (size) =>
    documentOf({
      '/a': {
        get: listing(
          pageOf(
            counted(size, (index) => index).reduce<JsonObject>(
              (inner, index) => ({ allOf: [inner], properties: { [`p${index}`]: text } }),
              {},
            ),
          ),
          [cursor],
        ),
      },
    }),
  'an enum to which as many parameters refer': (size) =>
    many(
      size,
      { get: listing(pageOf(text), [cursor, query('kind', ref('schemas/Kind'))]) },
      { schemas: { Kind: kinds(size) } },
    ),
  'a parameter with an enum to which as many operations refer': (size) =>
    many(
      size,
      { get: listing(pageOf(text), [cursor, ref('parameters/Kind')]) },
      { parameters: { Kind: query('kind', kinds(size)) } },
    ),
  'a body with an enum to which as many operations refer': (size) =>
    many(
      size,
      {
        post: listing(pageOf(text), [], { requestBody: ref('requestBodies/Search') }),
      },
      {
        requestBodies: {
          Search: {
            content: {
              'application/json': { schema: object({ cursor: text, kind: kinds(size) }) },
            },
          },
        },
      },
    ),
  'a response with an enum to which as many operations refer': (size) =>
    many(
      size,
      { get: { parameters: [cursor], responses: { 200: ref('responses/List') } } },
      {
        responses: {
          List: {
            content: { 'application/json': { schema: pageOf(object({ kind: kinds(size) })) } },
          },
        },
      },
    ),
  'one operationId for as many operations': (size) =>
    documentOf(
      named(size, (index) => [`/list${index}`, { get: { ...list, operationId: 'list' } }]),
    ),
  'a path of as many parameters without a name': (size) =>
    documentOf({ [`/lists${'/{}'.repeat(size)}/a`]: { get: list } }),
};

describe('describe is bounded', () => {
  for (const [what, documentOfSize] of Object.entries(documents)) {
    it(`takes at most eight times as long for four times the size, and writes at most five times as much: ${what}`, async () => {
      const [one, four] = [await apiOf(documentOfSize(150)), await apiOf(documentOfSize(600))];
      const { length } = written(one).text;
      expect(length).to.be.above(2_000);
      expect(written(four).text.length).to.be.below(5 * length);
      expectLinear((times) => () => written(times === 1 ? one : four));
    });
  }

  it('leaves out lists whose fields are too many together, where one parameter is many fields of each', async () => {
    const parts = object(named(100, (index) => [`part${index}`, text]));
    const api = await apiOf(
      many(
        20,
        { get: listing(pageOf(text), [cursor, ref('parameters/Where')]) },
        { parameters: { Where: query('where', parts, { style: 'deepObject' }) } },
      ),
    );
    const endpoints = (room: number) =>
      written(api, undefined, { room }).text.match(/= endpoint\(/g)?.length;
    expect(endpoints(100_000)).to.equal(20);
    expect(endpoints(10_000)).to.equal(3);
  });

  it('refuses YAML whose aliases repeat too many values, and reads one whose aliases repeat few', async () => {
    const head = 'openapi: 3.0.0\ninfo: {}\npaths: {}\n';
    const aliases = (values: number) =>
      `${head}x-a: &a [${'1,'.repeat(values)}1]\nx-b: [${'*a,'.repeat(900)}*a]\n`;
    const [few, many] = [await describing(aliases(100)), await describing(aliases(12_000))];
    expect(few.stderr).to.include('0 lists');
    expect({ code: many.code, stdout: many.stdout }).to.deep.equal({ code: 2, stdout: '' });
    expect(many.stderr).to.include('it has too many values, or its aliases repeat them');
  });

  it('counts the values of all files together, also where aliases repeat them', async () => {
    const large = (name: string) =>
      `P: {name: ${name}, in: query, schema: {type: string}}\nx-a: &a [${'1,'.repeat(4_999)}1]\nx-b: [${'*a,'.repeat(799)}*a]\n`;
    const names = ['one.yaml', 'two.yaml', 'three.yaml'];
    const document = documentOf(
      named(names.length, (index) => [
        `/list${index}`,
        { get: listing(pageOf(text), [cursor, { $ref: `${names[index] ?? ''}#/P` }]) },
      ]),
    );
    const files = Object.fromEntries(names.map((name) => [name, large(name.slice(0, 3))]));
    const { stderr } = await describing(document, [], files);
    expect(stderr).to.match(/ 1 file cannot be read, such as \w+\.yaml/);
    expect(stderr).to.include('2 described');
  });

  it('leaves out what makes the module too large, and says so', async () => {
    const large = listing(
      object({ items: { type: 'array', items: object({ kind: kinds(500) }) }, next_cursor: text }),
      [cursor],
    );
    const wide = listing(pageOf(text), [cursor, query('kind', kinds(500))]);
    const small = listing(object({ items: things, next_cursor: text }), [cursor]);
    const api = await apiOf(
      documentOf({ '/large': { get: large }, '/wide': { get: wide }, '/small': { get: small } }),
    );
    const whole = written(api);
    expect({ leftOut: whole.leftOut, remarks: whole.remarks }).to.deep.equal({
      leftOut: [],
      remarks: [],
    });
    const some = written(api, 10_000);
    expect(some.text.length).to.be.below(10_000);
    expect(some.text).to.include('export const getSmall = endpoint(');
    expect(some.remarks).to.deep.equal([
      "2 schemas are unknown in the module, such as '#GetLargeItem': the module would have more than 32,000,000 characters",
    ]);
    const none = written(api, 600);
    expect(none.leftOut.map(({ path }) => path)).to.deep.equal(['/wide', '/small']);
  });
});
