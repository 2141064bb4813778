import { type Either, left, right } from 'fp-ts/Either';
import type { Answer, Source } from '../../model/paging/sources';
import { wordsAt } from '../../model/errors/messageIn';
import { typeName } from '../../model/errors/problemsOf';
import type { Problem } from '../../model/errors/WalkError';
import { isNil, missing } from './signals';

/** Whether something at the source of errors says that there is one. */
export const isSaid = (errors: unknown): boolean =>
  Boolean(errors) &&
  (typeof errors !== 'object' || Object.keys(Object(errors) as object).length > 0);

const isErrorStatus = (value: unknown): boolean => {
  const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof status === 'number' && status >= 400 && status < 600;
};

/** What a field says of an error, by its name in lower case. */
const errorFields: Readonly<Record<string, (value: unknown) => boolean>> = {
  error: isSaid,
  errors: isSaid,
  fault: isSaid,
  exception: isSaid,
  ok: (value) => value === false,
  success: (value) => value === false,
  status: isErrorStatus,
  statuscode: isErrorStatus,
  code: isErrorStatus,
};

/** The field of a body that says that it is an error, if nobody has said where errors are. */
const errorAt = (body: object): string | undefined =>
  Object.entries(body).find(([name, value]) => {
    const key = name.toLowerCase();
    return Object.hasOwn(errorFields, key) && errorFields[key]?.(value) === true;
  })?.[0] ?? wordsAt(body);

/** What stands on the way to items that are absent, so that their absence is not that of an empty list. */
const obstacle = (body: unknown, path: ReadonlyArray<string | number>): string | undefined => {
  let value = body;
  for (const [index, key] of path.entries()) {
    if (isNil(value) || (Array.isArray(value) && value.length === 0 && index > 0)) return undefined;
    if (typeof value !== 'object' || Array.isArray(value))
      return `${index === 0 ? 'the body' : path.slice(0, index).join('.')} is not an object`;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return undefined;
};

const orEmptyAdvice = 'if that is an empty page, write orEmpty(…)';

/** The items of a page. Those that are absent are none where the user has said so, and nothing in the response says otherwise. */
export interface ReadItems {
  readonly data: ReadonlyArray<unknown>;
  readonly areAbsent: boolean;
}

/** Reads the items of a response, or says why it is not a page (law 26). */
export const itemsIn = (
  items: Source,
  hasErrors: boolean,
  answer: Answer,
): Either<Problem, ReadItems> => {
  const { ifAbsent, label, path = [] } = items;
  const { body, status } = answer;
  const found = (ifAbsent?.of ?? items).read(answer);
  if (Array.isArray(found)) return right({ data: found, areAbsent: false });
  if (!isNil(found))
    return left({ at: label, message: `must be an array, but is ${typeName(found)}` });
  const isNoContent = status === 204 && body === undefined;
  const why = isNoContent
    ? undefined
    : isNil(body) || path.length === 0
      ? 'the body is not an object'
      : obstacle(body, path);
  if (why !== undefined) return left({ at: label, message: `is missing: ${why}` });
  if (!ifAbsent || !Array.isArray(ifAbsent.value))
    return left(missing(items, found, orEmptyAdvice));
  const error = isNoContent || hasErrors ? undefined : errorAt(body as object);
  return error === undefined
    ? right({ data: ifAbsent.value, areAbsent: true })
    : left({
        at: label,
        message: `is missing, and the response seems to be an error, for it has ${error}: if every page has that, write where errors are as errors of the endpoint`,
      });
};
