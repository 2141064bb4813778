import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type SeenEvent, seenEvent } from '../../devtools/model/SeenEvent';
import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';

/** Of a larger file only the end is read: the panel remembers no more. */
const maxBytes = 64 * 2 ** 20;

const chunkBytes = 256 * 2 ** 10;

/** No event is longer. A longer line is not kept while its end is looked for. */
export const maxEventLine = 64 * 2 ** 10;

/** Puts lines together from parts. A line that is too long is left out, and so is one whose beginning was cut off. */
const createLines = (isCut: boolean) => {
  let rest = '';
  let isSkipped = isCut;
  return (text: string): ReadonlyArray<string> => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    const whole = lines.slice(isSkipped ? 1 : 0).filter(({ length }) => length <= maxEventLine);
    isSkipped = (isSkipped && lines.length === 0) || rest.length > maxEventLine;
    if (isSkipped) rest = '';
    return whole;
  };
};

/** To open a named pipe would wait until somebody writes to it; Windows has none, and no such flag. */
const flags =
  constants.O_RDONLY | ((constants as { readonly O_NONBLOCK?: number }).O_NONBLOCK ?? 0);

/** Opens a file that has a size and can be read again. Anything else, as a folder or a pipe, is an error. */
export const openRegular = async (file: string): Promise<FileHandle> => {
  const handle = await open(file, flags);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new Error('it is not a regular file');
};

export const readGrowing = async (file: string) => {
  const handle = await openRegular(file);
  const { size, ino, dev } = await handle.stat();
  /** Whether the name is that of another file by now: this one was rotated. Until that one is there, this one is read. */
  const isReplaced = async (): Promise<boolean> => {
    const found = await stat(file).catch(() => undefined);
    return found !== undefined && (found.ino !== ino || found.dev !== dev);
  };
  let offset = Math.max(0, size - maxBytes);
  const linesOf = createLines(offset > 0);
  const decoder = new TextDecoder();
  const buffer = Buffer.alloc(chunkBytes);
  return {
    /** Lines that have come since. `isRead`: all that there is was read before. `isBegunAgain`: the file was begun again, or replaced. */
    next: async () => {
      const { size: now } = await handle.stat();
      if (now < offset) return { lines: [], isRead: true, isBegunAgain: true };
      const { bytesRead } = await handle.read(buffer, 0, chunkBytes, offset);
      if (bytesRead === 0) return { lines: [], isRead: true, isBegunAgain: await isReplaced() };
      offset += bytesRead;
      const lines = linesOf(decoder.decode(buffer.subarray(0, bytesRead), { stream: true }));
      return { lines, isRead: false, isBegunAgain: false };
    },
    close: () => handle.close(),
  };
};

type GrowingFile = Awaited<ReturnType<typeof readGrowing>>;

const interval = 250;

/** What a line tells, or undefined: a line of a stranger's file may be anything. */
export const eventOf = (line: string): SeenEvent | undefined => {
  try {
    return seenEvent(JSON.parse(line));
  } catch {
    return undefined;
  }
};

/** One message of a stream of server-sent events. JSON has no line breaks. */
const message = (value: unknown, type = 'message'): string =>
  `event: ${type}\ndata: ${JSON.stringify(value)}\n\n`;

/** A file that is gone, until another one has its name. */
const gone = (file: string): GrowingFile => ({
  next: async () => ({
    lines: [],
    isRead: true,
    isBegunAgain: await openRegular(file).then(
      (found) => found.close().then(() => true),
      () => false,
    ),
  }),
  close: () => Promise.resolve(),
});

const sendAll = async (
  files: ReadonlyArray<GrowingFile>,
  response: ServerResponse,
): Promise<void> => {
  while (!response.destroyed) {
    let isQuiet = true;
    for (const [source, file] of files.entries()) {
      const { lines, isRead, isBegunAgain } = await file.next();
      // The page asks again, and is sent everything from the beginning.
      if (isBegunAgain) return;
      const events = lines.map(eventOf).filter((event) => event !== undefined);
      // A line that is too long to be an event may take many reads: nothing waits for its end.
      isQuiet &&= isRead;
      if (events.length === 0) continue;
      const hasRoom = response.write(message(events.map((event) => [source, event])));
      // A page that does not read must not make this process hold what it was sent.
      if (!hasRoom) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
    if (isQuiet) await wait(interval);
  }
};

/** Sends what the files hold, and what they come to hold, for as long as the page listens. */
export const sendEvents = async (
  files: ReadonlyArray<string>,
  response: ServerResponse,
): Promise<void> => {
  const opened: Array<GrowingFile> = [];
  // Before a file is opened: a page that does not get a stream of events never asks again.
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('retry: 1000\n');
  try {
    for (const file of files) opened.push(await readGrowing(file).catch(() => gone(file)));
    const names = files.map((file) => basename(file));
    response.write(message(names, 'files'));
    await sendAll(opened, response);
  } catch {
    // A file that cannot be read any more: the page asks again.
  } finally {
    await Promise.all(opened.map((file) => file.close()));
    response.end();
  }
};
