import type { Fault } from './Fault';

/**
 * How the reference service behaves. Every option has a default that keeps the conventions.
 *
 * @since 0.1.0
 */
export interface ServiceOptions {
  /** Default: a free port. */
  readonly port?: number;
  /** Objects by type: the `properties` of each. Default: demo data. */
  readonly objects?: Readonly<Record<string, ReadonlyArray<Readonly<Record<string, unknown>>>>>;
  /** The ontology that holds them. Default `ri.ontology.main.demo`. */
  readonly ontologyRid?: string;
  /** The family of search endpoints that knows them. Default `demo`. */
  readonly apiFamily?: string;
  /** The bearer token that search demands. Default: a random one, told by `startService`. */
  readonly token?: string;
  /** Demand the token from list too, where the conventions leave it open. Default false. */
  readonly protectList?: boolean;
  /** Objects in a page where none or a larger size is asked for. Default 100. */
  readonly maxPageSize?: number;
  /** How many objects more (or, if negative, fewer) than asked for a page holds. Default 0. */
  readonly pageSizeDrift?: number;
  /** How revision 1.0 marks its last page; `mixed` alternates. Default `null`. */
  readonly lastPage?: 'null' | 'absent' | 'mixed';
  /** Milliseconds that a page token is good for. Default 60,000. */
  readonly tokenLifetime?: number;
  /** The most objects that one list walk hands out. Default 10,000. */
  readonly limit?: number;
  /** Milliseconds that a snapshot is kept. Default 600,000. */
  readonly snapshotLifetime?: number;
  /** The most bytes that a request body may have. Default 1 MiB. */
  readonly maxBodyBytes?: number;
  readonly faults?: ReadonlyArray<Fault>;
  /** Makes page tokens' keys, random faults and error instance ids repeatable. Default: random. */
  readonly seed?: number;
}
