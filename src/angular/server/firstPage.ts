import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { concat, defer } from 'rxjs';
import type { ObjectStream } from '../../client/Client';
import type { PropertiesOption } from '../../client/EndpointParams';
import type { WalkOptions } from '../../client/WalkOptions';
import type { Endpoint } from '../../model/endpoints/endpoint';
import { readObject } from '../../model/endpoints/Page';
import { prepareWalk } from '../../model/endpoints/prepareWalk';
import { parseJson } from '../../model/json/parseExact';
import { writeExact } from '../../model/json/writeExact';
import type { GivenNumbers } from '../../model/records/Numbers';
import { type Demand, untilReady } from '../../walk/Demand';
import type { ListedPage } from '../PagewalkFeature';

/** A first page: its records as they came, and whether another one follows. The token of that one stays on the server. */
export interface FirstPage {
  readonly data: ReadonlyArray<unknown>;
  readonly isLast: boolean;
  /** How many objects there are in all, where the service says so. */
  readonly total?: number;
}

/** The params of a list's walk. */
type ListParams = WalkOptions & { readonly valve: Demand };

export const isOfList = (params: WalkOptions): params is ListParams =>
  typeof params.valve === 'object' && 'isOfList' in params.valve && params.pageToken === undefined;

/** The request for the first page of a walk; undefined where its params are wrong. */
export const firstRequest = (endpoint: Endpoint, params: WalkOptions): string | undefined => {
  const walk = prepareWalk(endpoint, params);
  if (E.isLeft(walk)) return undefined;
  const { method, url, body = '' } = walk.right.requestFor(O.none);
  return `${method} ${url} ${body}`;
};

/** A page as it travels. */
export const packed = (page: FirstPage): FirstPage | string => {
  try {
    JSON.stringify(page);
    return page;
  } catch {
    return writeExact(page) ?? page;
  }
};

/** The objects of a page that came with the HTML. When more are wanted, the walk follows, from its first page. */
export const afterTransfer = <A>(
  endpoint: Endpoint,
  packedPage: FirstPage | string,
  numbers: GivenNumbers,
  { onPage, valve, properties }: ListParams & PropertiesOption<A>,
  walk: ObjectStream<A>,
): ObjectStream<A> => {
  const read = readObject(endpoint, properties, numbers);
  const { value, hasLarge } = typeof packedPage === 'string' ? parseJson(packedPage) : { value: packedPage };
  const { data, isLast, total } = value as FirstPage;
  const travelled = defer(() => {
    const page: ListedPage = {
      index: 0,
      records: data,
      nextPageToken: O.none,
      isLast,
      fields: {},
      ...(total !== undefined && { total }),
      isTransferred: true,
    };
    onPage?.(page);
    return data.map((record, index) => read(record, 0, index, { hasLarge: hasLarge === true }));
  });
  return isLast ? travelled : concat(travelled, untilReady(valve), walk);
};
