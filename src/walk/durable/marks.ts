import type { Mark } from '../../model/place/Mark';

/** How a durable walk asks for what is new. @inline */
export interface MarkOptions<A, M extends Mark = Mark> {
  /**
   * How new an object is: its `updatedAt`, its id. Objects without a mark do not count. Annotate the type of `object`, and the mark
   * that `pages` gets has the type that this returns.
   */
  readonly of: (object: A) => M | null | undefined;
  /** What the first run asks from. Without it the first run asks for everything. */
  readonly first?: NoInfer<M> | undefined;
  /** What a run asks from instead of the kept mark: five minutes earlier, for changes that appear late. */
  readonly overlap?: ((mark: NoInfer<M>) => NoInfer<M>) | undefined;
  /**
   * Called when a run begins. No mark above it is kept: give the time of the service, and objects may come in any order.
   * Without it, marks must rise or fall from object to object.
   */
  readonly ceiling?: (() => NoInfer<M>) | undefined;
  /**
   * For a service that lists what is newest first, and takes no time to ask from: `pages` gets no mark, and a run reads from the top.
   * It ends with the page whose last object lies below the mark that it would ask from. Over counted pages give an `overlap` that
   * reaches further back than a run reads, or read everything now and then.
   */
  readonly newestFirst?: boolean | undefined;
}

// Places have a bounded size, and so has what they hold.
const maxLength = 1_000;

/** Numbers and bigints are one kind, strings of digits another, other strings a third. Anything else is NaN, which equals none. */
export const markKind = (mark: unknown): unknown => {
  if (typeof mark === 'string' && mark.length <= maxLength) return /^\d+$/.test(mark);
  return Number.isFinite(mark) || (typeof mark === 'bigint' && String(mark).length <= maxLength)
    ? 'number'
    : NaN;
};

/** Whether a mark is above another (1), below it (-1) or neither (0). */
export const compareMarks = (mark: Mark, other: Mark): number => {
  const kind = markKind(mark);
  if (kind !== markKind(other)) {
    throw new TypeError(
      'durable: marks must be strings, numbers or bigints of at most 1,000 characters (date.toISOString(), not a Date), and ' +
        'of one kind: a number beside a string, or digits beside another string, cannot be compared',
    );
  }
  const [a, b] = kind === true ? [BigInt(mark), BigInt(other)] : [mark, other];
  return Number(a > b) - Number(a < b);
};

/** The milliseconds of an ISO time, in UTC where it names no zone; NaN for anything else. Ids look like seconds. */
export const timeOf = (mark: Mark): number => {
  const text = String(mark);
  const [, day, time = ''] = /^(\d{4}-\d\d-\d\d)(?:[T ](.+))?/i.exec(text) ?? [];
  const isInZone = time === '' || /(?:Z|[+-]\d\d:?(?:\d\d)?|UTC|GMT)$/i.test(time);
  return day === undefined ? NaN : Date.parse(isInZone ? text : `${day}T${time}Z`);
};

/** More than a day ahead of the clock: it would end everything that comes after it. */
export const isAhead = (mark: Mark): boolean => timeOf(mark) > Date.now() + 86_400_000;
