/** A value whose parts wait for their turn, the path that leads to it (two lanes of 32 bits), and its depth. */
type Waiting = readonly [value: object, low: number, high: number, depth: number];

// What was mixed last: to give back both lanes would be to make an object each time.
let low = 0;
let high = 0;

/** Mixes two lanes until each bit depends on all of them: fewer rounds let records that are nearly alike collide. */
const finish = (a: number, b: number): void => {
  for (let round = 0; round < 4; round += 1) {
    a = Math.imul(a ^ (b >>> 15), 0x9e3779b1);
    b = Math.imul(b ^ (a >>> 13), 0x85ebca6b);
  }
  low = a;
  high = b;
};

const mixText = (pathLow: number, pathHigh: number, text: string): void => {
  let a = pathLow;
  let b = pathHigh;
  for (let index = 0; index < text.length; index += 1) {
    const units = text.charCodeAt(index);
    a = Math.imul(a ^ units, 0x9e3779b1);
    b = Math.imul(b ^ units, 0x85ebca6b);
  }
  finish(a, b);
};

/**
 * What a value is made of, and a number that tells apart what would be mixed alike: [] and {}. A date of another library
 * or a URL has no fields of its own, but can write down what it is.
 */
const partsOf = (value: { readonly toJSON?: unknown }): readonly [kind: number, parts: unknown] => {
  if (value instanceof Date) return [1, value.getTime()];
  if (value instanceof Map || value instanceof Set) {
    return [2, Array.from<unknown, number>(value, recordVersion).sort()];
  }
  return [Array.isArray(value) ? 3 : 4, typeof value.toJSON === 'function' ? (value.toJSON as () => unknown)() : value];
};

/**
 * The default version of a record: a number of 53 bits made of all that it holds, at any depth.
 *
 * Each value is mixed with the path that leads to it, and the results are added up: so the order of fields does not count,
 * and nothing has to be sorted. The parts of a value wait in a list instead of on the stack, which no depth exhausts. The
 * numbers are kept in tables and files: to change what it gives is to tell every object as changed.
 */
export const recordVersion = (record: unknown): number => {
  const waiting: Array<Waiting> = [];
  const ancestors: Array<unknown> = [];
  let sumLow = 0;
  let sumHigh = 0;

  const visit = (value: unknown, pathLow: number, pathHigh: number, depth: number): void => {
    if (typeof value === 'object' && value !== null) {
      waiting.push([value, pathLow, pathHigh, depth]);
      return;
    }
    // Most numbers are whole and small; to write one down takes longer, but says all of it on every platform.
    if (typeof value === 'number' && value === (value | 0)) finish(pathLow ^ value, pathHigh ^ 5);
    else if (typeof value === 'string') mixText(pathLow, pathHigh, value);
    else mixText(pathLow, pathHigh ^ 6, typeof value + String(value));
    sumLow = (sumLow + low) | 0;
    sumHigh = (sumHigh + high) | 0;
  };

  visit(record, 0, 1, 0);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, pathLow, pathHigh, depth] = next;
    // A cycle repeats for ever, so that sooner or later a value is its own ancestor at half its depth.
    if (depth > 0 && ancestors[depth >> 1] === value) {
      throw new TypeError('a record holds itself');
    }
    ancestors[depth] = value;
    const [kind, parts] = partsOf(value);
    // The lanes change places, or {} would be mixed as a number.
    visit(kind, pathHigh, pathLow, depth);
    if (typeof parts === 'object' && parts !== null) {
      for (const name of Object.keys(parts)) {
        mixText(pathLow, pathHigh ^ kind, name);
        visit((parts as Record<string, unknown>)[name], low, high, depth + 1);
      }
    } else visit(parts, pathLow, pathHigh ^ kind, depth);
  }
  return (sumHigh & 0x1fffff) * 2 ** 32 + (sumLow >>> 0);
};
