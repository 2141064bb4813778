import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { readQuery } from '../../../src/cli/walk/walks';

describe('readQuery', () => {
  it('takes an object with a type, and whatever else that type needs', () => {
    const query = { type: 'eq', field: 'team', value: 'Maps' };
    expect(readQuery(JSON.stringify(query))).to.deep.equal(E.right(query));
  });

  for (const text of ['[]', '"empty"', 'null', '{}', '{"type":1}', '[{"type":"empty"}]']) {
    it(`refuses ${text}: it has no type`, () => {
      const message = '--query must be a JSON object with a string `type`, such as {"type":"empty"}';
      expect(readQuery(text)).to.deep.equal(E.left({ message, exitCode: 2 }));
    });
  }

  for (const text of ['', '{', "{'type':'empty'}", 'type=empty']) {
    it(`refuses '${text}': it is not JSON`, () => {
      const read = readQuery(text);
      if (E.isRight(read)) throw new Error('it was taken');
      expect(read.left.message).to.match(/^--query is not JSON: ./);
      expect(read.left.exitCode).to.equal(2);
    });
  }
});
