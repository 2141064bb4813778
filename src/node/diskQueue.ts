import type { TemporaryFile } from './temporaryFile';

// The bytes before each frame that say how long it is.
const prefixLength = 4;

/** Gives every frame that a piece completes. Pieces are put together once, so that a frame costs no more than its length. */
const frameReader = (): ((piece: Buffer) => ReadonlyArray<Buffer>) => {
  let pieces: Array<Buffer> = [];
  let available = 0;
  let needed = prefixLength;

  return (piece) => {
    pieces.push(piece);
    available += piece.length;
    if (available < needed) return [];

    let bytes = pieces.length === 1 ? piece : Buffer.concat(pieces, available);
    const frames: Array<Buffer> = [];
    for (;;) {
      needed = bytes.length < prefixLength ? prefixLength : prefixLength + bytes.readUInt32LE();
      if (bytes.length < needed) break;
      frames.push(bytes.subarray(prefixLength, needed));
      bytes = bytes.subarray(needed);
    }
    pieces = [bytes];
    available = bytes.length;
    return frames;
  };
};

/**
 * A queue of frames on files: what is taken before a block is full never sees the disk. Frames are added to the end of one
 * file while the other is read. When that is empty again the two change places: so they are never larger than what once
 * waited in them. The disk is waited for, which keeps memory bounded, however fast frames come.
 */
export const diskQueue = (create: () => TemporaryFile, blockSize = 64 * 1024) => {
  const readFrames = frameReader();
  let [read, written]: [TemporaryFile?, TemporaryFile?] = [];
  let unwritten: Array<Uint8Array> = [];
  let size = 0;

  const takeUnwritten = (): Buffer => {
    const bytes = Buffer.concat(unwritten);
    unwritten = [];
    size = 0;
    return bytes;
  };

  const nextPiece = (): Buffer => {
    if (!read?.size && written?.size) [read, written] = [written, read];
    return read?.size ? read.take(blockSize) : takeUnwritten();
  };

  return {
    push: (frame: Uint8Array): void => {
      const prefix = Buffer.alloc(prefixLength);
      prefix.writeUInt32LE(frame.length);
      unwritten.push(prefix, frame);
      size += prefixLength + frame.length;
      // Not only when a block is full: a directory that cannot be written to must be noticed at once.
      written ??= create();
      if (size >= blockSize) written.append(takeUnwritten());
    },
    /** The oldest frames, one or more. There must be one. */
    take: (): ReadonlyArray<Buffer> => {
      for (;;) {
        const frames = readFrames(nextPiece());
        if (frames.length > 0) return frames;
      }
    },
    close: (): void => {
      read?.close();
      written?.close();
    },
  };
};
