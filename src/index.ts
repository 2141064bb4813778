export { type Auth, type CredentialSource } from './client/credentials/Auth';
export { basic } from './client/credentials/basic';
export { bearer } from './client/credentials/bearer';
export { type Client, type ForAwaitUseIterate } from './client/Client';
export { type ClientConfig, createClient } from './client/createClient';
export {
  type EndpointParams,
  type ItemOf,
  type ListParams,
  type ObjectOf,
  type SearchParams,
} from './client/EndpointParams';
export { headers } from './client/credentials/headers';
export { iterate } from './client/iterate';
export { clientCredentials } from './client/credentials/clientCredentials';
export type { TokenEndpoint } from './client/credentials/tokenRequest';
export { refreshToken } from './client/credentials/refreshToken';
export { recordWalks } from './client/recordWalks';
export { signed } from './client/credentials/signed';
export { type StalledWalk, stalledWalks } from './client/stalledWalks';
export { walkCalls, type WalkCallsOptions } from './client/calls/walkCalls';
export { type WalkEvent } from './client/walks/WalkEvent';
export { type WalkOptions } from './client/walks/WalkOptions';
export { type Endpoint, endpoint } from './model/endpoints/endpoint';
export { type EndpointDescription } from './model/endpoints/EndpointDescription';
export { type Doubt } from './model/paging/doubts';
export { listObjects } from './model/endpoints/listObjects';
export { Query, searchObjects } from './model/endpoints/searchObjects';
export { type Classify, classify, type ErrorReading } from './model/errors/classify';
export { explain } from './model/errors/explain';
export { type Progress } from './model/errors/Progress';
export { resumeFrom } from './model/errors/resumeFrom';
export { type RetryOptions, type RetryPolicy, retryPolicy } from './model/errors/retryPolicy';
export { type Busy, type Superseded } from './model/errors/Superseded';
export {
  type BrokenRule,
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
  type TimedOut,
  type Unauthorized,
  type WalkEnd,
  type WalkError,
  walkError,
  type WalkErrorOf,
  type WalkErrorTag,
} from './model/errors/WalkError';
export { type HttpRequest, type HttpResponse } from './model/http';
export { type DeltaToken, deltaToken } from './model/DeltaToken';
export { PageToken } from './model/PageToken';
export { type Page, type PageInfo } from './model/endpoints/Page';
export type { Mark } from './model/place/Mark';
export { Place } from './model/place/Place';
export { type ObjectRecord, unchecked, type UnknownProperties } from './model/records/ObjectRecord';
export { Int64 } from './model/records/Int64';
export { exactNumbers, type Numbers } from './model/records/Numbers';
export { Scalar, ScalarProperties, TextObjects } from './model/records/properties';
export { type Codec, type StandardSchemaV1 } from './model/records/StandardSchema';
export { type Build, type PullOptions, toAsyncIterable } from './walk/streams/toAsyncIterable';
export { toReadableStream } from './walk/streams/toReadableStream';
export { axiosTransport } from './transport/axiosTransport';
export { type Budget, type Permit } from './transport/Budget';
export { fetchTransport, type FetchTransportOptions } from './transport/fetchTransport';
export {
  polite,
  type Polite,
  type PoliteOptions,
  type PoliteState,
} from './transport/polite/polite';
export { type Transport, type TransportFailure } from './transport/Transport';
export { type Change, type ChangesSinceOptions, type Version } from './walk/changes/Change';
export { changesSince } from './walk/changes/changesSince';
export { watchChanges, type WatchChangesOptions } from './walk/changes/watchChanges';
export { type Demand } from './walk/Demand';
export { durable } from './walk/durable/durable';
export type { DurableOptions, DurableStart } from './walk/durable/DurableOptions';
export { type KeptPlaces, type KeptWalk } from './walk/durable/KeptPlaces';
export { type Behind, type Claim, type Places } from './walk/durable/Places';
export { type EachPage } from './walk/each/EachPage';
export { walkEach, type WalkEachOptions } from './walk/each/walkEach';
export { pastLimit, type PastLimitOptions } from './walk/recovery/pastLimit';
export { retryExpired, type RetryExpiredOptions } from './walk/recovery/retryExpired';
export { type Key } from './walk/recovery/seenBefore';
export { lefts } from './walk/values/lefts';
export { onRights } from './walk/values/onRights';
export { orThrow } from './walk/values/orThrow';
export { rights } from './walk/values/rights';
export { skipInvalid } from './walk/values/skipInvalid';
export { WalkFailure } from './walk/values/WalkFailure';
export { type Valve } from './walk/valve/Valve';
export { withValve } from './walk/valve/withValve';
// Declarations of what a project exports name these, and pnpm does not let it import fp-ts if it has not installed that itself.
export type { Either } from 'fp-ts/Either';
export type { Option } from 'fp-ts/Option';
