import { expect } from 'chai';
import fc from 'fast-check';
import { frameReader } from '../../src/node/diskQueue';

const framed = (frame: Uint8Array): Buffer => {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32LE(frame.length);
  return Buffer.concat([prefix, frame]);
};

const cut = (bytes: Buffer, length: number): ReadonlyArray<Buffer> =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  );

describe('frameReader', () => {
  it('finds every frame, empty ones too, wherever the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 20 })), fc.integer({ min: 1, max: 40 }), (frames, length) => {
        const read = frameReader();
        const found = cut(Buffer.concat(frames.map(framed)), length).flatMap((piece) => read(piece));
        expect(found.map((frame) => [...frame])).to.deep.equal(frames.map((frame) => [...frame]));
      }),
    );
  });

  it('puts a frame of very many pieces together once, not with every piece', () => {
    const read = frameReader();
    const pieces = cut(framed(Buffer.alloc(32 * 1024 * 1024)), 4096);
    expect(pieces.flatMap((piece) => read(piece))).to.have.length(1);
  });

  it('gives a frame with the piece that completes it', () => {
    const read = frameReader();
    const bytes = Buffer.concat([framed(Buffer.from('ab')), framed(Buffer.from('cd'))]);
    expect(read(bytes.subarray(0, 9)).map(String)).to.deep.equal(['ab']);
    expect(read(bytes.subarray(9, 11)).map(String)).to.deep.equal([]);
    expect(read(bytes.subarray(11)).map(String)).to.deep.equal(['cd']);
  });
});
