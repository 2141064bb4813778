import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { listObjects } from '../../../model/endpoints/listObjects';
import { queryValue, queryWithout, readSize, readSnapshot, readToken } from '../readParameters';
import type { ServedEndpoint } from '../ServedEndpoint';
import { envelope } from './envelope';

/** List objects, revision 1.0. */
export const list: ServedEndpoint = {
  name: 'list',
  method: listObjects.method,
  path: listObjects.path,
  isProtected: false,
  limit: 'limit',
  read: ({ params, query }) => {
    const pageToken = readToken(queryValue(query, 'pageToken'));
    if (E.isLeft(pageToken)) return pageToken;
    const pageSize = readSize(queryValue(query, 'pageSize'));
    if (E.isLeft(pageSize)) return pageSize;
    const snapshot = readSnapshot(queryValue(query, 'snapshot'));
    if (E.isLeft(snapshot)) return snapshot;
    return E.right({
      pageToken: pageToken.right,
      pageSize: pageSize.right,
      snapshot: snapshot.right,
      conditions: E.right([]),
      rest: JSON.stringify(['list', params, queryWithout(query, 'pageToken')]),
    });
  },
  write: (page, marksWithNull) => {
    const isLast = E.isRight(page.next) && O.isNone(page.next.right);
    // What breaks a rule of revision 2.0 is how revision 1.0 may say the same: null.
    return envelope(isLast && marksWithNull() ? { ...page, next: E.left('NullToken') } : page);
  },
};
