/** First in, first out, at constant cost however long the line is (`Array.shift` is linear in a large array). */
export interface Fifo<T> {
  readonly size: number;
  push(value: T): void;
  /** The oldest value; asking an empty line is a mistake of the caller. */
  take(): T;
}

export const fifo = <T>(): Fifo<T> => {
  let items: Array<T> = [];
  let head = 0;
  return {
    get size() {
      return items.length - head;
    },
    push: (value) => {
      items.push(value);
    },
    take: () => {
      const value = items[head++] as T;
      if (head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return value;
    },
  };
};
