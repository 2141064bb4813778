import * as E from 'fp-ts/Either';
import { inspect } from 'node:util';

/** The value of a Right; a Left fails the spec that expected none. */
export const rightOf = <A>(either: E.Either<unknown, A>): A => {
  if (E.isRight(either)) return either.right;
  throw new Error(`expected a Right, but got ${inspect(either, { depth: 4 })}`);
};

/** The error of a Left; a Right fails the spec that expected none. */
export const leftOf = <L>(either: E.Either<L, unknown>): L => {
  if (E.isLeft(either)) return either.left;
  throw new Error(`expected a Left, but got ${inspect(either, { depth: 4 })}`);
};
