export { asResource } from './asResource';
export { httpClientTransport, type HttpClientTransportOptions } from './http/httpClientTransport';
export { injectListCache } from './injectListCache';
export { injectMessageFor } from './injectMessageFor';
export { injectObjectQuery } from './injectObjectQuery';
export { keepScroll, type Scroller } from './keepScroll';
export type { ListCache } from './list/listCache';
export type { ScrollOptions } from './list/scrolledRows';
export { type MessageFacts, messageFacts, messageFor, type Messages, type MessageTag } from './messageFor';
export { type ObjectDataSource, objectDataSource, type ObjectDataSourceOptions } from './objectDataSource';
export type { ObjectQueryFeature, ObjectQueryFeatureKind } from './ObjectQueryFeature';
export type { FollowingDataSource, FollowingDataSourceOptions } from './params/followingDataSource';
export type { FollowOptions, FollowState } from './params/followingList';
export { type ObjectQueryConfig, provideObjectQuery } from './provideObjectQuery';
export type { ServerOutcome, ServerStatus } from './server/ServerOutcome';
export { type WalkResource, walkResource, type WalkResourceOptions } from './walkResource';
export { type WalkSignals, walkSignals, type WalkSignalsOptions } from './walkSignals';
export {
  type PendingEdit,
  type Row,
  type WalkPace,
  type WalkProgress,
  type WalkSource,
  type WalkState,
  type WalkStateOptions,
  type WalkStatus,
} from './WalkState';
export { withDevtools } from './withDevtools';
export { type ListCacheOptions, withListCache } from './withListCache';
export { withMessages } from './withMessages';
export { withSession } from './withSession';
export { type TransferStateOptions, withTransferState } from './withTransferState';
export type { WindowedDataSource, WindowedDataSourceOptions } from './window/Windowed';
export { withWindow } from './withWindow';
