import { isFields } from '../../model/json/Fields';
import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { readFile } from 'node:fs/promises';
import { endpoint } from '../../model/endpoints/endpoint';
import { fieldWriter } from '../../model/endpoints/fields';
import { parseExact } from '../../model/json/parseExact';
import type { Params } from '../../model/paging/scheme';
import type { Source } from '../../model/paging/sources';
import { body as bodySlot, type Paging, query as querySlot } from '../../paging';
import type { Marking } from '../options/readers';
import { type Checked, fileComplaint, misuse } from '../terminal/Complaint';
import { type Address, bodySecrets, plainHeaders, secretsIn } from './address';
import { fixedParam, planned, type PlannedEndpoint } from './Plan';
import { slotsOf, type SchemeFlags } from './scheme';

/** Where to walk, and the body that every request has, its integers as they were written; without one they are GETs. */
export interface Target {
  readonly address: Address;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** The file that `--body` names. */
export const bodyFileOf = (body: string | undefined): string | undefined =>
  body?.startsWith('@') ? body.slice(1) : undefined;

/** Reads `--body`: a JSON object, or the file that has it behind an @. No message repeats it: it may hold a secret. */
export const readTarget = async (
  address: Address,
  { body: given }: SchemeFlags,
): Promise<Checked<Target>> => {
  if (given === undefined) return E.right({ address, body: undefined });
  const file = bodyFileOf(given);
  try {
    const text = file === undefined ? given : await readFile(file, 'utf8');
    const body = O.toUndefined(O.tryCatch(() => parseExact(text)));
    return isFields(body)
      ? E.right({ address, body })
      : E.left(misuse(`${file ?? '--body'} must be a JSON object, such as {"limit":100}`));
  } catch (error) {
    return E.left(fileComplaint(`cannot read ${file ?? ''}`, error));
  }
};

/** What of a request no text may show. */
export const targetSecrets = ({ address, body }: Target): ReadonlyArray<string> => [
  ...secretsIn(address),
  ...bodySecrets(body),
];

const fixedParams = ({ address, body = {} }: Target): Params =>
  Object.fromEntries([
    ...Array.from(address.query, ([name, values]) =>
      fixedParam({ label: querySlot(name).label, write: fieldWriter('query', name) }, values),
    ),
    ...Object.entries(body).map(([name, value]) => fixedParam(bodySlot(name), value)),
  ]);

export type WalkFlags = SchemeFlags & { readonly mark?: Marking };

export const endpointAt = (
  target: Target,
  described: { readonly paging: Paging; readonly items: Source; readonly flags: WalkFlags },
): Checked<PlannedEndpoint> => {
  const { address, body } = target;
  const { flags, paging, items } = described;
  const slots = [...slotsOf(flags), ...(flags.mark?.asking ? [flags.mark.asking.to] : [])];
  const { method = body === undefined ? 'GET' : 'POST' } = flags;
  if (method === 'GET' && (body !== undefined || slots.some(({ part }) => part === 'body'))) {
    return E.left(
      misuse('body:PATH goes with --body, which makes a POST of every request: a GET has no body'),
    );
  }
  const carried = fixedParams(target);
  const pageSize = flags.pageSize?.to;
  if (pageSize !== undefined && pageSize.label in carried) {
    return E.left(
      misuse(
        `--page-size and the request itself both have ${pageSize.label}: leave one of them out`,
      ),
    );
  }
  const headers = plainHeaders(flags.header);
  if (E.isLeft(headers)) return headers;
  return pipe(
    E.tryCatch(
      (): PlannedEndpoint => ({
        ...endpoint({
          name: 'walk',
          method,
          path: address.path as `/${string}`,
          paging,
          items,
          headers: headers.right,
          ...(pageSize && { pageSize: pageSize as never }),
          ...(flags.errors && { errors: flags.errors }),
          ...(flags.checkEnd === false && { checkEnd: false }),
          ...(flags.form === true && { bodyAs: 'form' as const }),
        }),
        ...planned,
      }),
      (error) => misuse((error as Error).message.replace('endpoint walk: ', '')),
    ),
    // What the options write comes last: it may go into what the request has already.
    E.map((made) => ({ ...made, params: { ...carried, ...made.params } })),
  );
};
