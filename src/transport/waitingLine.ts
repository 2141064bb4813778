type Start = () => void;

interface Waiter {
  readonly start: Start;
  before: Waiter;
  after: Waiter;
}

/** First come, first served, and one may leave: joining, leaving and being the first cost the same in any line. */
export interface WaitingLine {
  readonly size: number;
  /** Gives the way to leave, which says whether one was still waiting. */
  readonly join: (start: Start) => () => boolean;
  /** Takes the first out of the line; asking an empty line is a mistake of the caller. */
  readonly first: () => Start;
}

export const waitingLine = (): WaitingLine => {
  let size = 0;
  // A ring: the end of the line stands before its beginning, and is nobody.
  const nobody = {} as Waiter;
  nobody.before = nobody.after = nobody;

  const remove = (waiter: Waiter): boolean => {
    if (waiter.after === waiter) return false;
    waiter.before.after = waiter.after;
    waiter.after.before = waiter.before;
    waiter.before = waiter.after = waiter;
    size -= 1;
    return true;
  };

  return {
    get size() {
      return size;
    },
    join: (start) => {
      const waiter: Waiter = { start, before: nobody.before, after: nobody };
      waiter.before.after = nobody.before = waiter;
      size += 1;
      return () => remove(waiter);
    },
    first: () => {
      const { after } = nobody;
      remove(after);
      return after.start;
    },
  };
};
