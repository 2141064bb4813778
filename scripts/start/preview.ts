import { Writable } from 'node:stream';

/** Shows the first lines of a text on a screen, and at its end how many there were. */
export const preview = (screen: Writable, maxLines: number): Writable => {
  let lines = 0;
  const rest = (): string =>
    lines > maxLines
      ? `${maxLines} of ${lines} objects are shown; a pipe gets all of them (npm start --silent | head)\n`
      : '';
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, _encoding, done) => {
      const parts = String(chunk).split('\n');
      const shown = parts.slice(0, Math.max(0, maxLines - lines));
      const isCut = shown.length < parts.length;
      lines += parts.length - 1;
      screen.write(shown.join('\n') + (isCut && shown.length > 0 ? '\n' : ''), done);
    },
    final: (done) => {
      screen.write(rest(), done);
    },
  });
};
