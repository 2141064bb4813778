import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { seenEvent, type SeenEvent } from '../../devtools/model/SeenEvent';
import { type GrowingFile, readGrowing } from './readGrowing';

/** How long to wait before looking whether a file has grown. */
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
const message = (value: unknown, type = 'message'): string => `event: ${type}\ndata: ${JSON.stringify(value)}\n\n`;

const sendAll = async (files: ReadonlyArray<GrowingFile>, response: ServerResponse): Promise<void> => {
  while (!response.destroyed) {
    let isQuiet = true;
    for (const [source, file] of files.entries()) {
      const { lines, isRead, isShorter } = await file.next();
      // The page asks again, and is sent everything from the beginning.
      if (isShorter) return;
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
export const sendEvents = async (files: ReadonlyArray<string>, response: ServerResponse): Promise<void> => {
  const opened: Array<GrowingFile> = [];
  const names = files.map((file) => basename(file));
  // Before a file is opened: a page that is not answered with a stream of events never asks again.
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('retry: 1000\n');
  try {
    for (const file of files) opened.push(await readGrowing(file));
    response.write(message(names, 'files'));
    await sendAll(opened, response);
  } catch {
    // A file that is gone: the page asks again.
  } finally {
    await Promise.all(opened.map((file) => file.close()));
    response.end();
  }
};
