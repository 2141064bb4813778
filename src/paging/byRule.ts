import { isRight, right } from 'fp-ts/Either';
import { type Option, isSome, map, none, some, tryCatch } from 'fp-ts/Option';
import type * as t from 'io-ts';
import { parseExact } from '../model/json/parseExact';
import { writeExact } from '../model/json/writeExact';
import type { PageToken } from '../model/PageToken';
import type { Paging } from '../model/scheme/Paging';
import { body } from './body';
import { header } from './header';
import { stringsIn } from './Json';
import { pagingOf } from './pagingOf';
import { query } from './query';

/**
 * A page as the rule of `byRule` sees it.
 *
 * @since 0.1.0
 */
export interface RulePage {
  readonly body: unknown;
  /** Their names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly items: ReadonlyArray<unknown>;
}

/**
 * Options of `byRule`.
 *
 * @since 0.1.0
 */
export interface ByRuleOptions<C> {
  /** What a cursor is; it must encode to JSON. A place that was kept, and a page token of your own, are read with it. */
  readonly cursor: t.Type<C, unknown>;
  /** The cursor after a page, or none after the last one. `before` is the cursor that the page was asked for with. */
  readonly next: (page: RulePage, before: Option<C>) => Option<C>;
  /** What a cursor adds to the first request, or replaces in it. */
  readonly write: (cursor: C) => {
    readonly query?: Readonly<Record<string, string | number | boolean>>;
    readonly body?: Readonly<Record<string, unknown>>;
    readonly headers?: Readonly<Record<string, string>>;
  };
}

/**
 * Pages that follow a rule of your own, where no other scheme fits. What its functions throw goes to the error channel of the
 * walk.
 *
 * @example
 * ```ts
 * import { endpoint } from 'pagewalk';
 * import { byRule } from 'pagewalk/paging';
 * import { option as O } from 'fp-ts';
 * import * as t from 'io-ts';
 *
 * // A calendar that is read month by month, and says how many months there are.
 * const events = endpoint({
 *   name: 'events',
 *   method: 'GET',
 *   path: '/events',
 *   paging: byRule({
 *     cursor: t.number,
 *     next: ({ headers }, before) => {
 *       const month = O.getOrElse(() => 0)(before) + 1;
 *       return month < Number(headers['x-months']) ? O.some(month) : O.none;
 *     },
 *     write: (month) => ({ query: { month } }),
 *   }),
 * });
 * ```
 *
 * @since 0.1.0
 */
export const byRule = <C>({ cursor: codec, next, write }: ByRuleOptions<C>): Paging<never> => {
  const read = (pageToken: string): Option<C> => {
    const json = tryCatch(() => parseExact(pageToken));
    const decoded = isSome(json) ? codec.decode(json.value) : undefined;
    return decoded && isRight(decoded) ? some(decoded.right) : none;
  };
  return pagingOf({
    label: `byRule ${codec.name}`,
    next: ({ body: json, headers }, items, before) => {
      const cursor = next({ body: json, headers, items }, isSome(before) ? read(before.value) : none);
      return right(right(map((value: C) => writeExact(codec.encode(value)) as PageToken)(cursor)));
    },
    write: (draft, pageToken) => {
      const cursor = isSome(pageToken) ? read(pageToken.value) : none;
      if (!isSome(cursor)) return;
      const written = write(cursor.value);
      if (written.body && draft.method === 'GET') throw new TypeError('byRule: a GET has no body; use POST or query');
      for (const [name, value] of Object.entries(written.query ?? {})) query(name).write(draft, value);
      for (const [name, value] of Object.entries(written.body ?? {})) body(name).write(draft, value);
      for (const [name, value] of Object.entries(written.headers ?? {})) header(name).write(draft, value);
    },
    problemOf: (pageToken) =>
      isSome(read(pageToken)) ? undefined : `is not a cursor of this endpoint (${codec.name})`,
    secretsOf: (pageToken) => [pageToken, ...stringsIn(parseExact(pageToken))],
  });
};
