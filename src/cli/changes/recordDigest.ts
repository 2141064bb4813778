import { createHash } from 'node:crypto';

/** A list or an object that is being written, and how far. */
interface Frame {
  readonly names: ReadonlyArray<string> | undefined;
  readonly values: Readonly<Record<string | number, unknown>>;
  readonly length: number;
  at: number;
}

const frameOf = (value: object): Frame => {
  const values = value as Frame['values'];
  if (Array.isArray(value)) return { names: undefined, values, length: value.length, at: 0 };
  const names = Object.keys(value).sort();
  return { names, values, length: names.length, at: 0 };
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** JSON has no text for these, but they came as JSON: 1e999 is read as Infinity. */
const scalarText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'bigint' ? String(value) : JSON.stringify(value);

/** Text that is not hashed yet; a record may be as large as a page. */
const maxText = 65_536;

/**
 * SHA-256 of a record that came as JSON, whatever the order of its fields. It tells two states of an object apart even where
 * the author of the object wants it not to. It does not use the stack: JSON may nest deeper than that goes.
 */
export const recordDigest = (record: object): string => {
  const hash = createHash('sha256');
  const frames: Array<Frame> = [];
  let text = '';

  const write = (part: string): void => {
    text += part;
    if (text.length < maxText) return;
    hash.update(text);
    text = '';
  };
  const begin = (value: unknown): void => {
    if (!isObject(value)) {
      write(scalarText(value));
      return;
    }
    const frame = frameOf(value);
    write(frame.names === undefined ? '[' : '{');
    frames.push(frame);
  };

  begin(record);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const { names, values, length, at } = frame;
    if (at === length) {
      write(names === undefined ? ']' : '}');
      frames.pop();
      continue;
    }
    frame.at += 1;
    if (at > 0) write(',');
    const name = names?.[at];
    if (name !== undefined) write(`${JSON.stringify(name)}:`);
    begin(values[name ?? at]);
  }
  return hash.update(text).digest('base64url');
};
