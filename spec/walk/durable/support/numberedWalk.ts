import { EMPTY } from 'rxjs';
import { createClient } from '../../../../src/client/createClient';
import { listObjects } from '../../../../src/model/endpoints/listObjects';
import type { ObjectRecord } from '../../../../src/model/records/ObjectRecord';
import { durable, type DurableOptions, type DurableStart } from '../../../../src/walk/durable/durable';
import type { Places } from '../../../../src/walk/durable/Places';
import { numberedPages } from '../../../support/numberedPages';

/** Options of a durable walk over numbered pages. */
export type Own<T> = Partial<DurableOptions<ObjectRecord<Readonly<Record<string, unknown>>>, T>>;

/** The pages of a service; by default it has two, with an object each. */
export const pagesOver = (transport = numberedPages({ pages: 2, perPage: 1 }), pageSize?: number) => {
  const client = createClient({ transport, retry: false });
  return (start: DurableStart) => client.pages(listObjects, { ontologyRid: 'o', objectType: 'x', pageSize, ...start });
};

/** A durable walk over these pages that does nothing with them. */
export const numberedWalk = <T>(places: Places<T>, own: Own<T> = {}, pages = pagesOver()) =>
  durable({ id: 'walk', places, pages, work: () => EMPTY, ...own });
