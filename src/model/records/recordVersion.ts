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

const mixText = (a: number, b: number, text: string): void => {
  for (let index = 0; index < text.length; index += 1) {
    const units = text.charCodeAt(index);
    a = Math.imul(a ^ units, 0x9e3779b1);
    b = Math.imul(b ^ units, 0x85ebca6b);
  }
  finish(a, b);
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What a value is made of. A date of another library or a URL has no fields of its own, but can write down what it is. */
const partsOf = (value: { readonly toJSON?: unknown }): unknown => {
  if (value instanceof Date) return value.getTime();
  if (value instanceof Map || value instanceof Set) return Array.from<unknown, number>(value, recordVersion).sort();
  return typeof value.toJSON === 'function' ? (value.toJSON as () => unknown)() : value;
};

/**
 * The default version of a record: a number of 53 bits made of all that it holds, at any depth.
 *
 * Each value is mixed with the path that leads to it, and the results are combined by XOR: so the order of fields does not
 * count, and nothing has to be sorted. The parts of a value wait in a list instead of on the stack, which no depth exhausts.
 * The numbers are kept in tables and files: to change what it gives is to tell every object as changed.
 */
export const recordVersion = (record: unknown): number => {
  const waiting: Array<Waiting> = [];
  const ancestors: Array<unknown> = [];
  let allLow = 0;
  let allHigh = 0;

  const visit = (value: unknown, pathLow: number, pathHigh: number, depth = 0): void => {
    if (isObject(value)) return void waiting.push([value, pathLow, pathHigh, depth]);
    // Most numbers are small: whole ones, amounts of money. To write one down takes longer, but says all of it. Lanes that
    // change places keep 1 from being mixed as '', true as 'true', and {} as 3.
    if (typeof value === 'string') mixText(pathLow, pathHigh, value);
    else if (typeof value === 'number' && value === (value | 0)) finish(pathHigh ^ value, pathLow);
    else if (typeof value === 'number' && value === ((value * 1_000) | 0) / 1_000) {
      finish(pathLow ^ (value * 1_000), pathHigh ^ 3);
    } else mixText(pathHigh, pathLow, String(value));
    allLow ^= low;
    allHigh ^= high;
  };

  // Lanes that are both 0 would stay so.
  visit(record, 1, 2);
  for (let next; (next = waiting.pop());) {
    const [value, pathLow, pathHigh, depth] = next;
    // A cycle repeats forever, so that sooner or later a value is its own ancestor at half its depth.
    if (ancestors[depth >> 1] === value) throw new TypeError('a record must not hold itself');
    ancestors[depth] = value;
    const parts = partsOf(value);
    // Tells apart what would be mixed alike: a list, a Set, and {}.
    const kind = Array.isArray(parts) ? (parts === value ? 1 : 2) : 3;
    visit(kind, pathHigh, pathLow);
    if (isObject(parts)) {
      for (const name of Object.keys(parts)) {
        mixText(pathLow, pathHigh ^ kind, name);
        visit((parts as Record<string, unknown>)[name], low, high, depth + 1);
      }
    } else visit(parts, pathLow, pathHigh ^ kind);
  }
  return (allHigh >>> 11) * 2 ** 32 + (allLow >>> 0);
};
