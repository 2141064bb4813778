import { expectTypeOf } from 'expect-type';
import {
  type HttpFailure,
  isWalkError,
  matchWalkError,
  type NetworkFailure,
  type TimedOut,
  type WalkError,
  walkError,
} from '../../../src/model/errors/WalkError';

declare const error: WalkError;
declare const errors: ReadonlyArray<WalkError>;

const progress = { pages: 0, objects: 0, attempts: 1 };

// The tag narrows, and so do the guards.
if (error._tag === 'TimedOut') expectTypeOf(error).toEqualTypeOf<TimedOut>();
if (isWalkError('HttpFailure')(error)) expectTypeOf(error).toEqualTypeOf<HttpFailure>();
expectTypeOf(errors.filter(isWalkError('TimedOut', 'NetworkFailure'))).toEqualTypeOf<
  Array<TimedOut | NetworkFailure>
>();
// @ts-expect-error there is no such tag
isWalkError('Timeout');

// A constructor takes the detail of its tag, whole.
expectTypeOf(walkError('TimedOut', { after: 5, progress })).toEqualTypeOf<TimedOut>();
// @ts-expect-error the detail lacks its progress
walkError('TimedOut', { after: 5 });
// @ts-expect-error the detail is another tag's
walkError('TimedOut', { status: 500, progress });

const handlers = {
  InvalidRequest: () => 0,
  Unauthorized: () => 0,
  PageTokenExpired: () => 0,
  RetrievalLimitExceeded: () => 0,
  HttpFailure: (e: HttpFailure) => e.status,
  NetworkFailure: () => 0,
  TimedOut: () => 0,
  InvalidEnvelope: () => 0,
  InvalidObject: () => 0,
};

// A match handles every tag, each with the error of that tag, and answers what its handlers answer.
expectTypeOf(
  matchWalkError({ ...handlers, ProtocolViolation: (e) => e.rule.length }),
).toEqualTypeOf<(error: WalkError) => number>();
// @ts-expect-error ProtocolViolation is forgotten
matchWalkError(handlers);
// @ts-expect-error a handler for what is no tag
matchWalkError({ ...handlers, ProtocolViolation: () => 0, Timeout: () => 0 });
// @ts-expect-error a ProtocolViolation has no status
matchWalkError({ ...handlers, ProtocolViolation: (e) => Number(e.status) });

// Errors are read-only data.
// @ts-expect-error the tag is not to be written
error._tag = 'TimedOut';
