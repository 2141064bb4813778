import { type FileHandle, open } from 'node:fs/promises';

/** A file that may still grow, read line by line. */
export interface GrowingFile {
  /** The lines that have come since it was last asked, some of them at a time. `isShorter`: the file was begun again. */
  readonly next: () => Promise<{ readonly lines: ReadonlyArray<string>; readonly isShorter: boolean }>;
  readonly close: () => Promise<void>;
}

/** Of a larger file only the end is read: the panel remembers no more. */
const maxBytes = 64 * 2 ** 20;

const chunkBytes = 256 * 2 ** 10;

/** No event is longer. What is, is not kept while its end is looked for. */
export const maxLineLength = 64 * 2 ** 10;

/** Puts lines together from parts. A line that is too long is left out. */
const createLines = (isCut: boolean) => {
  let rest = '';
  // The first line of what is left of a large file is the end of one.
  let isSkipped = isCut;
  return (text: string): ReadonlyArray<string> => {
    const parts = text.split('\n');
    const last = parts.pop() ?? '';
    const lines: Array<string> = [];
    for (const part of parts) {
      const line = rest + part;
      if (!isSkipped && line.length <= maxLineLength) lines.push(line);
      isSkipped = false;
      rest = '';
    }
    if (isSkipped || rest.length + last.length > maxLineLength) {
      isSkipped = true;
      rest = '';
    } else rest += last;
    return lines;
  };
};

export const readGrowing = async (file: string): Promise<GrowingFile> => {
  const handle: FileHandle = await open(file, 'r');
  const { size } = await handle.stat();
  let offset = Math.max(0, size - maxBytes);
  const linesOf = createLines(offset > 0);
  const decoder = new TextDecoder();
  const buffer = Buffer.alloc(chunkBytes);
  return {
    next: async () => {
      const { size: now } = await handle.stat();
      if (now < offset) return { lines: [], isShorter: true };
      const { bytesRead } = await handle.read(buffer, 0, chunkBytes, offset);
      offset += bytesRead;
      return { lines: linesOf(decoder.decode(buffer.subarray(0, bytesRead), { stream: true })), isShorter: false };
    },
    close: () => handle.close(),
  };
};
