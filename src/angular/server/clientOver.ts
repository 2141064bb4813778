import type { Client } from '../../client/Client';
import { listObjects } from '../../model/endpoints/listObjects';
import { searchObjects } from '../../model/endpoints/searchObjects';

/** A client whose walks are all made of these. */
export const clientOver = ({ events, pages, objects }: Pick<Client, 'events' | 'pages' | 'objects'>): Client => ({
  events,
  pages,
  objects,
  list: (params) => objects(listObjects, params),
  search: (params) => {
    const { query = { type: 'empty' }, ...rest } = { ...params };
    return objects(searchObjects, { query, ...rest });
  },
});
