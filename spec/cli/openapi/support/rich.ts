import { documentOf, listing, object, query, text, whole } from './documents';
import { join } from 'node:path';
import { evaluate } from '../../codec/support/evaluate';

/** What a generated module exports. */
export const loaded = (source: string): Readonly<Record<string, unknown>> =>
  evaluate(
    source
      .replace("'pagewalk'", `'${join(__dirname, '../../../../src/index')}'`)
      .replace("'pagewalk/paging'", `'${join(__dirname, '../../../../src/paging/index')}'`),
  );

export const formats = ['io-ts', 'zod'] as const;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A document with all that schemas can be made of. */
export const rich = documentOf(
  {
    '/nodes/{node-id}/nodes': {
      parameters: [{ name: 'node-id', in: 'path', required: true, schema: text }],
      get: listing(
        object({
          items: { type: 'array', items: ref('Whole') },
          next_cursor: { type: 'string', nullable: true },
        }),
        [
          query('cursor'),
          query('limit', whole),
          query('sort', { type: 'string', enum: ['up', 'down'] }),
          query(
            'since',
            { anyOf: [object({ gt: whole, lt: whole }), whole] },
            { style: 'deepObject', explode: true },
          ),
          query('label'),
          query('ids', { type: 'array', items: text }),
          query('csv', { type: 'array', items: text }, { explode: false }),
          query('filter', object({ a: text })),
          query('big', { type: 'integer', format: 'int64' }),
          {
            name: 'X-Version',
            in: 'header',
            required: true,
            schema: { type: 'string', enum: ['2024'] },
          },
        ],
        { operationId: 'listNodes' },
      ),
    },
    '/search': {
      post: listing(object({ items: { type: 'array', items: ref('Pet') }, nextToken: text }), [], {
        operationId: 'endpoint',
        requestBody: {
          content: {
            'application/json': {
              schema: object(
                {
                  nextToken: text,
                  place: text,
                  where: object({ a: text, deep: ref('Node') }, ['a']),
                  secret: { ...text, readOnly: true },
                },
                ['where'],
              ),
            },
          },
        },
      }),
    },
  },
  {
    components: {
      schemas: {
        Whole: {
          type: 'object',
          required: ['id', 'parent', 'kind'],
          properties: {
            id: { type: 'integer', format: 'int64' },
            parent: ref('Node'),
            kind: { type: 'string', enum: ['cat', 'dog'] },
            lives: { type: ['integer', 'null'] },
            any: {},
            tags: { type: 'object', additionalProperties: text },
            state: { ...ref('State'), nullable: true },
            both: {
              allOf: [object({ a: text }, ['a']), object({ b: whole }), { description: 'nothing' }],
            },
            either: { oneOf: [ref('Pet'), text, { type: 'null' }] },
            mixed: { type: 'integer', enum: ['1', '2'] },
            password: { ...text, writeOnly: true },
            toString: text,
            'a-b': text,
          },
        },
        Node: object({ id: whole, children: { type: 'array', items: ref('Node') } }, [
          'id',
          'children',
        ]),
        State: { type: 'string', enum: ['on', 'off', null] },
        Pet: { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
        Cat: {
          allOf: [
            ref('Pet'),
            object({ kind: { enum: ['cat'] }, friends: { type: 'array', items: ref('Pet') } }, [
              'kind',
            ]),
          ],
        },
        Dog: object({ kind: { const: 'dog' }, self: ref('Dog'), json: ref('Json') }, ['kind']),
        Json: {
          anyOf: [
            text,
            ref('Json'),
            { type: 'array', items: ref('Json') },
            { type: 'object', additionalProperties: ref('Json') },
          ],
        },
      },
    },
  },
);
