import { queue } from '../model/scheduling/queue';
import type { TemporaryFile } from './temporaryFile';

/** The bytes before each frame that say how long it is. */
const prefixLength = 4;

/**
 * Finds frames in bytes that come in pieces: give it the next piece, and it returns every frame that this completes.
 *
 * Pieces are put together only once the frame that they belong to is whole, so that a frame of very many pieces costs no
 * more than its length.
 */
export const frameReader = (): ((piece: Buffer) => ReadonlyArray<Buffer>) => {
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

export interface DiskQueue {
  push(frame: Uint8Array): void;
  /** The oldest frames, one or more. There must be one, and no other `take` under way. */
  take(): Promise<ReadonlyArray<Buffer>>;
  close(): void;
}

const maxWrites = 8;

interface Block {
  readonly position: number;
  readonly written: Promise<void>;
}

const atOnce = Promise.resolve();

/**
 * Makes a queue on the file that `create` creates when it is needed: what is taken before a block is full never sees the
 * disk. What the disk refuses goes to `onFailure`, whether it fails at once or later; only `take` rejects.
 *
 * The frames are one long row of bytes, cut into blocks of one size. A block overwrites one that has been read, if there
 * is any, so that the file is never larger than what once waited in it.
 */
export const diskQueue = (
  create: () => TemporaryFile,
  onFailure: (error: unknown) => void,
  blockSize = 64 * 1024,
): DiskQueue => {
  const blocks = queue<Block>();
  const free: Array<number> = [];
  const readFrames = frameReader();
  const prefix = Buffer.alloc(prefixLength);
  let file: TemporaryFile | undefined;
  let end = 0;
  let block: Buffer | undefined;
  let filled = 0;
  let writes = 0;

  const newPosition = (): number => {
    end += blockSize;
    return end - blockSize;
  };

  // A push cannot wait. When the disk is too slow, all that keeps memory bounded is to wait for it here.
  const write = (to: TemporaryFile, bytes: Buffer, position: number): Promise<void> => {
    if (writes >= maxWrites) {
      to.writeNow(bytes, position);
      return atOnce;
    }
    writes += 1;
    const written = to.write(bytes, position).finally(() => (writes -= 1));
    written.catch(onFailure);
    return written;
  };

  const flush = (to: TemporaryFile, full: Buffer): void => {
    const position = free.pop() ?? newPosition();
    blocks.push({ position, written: write(to, full, position) });
    block = undefined;
    filled = 0;
  };

  const append = (to: TemporaryFile, bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + blockSize - filled);
      block ??= Buffer.allocUnsafeSlow(blockSize);
      block.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled === blockSize) flush(to, block);
    }
  };

  const takeUnwritten = (): Buffer => {
    const bytes = Buffer.from(block?.subarray(0, filled) ?? []);
    filled = 0;
    return bytes;
  };

  const readBlock = async (from: TemporaryFile, { position, written }: Block): Promise<Buffer> => {
    await written;
    const bytes = await from.read(position, blockSize);
    free.push(position);
    return bytes;
  };

  return {
    push: (frame) => {
      prefix.writeUInt32LE(frame.length);
      try {
        // Not only when the first block is full: a directory that cannot be written to must be noticed at once.
        file ??= create();
        append(file, prefix);
        append(file, frame);
      } catch (error) {
        onFailure(error);
      }
    },
    take: async () => {
      for (;;) {
        const piece = file === undefined || blocks.size === 0 ? takeUnwritten() : await readBlock(file, blocks.take());
        if (piece.length === 0) throw new Error('no whole frame is left');
        const frames = readFrames(piece);
        if (frames.length > 0) return frames;
      }
    },
    close: () => file?.close(),
  };
};
