import type { InvalidObject } from '../../model/errors/WalkError';
import type { Block } from './PageTable';

/** The rows that a list shows. */
export interface ShownRows<T> {
  readonly blocks: ReadonlyArray<Block<T>>;
  /** How many rows there are to scroll through. */
  readonly length: number;
  /** All that are in memory, in one array, which is made when it is first read. */
  readonly value: ReadonlyArray<T>;
  readonly invalid: ReadonlyArray<InvalidObject>;
}

// Apart from what compares: its closures would keep the rows before.
const rowsOf = <T>(blocks: ReadonlyArray<Block<T>>, length: number): ShownRows<T> => {
  let made: ReadonlyArray<T> | undefined;
  return {
    blocks,
    length,
    get value() {
      return (made ??= blocks.flatMap(({ rows }) => rows));
    },
    get invalid() {
      return blocks.flatMap(({ invalid }) => invalid);
    },
  };
};

/** Rows as they are shown: those before, where they are the same. */
export const shownRows = <T>(
  given: ReadonlyArray<Block<T>>,
  length: number,
  before?: ShownRows<T>,
): ShownRows<T> => {
  const blocks = given.filter(({ rows, invalid }) => rows.length + invalid.length > 0);
  const isSame = length === before?.length && blocks.length === before.blocks.length;
  return isSame && blocks.every((block, index) => block === before.blocks[index])
    ? before
    : rowsOf(blocks, length);
};
