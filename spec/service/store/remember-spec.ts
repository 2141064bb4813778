import { expect } from 'chai';
import { remember, rememberLast } from '../../../src/service/store/remember';

describe('remember', () => {
  it('keeps the latest ten thousand entries', () => {
    const map = new Map<number, string>();
    for (let key = 0; key < 10_002; key++) remember(map, key, 'value');
    expect([map.size, map.has(1), map.has(2), map.has(10_001)]).to.deep.equal([10_000, false, true, true]);
  });

  it('replaces an entry', () => {
    const map = new Map([['key', 1]]);
    remember(map, 'key', 2);
    expect([...map]).to.deep.equal([['key', 2]]);
  });
});

describe('rememberLast', () => {
  it('computes an answer once for as long as the text stays the same', () => {
    const asked: Array<string> = [];
    const length = rememberLast((text) => {
      asked.push(text);
      return text.length;
    });
    expect(['a', 'a', 'bb', 'a', 'a'].map(length)).to.deep.equal([1, 1, 2, 1, 1]);
    expect(asked).to.deep.equal(['a', 'bb', 'a']);
  });

  it('remembers an answer that is undefined, and nothing of what throws', () => {
    let times = 0;
    const compute = rememberLast((text) => {
      times += 1;
      if (text === 'bad') throw new Error(text);
      return text === 'a' ? undefined : text;
    });
    expect([compute('a'), compute('a'), times]).to.deep.equal([undefined, undefined, 1]);
    expect(() => compute('bad')).to.throw('bad');
    expect(() => compute('bad')).to.throw('bad');
    expect(times).to.equal(3);
  });
});
