import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { Readable } from 'node:stream';
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

  it('law 9: takes nothing of a body that comes after its exchange was left', async () => {
    const aborted = AbortSignal.abort();
    let pulled = 0;
    let isCancelled = false;
    const web = new ReadableStream(
      {
        pull: (controller) => {
          pulled += 1;
          controller.enqueue(new Uint8Array(1_000));
          if (pulled === 100) controller.close();
        },
        cancel: () => {
          isCancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    await readBody(web, 200, 1_000_000, aborted);
    expect({ pulled, isCancelled }).to.deep.equal({ pulled: 0, isCancelled: true });

    const node = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(1_000)));
    const read = await readBody(node, 200, 1_000_000, aborted).catch(() => 'rejected');
    expect(read).to.equal('rejected');
    expect(node.destroyed).to.equal(true);
  });
});
