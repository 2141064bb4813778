import * as E from 'fp-ts/Either';
import { inspect } from 'node:util';

/** The value of a Right; a Left, or nothing, fails the spec that expected one. */
export const rightOf = <A>(either: E.Either<unknown, A> | undefined): A => {
  if (either && E.isRight(either)) return either.right;
  throw new Error(`expected a Right, but got ${inspect(either, { depth: 4 })}`);
};

/** The error of a Left; a Right, or nothing, fails the spec that expected one. */
export const leftOf = <L>(either: E.Either<L, unknown> | undefined): L => {
  if (either && E.isLeft(either)) return either.left;
  throw new Error(`expected a Left, but got ${inspect(either, { depth: 4 })}`);
};
