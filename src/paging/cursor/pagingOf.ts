import { type Either, filterOrElse, isLeft, left, right } from 'fp-ts/Either';
import { type Option, isNone } from 'fp-ts/Option';
import { UnknownRecord } from 'io-ts';
import { type BrokenRule, type PageFailure, unreadable } from '../../model/errors/WalkError';
import { type PageToken, tooLong } from '../../model/PageToken';
import type { Answer, NextPage, Paging, Part, Scheme, Slot, Source } from '../../model/endpoints/Paging';
import { at } from '../parts/at';
import { type Description, descriptionProblem, readDescription } from './description';
import { problemAt } from './signals';

/** What a page says about the next one, or why it is not a page to continue with. */
type ReadNext = (
  answer: Answer,
  items: ReadonlyArray<unknown>,
  before: Option<PageToken>,
) => Either<PageFailure, NextPage>;

/** A scheme that lacks only where the items of a page are. */
export interface PagingParts<In extends Part> extends Omit<Scheme, 'read' | 'items'> {
  /** Where cursors are written to, as far as the scheme says so beforehand. */
  readonly slots?: ReadonlyArray<Slot<In>>;
  /** Why the description of the scheme cannot be right. */
  readonly problem?: string | undefined;
  readonly next: ReadNext;
}

const schemeOf = ({ next, ...rest }: PagingParts<Part>, items: Source): Scheme => {
  const problemOf: Scheme['problemOf'] = (token) => tooLong(token) ?? rest.problemOf(token);
  const sendable = filterOrElse<Option<PageToken>, BrokenRule>(
    (token) => isNone(token) || problemOf(token.value) === undefined,
    () => 'UnsendableToken',
  );
  return {
    ...rest,
    // What a place belongs to is a text that the label ends.
    label: ` ${rest.label}`,
    problemOf,
    items: items.read,
    read: (answer, before) => {
      const data = items.read(answer);
      if (!Array.isArray(data)) return unreadable([problemAt(items, 'an array', data)]);
      const found = next(answer, data, before);
      if (isLeft(found)) return found;
      items.drop?.(answer);
      return right({ data, next: sendable(found.right), fields: UnknownRecord.is(answer.body) ? answer.body : {} });
    },
  };
};

/** Makes a paging of all that is special to a scheme: it becomes a scheme when the rest of an endpoint is known. */
export const pagingOf = <In extends Part>(parts: PagingParts<In>): Paging<In> => {
  const paging: Omit<Paging<In>, '~paging'> = {
    describe: (given) => {
      const description = given as Description;
      const problem = parts.problem ?? descriptionProblem(description, parts.slots ?? []);
      return problem === undefined
        ? right({ scheme: schemeOf(parts, description.items ?? at('data')), ...readDescription(description) })
        : left(problem);
    },
  };
  return paging as Paging<In>;
};
