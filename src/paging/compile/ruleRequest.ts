import { toUndefined, tryCatch } from 'fp-ts/Option';
import type { Slot } from '../../model/paging/draft';
import { pathBelow } from '../slots/address';
import { body } from '../slots/body';
import { header } from '../slots/header';
import { query } from '../slots/query';
import type { Sent } from './Sent';

/** A page as the rule of `byRule` sees it. Integers beyond ±(2^53 − 1) are bigints in it. @inline */
export interface RulePage {
  readonly body: unknown;
  /** Their names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly items: ReadonlyArray<unknown>;
}

/** What a cursor of `byRule` adds to the first request, or replaces in it. @inline */
export interface RuleRequest {
  /** A path below the base address, without a query string. It stands in place of that of the endpoint. */
  readonly path?: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const pathSlot: Sent[number][0] = {
  part: 'query',
  label: 'path',
  valueIn: () => undefined,
  write: (draft, path) => {
    const below = pathBelow(String(path));
    if (below === undefined) throw new TypeError();
    return (draft.path = below);
  },
};

const sentTo = (
  slot: (name: string) => Slot,
  fields: Readonly<Record<string, unknown>> = {},
): Sent => Object.entries(fields).map(([name, value]) => [slot(name), value]);

export const sentOf = ({ path, query: inQuery, body: inBody, headers }: RuleRequest): Sent => [
  ...(path === undefined ? [] : [[pathSlot, path] as const]),
  ...sentTo(query, inQuery),
  ...sentTo(body, inBody),
  ...sentTo(header, headers),
];

/** Whether a request leads away from the base. What `write` throws comes again when the request is sent. */
export const leavesBase = (write: () => RuleRequest): boolean => {
  const path = toUndefined(tryCatch(() => write().path));
  return path !== undefined && pathBelow(path.replace(/[?#].*$/s, '')) === undefined;
};
