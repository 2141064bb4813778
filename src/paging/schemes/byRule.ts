import { type Option, chain, fromEither, isNone, isSome } from 'fp-ts/Option';
import type { Decoder, Encoder } from 'io-ts';
import type { Paging } from '../../model/paging/scheme';
import { checkKnown } from '../../model/optionChecks';
import { pagingBy } from '../compile/compile';
import { startingWith } from '../compile/requests';
import { breaks, goesOn, lastPage } from '../compile/Rule';
import type { Sent } from '../compile/Sent';
import { leavesBase, type RulePage, type RuleRequest, sentOf } from '../compile/ruleRequest';

/** Options of `byRule`. @since 0.2.0 */
export interface ByRuleOptions<C> {
  /** What a cursor is; it must encode to JSON. A place that was kept, and a page token of your own, are read with it. */
  readonly cursor: Decoder<unknown, C> & Encoder<C, unknown>;
  /** The cursor that the first request carries. By default it carries none. */
  readonly first?: C | undefined;
  /** The cursor after a page, or none after the last one. `before` is the cursor with which the page was requested. */
  readonly next: (page: RulePage, before: Option<C>) => Option<C>;
  /** What a cursor adds to the first request, or replaces in it. */
  readonly write: (cursor: C) => RuleRequest;
}

/**
 * Pages that follow a rule of your own, where no other scheme fits. What its functions throw goes to the error channel of the
 * walk.
 *
 * @example
 * ```ts
 * import { byRule } from 'pagewalk/paging';
 * import { option as O } from 'fp-ts';
 * import * as t from 'io-ts';
 *
 * // A calendar that is read month by month.
 * const paging = byRule({
 *   cursor: t.number,
 *   first: 1,
 *   next: (_, before) => (O.isSome(before) && before.value < 12 ? O.some(before.value + 1) : O.none),
 *   write: (month) => ({ path: `/events/${month}` }),
 * });
 * ```
 *
 * @since 0.2.0
 */
export const byRule = <C>({
  cursor: codec,
  first,
  next,
  write,
  ...others
}: ByRuleOptions<C>): Paging<never> => {
  checkKnown('byRule', others);
  const read = (json: unknown): Option<C> => fromEither(codec.decode(json));
  const sent = (json: unknown): Sent => {
    const cursor = read(json);
    return isSome(cursor) ? sentOf(write(cursor.value)) : [];
  };
  return pagingBy<unknown, never>({
    label: `byRule ${codec.name}`,
    rule: {
      start: startingWith<unknown>(first === undefined ? undefined : codec.encode(first), sent),
      isCursor: (json) => isSome(read(json)),
      sent,
      next: ({ answer: { body: json, headers }, items }, before) => {
        const cursor = next({ body: json, headers, items }, chain(read)(before));
        if (isNone(cursor)) return lastPage();
        return leavesBase(() => write(cursor.value))
          ? breaks('ForeignLink')
          : goesOn(codec.encode(cursor.value));
      },
    },
  });
};
