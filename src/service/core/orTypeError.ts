import * as E from 'fp-ts/Either';

/** One bad file of objects can have thousands of problems; this many make the point. */
const maxProblems = 10;

/** What was found right, or else a `TypeError` of a function that names its problems. */
export const orTypeError = <A>(name: string, checked: E.Either<ReadonlyArray<string>, A>): A => {
  if (E.isRight(checked)) return checked.right;
  const said = checked.left.slice(0, maxProblems);
  const unsaid = checked.left.length - said.length;
  throw new TypeError(`${name}: ${[...said, ...(unsaid > 0 ? [`and ${unsaid} more`] : [])].join('; ')}`);
};
