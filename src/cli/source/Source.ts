import type { Option } from 'fp-ts/Option';
import type * as t from 'io-ts';
import type { CredentialSource, Transport, UnknownProperties } from '../../index';
import type { Gate } from '../terminal/gate';

/** What is known of the embedded service, and fills in what the arguments leave out. */
export interface Embedded {
  readonly ontologyRid: string;
  readonly apiFamily: string;
  /** The type that `list` reads. */
  readonly listType: string;
  /** The type that `search` reads. */
  readonly searchType: string;
  /** A type with more objects than a list walk hands out. */
  readonly largeType: string;
  readonly codecs: Readonly<Record<string, t.Type<UnknownProperties, unknown>>>;
}

/** A service that objects are read from: one that was named, or the embedded one. */
export interface Source {
  readonly url: string;
  readonly transport: Transport;
  /** The bearer token as it was when the source was opened. */
  readonly token: Option<string>;
  /** Where that token, and others after it, come from. */
  readonly credential: Option<CredentialSource<string>>;
  /** What the service says passes here before it is shown. It knows every credential that was sent. */
  readonly gate: Gate;
  readonly embedded: Option<Embedded>;
  readonly close: () => Promise<void>;
}
