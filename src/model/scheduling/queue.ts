/** A value in a queue, and its neighbours. One that has left stands alone: it is its own neighbour. */
export interface QueueEntry<T> {
  readonly value: T;
  before: QueueEntry<T>;
  after: QueueEntry<T>;
}

/**
 * First in, first out, and anybody may leave. Each step costs the same however long the queue is: it is a ring of entries, for
 * `Array.shift` is linear in a large array, and so is leaving the middle of one.
 */
export const queue = <T>() => {
  let size = 0;
  // Where the ring begins and ends. It has no value.
  const end = {} as QueueEntry<T>;
  end.before = end.after = end;

  /** Takes an entry out wherever it stands, and says whether it was still there. */
  const remove = (entry: QueueEntry<T>): boolean => {
    const { before, after } = entry;
    if (after === entry) return false;
    before.after = after;
    after.before = before;
    entry.before = entry.after = entry;
    size -= 1;
    return true;
  };

  return {
    get size() {
      return size;
    },
    /** The oldest value; undefined if there is none. */
    get first() {
      return end.after.value as T | undefined;
    },
    push: (value: T): QueueEntry<T> => {
      const entry: QueueEntry<T> = { value, before: end.before, after: end };
      end.before = end.before.after = entry;
      size += 1;
      return entry;
    },
    /** Takes the oldest value out; asking an empty queue is a mistake of the caller. */
    take: (): T => {
      const { after } = end;
      remove(after);
      return after.value;
    },
    remove,
  };
};

export type Queue<T> = ReturnType<typeof queue<T>>;
