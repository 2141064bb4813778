import { expect } from 'chai';
import { holdsPrototype } from '../../../src/model/records/holdsPrototype';

const bad: unknown = JSON.parse('{"__proto__":1}');

describe('law 31: holdsPrototype', () => {
  it('finds the key at any depth', () => {
    for (const value of [bad, [bad], { a: [{ b: bad }] }, { a: 1, b: [[[bad]]] }])
      expect(holdsPrototype(value)).to.equal(true);
    for (const value of [undefined, null, 1, '__proto__', [], {}, { a: ['__proto__'] }])
      expect(holdsPrototype(value)).to.equal(false);
  });

  it('looks at a value that holds itself once, and at one that is held a billion times', () => {
    const cycle: Record<string, unknown> = { a: [] };
    cycle.a = [cycle, { cycle }];
    expect(holdsPrototype(cycle)).to.equal(false);
    let often: unknown = { leaf: 1 };
    for (let depth = 0; depth < 60; depth += 1) often = [often, { often }];
    expect(holdsPrototype(often)).to.equal(false);
    cycle.b = bad;
    expect(holdsPrototype([cycle])).to.equal(true);
  });

  it('does not ask a buffer for its numbers', () => {
    const buffer = new Uint8Array(3);
    const asked: Array<PropertyKey> = [];
    Object.setPrototypeOf(
      buffer,
      new Proxy(Uint8Array.prototype, {
        get: (from, name) => (asked.push(name), Reflect.get(from, name) as unknown),
        ownKeys: (from) => (asked.push('all'), Reflect.ownKeys(from)),
      }),
    );
    expect(holdsPrototype({ buffer })).to.equal(false);
    expect(asked).to.deep.equal([]);
  });
});
