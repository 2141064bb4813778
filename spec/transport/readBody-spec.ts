import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { readBody } from '../../src/transport/readBody';

describe('readBody', () => {
  it('law 31: looks at no more of a text than shows that it is too long', async () => {
    const Encoder = TextEncoder;
    const lengths: Array<number> = [];
    globalThis.TextEncoder = class extends Encoder {
      override encode(text = '') {
        lengths.push(text.length);
        return super.encode(text);
      }
    };
    try {
      const read = (text: string) => readBody(text, 200, 10, new AbortController().signal);
      expect(await read('é'.repeat(5))).to.deep.equal(E.right('ééééé'));
      expect(await read('x'.repeat(1_000))).to.deep.equal(
        E.left({ _tag: 'ResponseTooLarge', limit: 10 }),
      );
      expect(lengths).to.deep.equal([5, 11]);
    } finally {
      globalThis.TextEncoder = Encoder;
    }
  });
});
