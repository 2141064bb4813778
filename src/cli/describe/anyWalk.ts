import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as t from 'io-ts';
import { createHash } from 'node:crypto';
import { type Endpoint, endpoint, type UnknownProperties } from '../../index';
import { writeExact } from '../../model/json/writeExact';
import type { ParamWriters } from '../../model/endpoints/Paging';
import { at, body as bodySlot, type Paging, query as querySlot, type Source } from '../../paging';
import { fieldWriter } from '../../model/endpoints/writePart';
import { type Complaint, misuse } from '../terminal/Complaint';
import type { Walk } from '../walk/walks';
import type { Address } from './address';
import { readBody, type RequestBody } from './requestBody';
import { partsOf, readScheme, saidOf, type SchemeFlags } from './SchemeFlags';

/** Where to walk, and the body that every request has; without one they are GETs. */
export interface Target {
  readonly address: Address;
  readonly body: RequestBody | undefined;
}

export const readTarget = async (address: Address, { body }: SchemeFlags): Promise<E.Either<Complaint, Target>> =>
  pipe(
    body === undefined ? E.right<Complaint, RequestBody | undefined>(undefined) : await readBody(body),
    E.map((fields) => ({ address, body: fields })),
  );

/** What stands in every request from the beginning: a place belongs to it, and no walk gives it. */
const fixedParams = ({ address, body = {} }: Target): ParamWriters => {
  const inQuery = Array.from(address.query, ([name, values]) => {
    const write = fieldWriter('query', name);
    return [querySlot(name).label, [t.unknown, (draft) => write(draft, values)]] satisfies [
      string,
      ParamWriters[string],
    ];
  });
  const inBody = Object.entries(body).map(([name, value]) => {
    const { label, write } = bodySlot(name);
    return [label, [t.unknown, (draft) => write(draft, value)]] satisfies [string, ParamWriters[string]];
  });
  return Object.fromEntries([...inQuery, ...inBody]);
};

/** An endpoint whose params are strings, and perhaps a page size. */
type WalkedEndpoint = Endpoint<string, t.Props, true>;

/** An endpoint at an address. */
export const endpointAt = (
  target: Target,
  described: { readonly paging: Paging; readonly items: Source; readonly flags?: SchemeFlags },
): E.Either<Complaint, WalkedEndpoint> => {
  const { address, body } = target;
  const { flags = {}, paging, items } = described;
  const slots = partsOf(flags);
  if (body === undefined && slots.some(({ part }) => part === 'body')) {
    return E.left(misuse('body:PATH goes with --body, which makes a POST of every request: a GET has no body'));
  }
  const fixed = fixedParams(target);
  const pageSize = flags.pageSize?.value.to;
  if (pageSize !== undefined && pageSize.label in fixed) {
    return E.left(misuse(`--page-size and the request itself both have ${pageSize.label}: leave one of them out`));
  }
  return pipe(
    E.tryCatch(
      () =>
        endpoint({
          name: 'walk',
          method: body === undefined ? 'GET' : 'POST',
          path: address.path as `/${string}`,
          paging,
          items,
          ...(pageSize && { pageSize: pageSize as never }),
        }) as WalkedEndpoint,
      (error) => misuse((error as Error).message.replace('endpoint walk: ', '')),
    ),
    E.map((made) => ({ ...made, params: { ...made.params, ...fixed } })),
  );
};

/** What a bookmark keeps of what may hold a secret. */
const digestOf = (value: unknown): string | null =>
  value === undefined
    ? null
    : createHash('sha256')
        .update(writeExact(value) ?? '')
        .digest('base64url');

/** `pagewalk walk`: any paginated API, as the options describe it. */
export const anyWalk = (target: Target, flags: SchemeFlags): E.Either<Complaint, Walk> => {
  const paging = readScheme(flags);
  if (E.isLeft(paging)) return paging;
  const items = flags.items?.value ?? at('data');
  const { address, body } = target;
  const { pageSize, total } = flags;
  return pipe(
    endpointAt(target, { paging: paging.right, items, flags }),
    E.map((described) => ({
      subject: address.name,
      request: {
        command: 'walk',
        path: address.path,
        ...address.params,
        query: digestOf(address.query.size === 0 ? undefined : [...address.query]),
        body: digestOf(body),
        ...saidOf(flags),
      },
      totalIn: (fields) => total?.value.read({ body: fields, headers: {}, status: 200, request: { url: '' } }),
      pages: (client, valve, place) =>
        client.pages<WalkedEndpoint, UnknownProperties>(described, {
          ...address.params,
          ...(pageSize && { pageSize: pageSize.value.size }),
          valve,
          place,
        }),
    })),
  );
};
