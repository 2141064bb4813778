import { expect } from 'chai';
import { remember } from '../../../src/service/store/remember';

describe('remember', () => {
  it('keeps the latest ten thousand entries', () => {
    const map = new Map<number, string>();
    for (let key = 0; key < 10_002; key++) remember(map, key, 'value');
    expect([map.size, map.has(1), map.has(2), map.has(10_001)]).to.deep.equal([
      10_000,
      false,
      true,
      true,
    ]);
  });

  it('replaces an entry', () => {
    const map = new Map([['key', 1]]);
    remember(map, 'key', 2);
    expect([...map]).to.deep.equal([['key', 2]]);
  });
});
