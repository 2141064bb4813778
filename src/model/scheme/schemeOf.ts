import { isLeft, right } from 'fp-ts/Either';
import { UnknownRecord } from 'io-ts';
import { kindOf } from '../errors/problemsOf';
import { type Problem, unreadable } from '../errors/WalkError';
import type { Paging, Scheme, Source } from './Paging';

/** What is wrong with what was found at a source. */
export const problemAt = ({ label }: Pick<Source, 'label'>, expected: string, found: unknown): Problem => ({
  at: label,
  message: found === undefined ? 'is missing' : `must be ${expected}, but is ${kindOf(found)}`,
});

/** A paging becomes a scheme when it is known where the items of a page are. */
export const schemeOf = ({ scheme: { next: readNext, ...rest } }: Paging, items: Source): Scheme => ({
  ...rest,
  read: (answer, before) => {
    const data = items.read(answer);
    if (!Array.isArray(data)) return unreadable([problemAt(items, 'an array', data)]);
    const next = readNext(answer, data, before);
    if (isLeft(next)) return next;
    items.drop?.(answer);
    return right({ data, next: next.right, fields: UnknownRecord.is(answer.body) ? answer.body : {} });
  },
});
