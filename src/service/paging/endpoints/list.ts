import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { listObjects } from '../../../model/endpoints/listObjects';
import { queryValue, readSize, readSnapshot, readToken, restOf } from '../readParameters';
import type { ServedEndpoint } from '../ServedEndpoint';
import { envelope } from './envelope';

/** List objects, revision 1.0 (seed 4.2). */
export const list: ServedEndpoint = {
  name: 'list',
  method: listObjects.method,
  path: listObjects.path,
  isProtected: false,
  limit: 'limit',
  read: (parts) => {
    const rest = new URLSearchParams(parts.query);
    rest.delete('pageToken');
    return pipe(
      E.Do,
      E.apS('pageToken', readToken(queryValue(parts.query, 'pageToken'))),
      E.apS('pageSize', readSize(queryValue(parts.query, 'pageSize'))),
      E.apS('snapshot', readSnapshot(queryValue(parts.query, 'snapshot'))),
      E.apS('rest', restOf('list', { ...parts, query: rest })),
      E.apS('conditions', E.right(E.right([]))),
    );
  },
  write: (page, marksWithNull) => {
    const isLast = E.isRight(page.next) && O.isNone(page.next.right);
    // What breaks a rule of revision 2.0 is how revision 1.0 may say the same: null.
    return envelope(isLast && marksWithNull() ? { ...page, next: E.left('NullToken') } : page);
  },
};
