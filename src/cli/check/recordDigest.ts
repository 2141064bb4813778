import { createHash, type Hash, hash as hashOf } from 'node:crypto';

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

/** JSON has no text for Infinity, but 1e999 is read as such. */
const scalarText = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : String(value);

/** Text that is not hashed yet: a value may be as large as a page. */
const maxText = 65_536;

/** SHA-256 of a value that came as JSON, whatever the order of its fields. JSON may nest deeper than the stack goes. */
export const recordDigest = (record: unknown): string => {
  const frames: Array<Frame> = [];
  let hash: Hash | undefined;
  let text = '';

  const begin = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) {
      text += scalarText(value);
      return;
    }
    const frame = frameOf(value);
    text += frame.names === undefined ? '[' : '{';
    frames.push(frame);
  };

  begin(record);
  for (let frame = frames[0]; frame !== undefined; frame = frames[frames.length - 1]) {
    const { names, values, length, at } = frame;
    if (at === length) {
      text += names === undefined ? ']' : '}';
      frames.pop();
    } else {
      frame.at += 1;
      const name = names?.[at];
      if (at > 0) text += ',';
      if (name !== undefined) text += `${JSON.stringify(name)}:`;
      begin(values[name ?? at]);
    }
    if (text.length > maxText) {
      hash = (hash ?? createHash('sha256')).update(text);
      text = '';
    }
  }
  return hash === undefined
    ? hashOf('sha256', text, 'base64url')
    : hash.update(text).digest('base64url');
};
