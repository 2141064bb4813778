export { type Auth, type AuthHeaders, type Credentials, type CredentialSource } from './client/Auth';
export { bearer } from './client/bearer';
export { type Client, type ObjectStream, type PageStream } from './client/Client';
export { type ClientConfig, createClient } from './client/createClient';
export {
  type EndpointParams,
  type ListParams,
  type PropertiesOption,
  type SearchParams,
  type UnknownProperties,
} from './client/EndpointParams';
export { headers } from './client/headers';
export { type WalkEvent } from './client/WalkEvent';
export { type WalkOptions } from './client/WalkOptions';
export { type Classify, classify, type ErrorReading } from './model/classify';
export { describe } from './model/describe';
export { type Endpoint, endpoint, type EndpointDescription, type Revision } from './model/endpoint';
export { type HttpRequest, type HttpResponse } from './model/http';
export { listObjects } from './model/listObjects';
export { type ObjectRecord } from './model/ObjectRecord';
export { type Page } from './model/Page';
export { PageToken, type PageTokenBrand } from './model/PageToken';
export { Place } from './model/place/Place';
export { type Progress } from './model/Progress';
export { Scalar, ScalarProperties, TextObjects } from './model/properties';
export { resumeFrom } from './model/resumeFrom';
export { type RetryOptions, type RetryPolicy, retryPolicy } from './model/retryPolicy';
export { Query, searchObjects } from './model/searchObjects';
export { type StandardSchemaV1 } from './model/StandardSchema';
export { type Superseded } from './model/Superseded';
export {
  type BrokenRule,
  type Ended,
  type HttpFailure,
  type InvalidEnvelope,
  type InvalidObject,
  type InvalidRequest,
  isWalkError,
  matchWalkError,
  type NetworkFailure,
  type PageFailure,
  type PageTokenExpired,
  type Problem,
  type ProtocolViolation,
  type RetrievalLimitExceeded,
  type ServiceAnswer,
  type TimedOut,
  type Unauthorized,
  type WalkEnd,
  type WalkError,
  walkError,
  type WalkErrorOf,
  type WalkErrorTag,
} from './model/WalkError';
export { toAsyncIterable } from './streams/toAsyncIterable';
export { toReadableStream } from './streams/toReadableStream';
export { type AxiosLike, axiosTransport, type AxiosTransportOptions } from './transport/axiosTransport';
export { type FetchLike, fetchTransport, type FetchTransportOptions } from './transport/fetchTransport';
export { polite, type Polite, type PoliteOptions, type PoliteState } from './transport/polite';
export { type Transport, type TransportFailure } from './transport/Transport';
export { type TransportLimits } from './transport/TransportLimits';
export { type Change, type ChangesSinceOptions, type Version } from './walk/changes/Change';
export { changesSince } from './walk/changes/changesSince';
export { type Demand } from './walk/Demand';
export { durable, type DurableOptions, type DurableStart } from './walk/durable/durable';
export { type Claim, type Places } from './walk/durable/Places';
export { lefts } from './walk/values/lefts';
export { onRights } from './walk/values/onRights';
export { orThrow } from './walk/values/orThrow';
export { pastLimit, type PastLimitOptions, type Reached } from './walk/recovery/pastLimit';
export { retryExpired, type RetryExpiredOptions } from './walk/recovery/retryExpired';
export { rights } from './walk/values/rights';
export { type Key } from './walk/recovery/seenBefore';
export { skipInvalid } from './walk/values/skipInvalid';
export { untilLimit } from './walk/values/untilLimit';
export { type Valve } from './walk/valve/Valve';
export { WalkFailure } from './walk/values/WalkFailure';
export { watchChanges, type WatchChangesOptions } from './walk/changes/watchChanges';
export { withValve } from './walk/valve/withValve';
