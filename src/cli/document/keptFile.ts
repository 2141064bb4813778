import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { readOwn } from '../../node/privateFile';
import { type Checked, misuse } from '../terminal/Complaint';

/** What the output depends on: a file that is kept belongs to one request. It holds no secret. */
export type Request = Readonly<Record<string, unknown>>;

/** A query can be long; the beginning is enough to recognise it. */
const maxLength = 60;

const told = (value: unknown): string => {
  const text =
    value === undefined || value === null ? 'not given' : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const differences = (before: Request, now: Request): ReadonlyArray<string> =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((name) => !same(before[name], now[name]))
    .map((name) => `${name} was ${told(before[name])} and is ${told(now[name])}`);

/** A kind of file that a run keeps for the next one. */
export interface Kind<A> {
  /** Reads it, or says what is wrong with it. */
  readonly read: (bytes: Buffer) => E.Either<string, A>;
  /** What cannot be done with a file that is damaged or not to be trusted. */
  readonly purpose: string;
  /** What to do about that, and about a file of another request. */
  readonly advice: string;
  readonly otherAdvice: (before: Request) => string;
}

/** What an earlier run has kept for the same request; none where this is the first. */
export const readKept = async <A extends { readonly request: Request }>(
  path: string,
  request: Request,
  { read, purpose, advice, otherAdvice }: Kind<A>,
): Promise<Checked<O.Option<A>>> =>
  pipe(
    await readOwn(path, 'to writers'),
    E.chain(O.traverse(E.Applicative)(read)),
    E.mapLeft((problem) => `cannot ${purpose} ${path}: ${problem}. ${advice}`),
    E.chain((kept) => {
      const before = O.isSome(kept) ? kept.value.request : request;
      const others = differences(before, request);
      return others.length === 0
        ? E.right(kept)
        : E.left(`${path} is of another request: ${others.join('; ')}. ${otherAdvice(before)}`);
    }),
    E.mapLeft(misuse),
  );
