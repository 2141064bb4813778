import type { Slot } from '../../model/endpoints/Paging';
import { body } from '../parts/body';
import { header } from '../parts/header';
import { query } from '../parts/query';
import type { Sent } from './cursorPaging';

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
 * What a cursor of `byRule` adds to the first request, or replaces in it.
 *
 * @since 0.1.0
 */
export interface RuleRequest {
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const sentTo = (slot: (name: string) => Slot, fields: Readonly<Record<string, unknown>> = {}): Sent =>
  Object.entries(fields).map(([name, value]) => [slot(name), value]);

/** The same as slots and what goes there. */
export const sentOf = ({ query: inQuery, body: inBody, headers }: RuleRequest): Sent => [
  ...sentTo(query, inQuery),
  ...sentTo(body, inBody),
  ...sentTo(header, headers),
];
