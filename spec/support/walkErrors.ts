import { walkedTo } from '../../src/model/errors/Progress';
import { type PageToken, walkError, type WalkErrorOf, type WalkErrorTag } from '../../src/index';
import type * as O from 'fp-ts/Option';

type Examples = { readonly [Tag in WalkErrorTag]: WalkErrorOf<Tag> };

/** One error of each tag, all at the same place of a walk. */
export const errorsAt = (place: O.Option<PageToken>): Examples => {
  const progress = walkedTo.carry({ pages: 2, objects: 7, attempts: 1 }, { pageToken: place });
  return {
    InvalidRequest: walkError('InvalidRequest', {
      problems: [{ at: 'objectType', message: 'is bad' }],
      progress,
    }),
    Unauthorized: walkError('Unauthorized', {
      reason: 'the credential was refused',
      status: 401,
      progress,
    }),
    PageTokenExpired: walkError('PageTokenExpired', {
      status: 400,
      errorName: 'InvalidPageToken',
      progress,
    }),
    RetrievalLimitExceeded: walkError('RetrievalLimitExceeded', { status: 400, progress }),
    HttpFailure: walkError('HttpFailure', {
      status: 503,
      errorName: 'Busy',
      errorInstanceId: 'i-1',
      progress,
    }),
    NetworkFailure: walkError('NetworkFailure', {
      reason: 'socket hang up',
      code: 'ECONNRESET',
      progress,
    }),
    TimedOut: walkError('TimedOut', { after: 5000, progress }),
    InvalidEnvelope: walkError('InvalidEnvelope', {
      problems: [{ at: 'data', message: 'is bad' }],
      progress,
    }),
    InvalidObject: walkError('InvalidObject', {
      page: 1,
      index: 3,
      problems: [{ at: 'properties', message: 'is bad' }],
      record: {},
    }),
    ProtocolViolation: walkError('ProtocolViolation', { rule: 'RepeatedToken', progress }),
  };
};
