import { expect } from 'chai';
import { printed } from './support/printed';

describe('a codec printed as json-schema', () => {
  it('is a JSON Schema', () => {
    const objects = [
      { id: 1, a: 'x', c: [{ d: 'x' }] },
      { id: 2, a: null, b: [1, 'x'], c: [] },
    ];
    expect(JSON.parse(printed('json-schema', objects))).to.deep.equal({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Thing',
      $comment:
        'Generated from 2 objects by pagewalk codec. A property that one of them lacked is optional, one that was null may be null.',
      type: 'object',
      properties: {
        a: { type: ['string', 'null'] },
        b: { type: 'array', items: { type: ['string', 'number'] }, $comment: 'integer items' },
        c: {
          type: 'array',
          items: { type: 'object', properties: { d: { type: 'string' } }, required: ['d'] },
          $comment: 'text objects',
        },
        id: { type: 'number', $comment: 'integer' },
      },
      required: ['a', 'c', 'id'],
    });
  });

  it('has literals on request as one list', () => {
    const objects = [{ a: 'x' }, { a: 1 }, { a: null }];
    expect(JSON.parse(printed('json-schema', objects, { literals: true }))).to.deep.include({
      properties: { a: { anyOf: [{ enum: ['x', 1] }, { type: 'null' }], $comment: 'integer' } },
    });
  });
});
