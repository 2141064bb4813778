import { Writable } from 'node:stream';
import type { Outlet } from '../../../src/cli/terminal/Io';

/** A stream that remembers what was written to it. */
export interface Recorder extends Outlet {
  readonly text: () => string;
}

/** A standard stream, a terminal if it is given a width. */
export const recorder = (columns?: number): Recorder => {
  const chunks: Array<string> = [];
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk.toString());
      done();
    },
  });
  return Object.assign(stream, {
    text: () => chunks.join(''),
    ...(columns !== undefined && { isTTY: true, columns }),
  });
};

/** What a terminal shows in the end of a text that moves only within its last line. */
export const shown = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.split('\r').reduce((_, part) => part.replace('\x1b[K', ''), ''))
    .join('\n');
