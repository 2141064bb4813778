import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { take } from 'rxjs';
import {
  type Client,
  createClient,
  type Demand,
  exactNumbers,
  listObjects,
  type PageStream,
  type Place,
  polite,
  type PoliteOptions,
  Query,
  searchObjects,
  type UnknownProperties,
  type WalkEvent,
} from '../../index';
import type { Asked } from '../source/answerAdvice';
import { parseWhole } from '../../model/json/parseWhole';
import type { Embedded, Source } from '../source/openSource';
import { type Checked, misuse, reasonOf } from '../terminal/Complaint';

export const readQuery = (text: string): Checked<Query> => {
  try {
    const query = parseWhole(text);
    return Query.is(query) && !Array.isArray(query)
      ? E.right(query)
      : E.left(misuse('--query must be a JSON object with a string `type`, such as {"type":"empty"}'));
  } catch (error) {
    return E.left(misuse(`--query is not JSON: ${reasonOf(error)}`));
  }
};

export interface Walk {
  readonly subject: string;
  readonly request: Readonly<Record<string, unknown>>;
  /** What a page says beside its items of how many there are in all, where it does not say `totalCount`. */
  readonly totalIn?: (fields: Readonly<Record<string, unknown>>) => unknown;
  /** Where the first answer names a next page, if something in it looks like that. */
  readonly nextElsewhere?: () => string | undefined;
  /** Its pages, wherever the client leads and whatever paces it; from a place on, or from the first page. */
  readonly pages: (client: Client, valve: Demand, place?: Place) => PageStream<UnknownProperties>;
}

export const askedOf = ({ request: { command } }: Walk): Asked =>
  command === 'search' || command === 'walk' ? command : 'list';

/** Makes the walk; what the arguments leave out, only the embedded service can fill in. */
export type WalkOf = (source: Pick<Source, 'embedded'>) => Checked<Walk>;

export interface ListArguments {
  readonly ontologyRid: string | undefined;
  readonly objectType: string | undefined;
  readonly pageSize?: number;
  readonly snapshot?: boolean;
}

export interface SearchArguments {
  readonly objectType: string | undefined;
  readonly apiFamily?: string;
  readonly query?: string;
}

/** The codec of an object type that the embedded service has; others have none, even one called `constructor`. */
const codecOf = (embedded: Embedded | undefined, objectType: string): Embedded['codecs'][string] | undefined =>
  embedded !== undefined && Object.hasOwn(embedded.codecs, objectType) ? embedded.codecs[objectType] : undefined;

/** `pagewalk list`: list objects, revision 1.0. */
export const listWalk =
  ({ pageSize, snapshot, ...given }: ListArguments): WalkOf =>
  (source) => {
    const embedded = O.toUndefined(source.embedded);
    const ontologyRid = given.ontologyRid ?? embedded?.ontologyRid;
    const objectType = given.objectType ?? embedded?.listType;
    if (ontologyRid === undefined || objectType === undefined) {
      return E.left(misuse('list needs ONTOLOGY_RID and OBJECT_TYPE where --base-url names a service'));
    }
    const properties = codecOf(embedded, objectType);
    const params = { ontologyRid, objectType, pageSize, snapshot };
    return E.right({
      subject: objectType,
      request: { command: 'list', ...params, pageSize: pageSize ?? null, snapshot: snapshot ?? false },
      pages: (client, valve, place) => client.pages(listObjects, { ...params, properties, valve, place }),
    });
  };

/** `pagewalk search`: search objects, revision 2.0. */
export const searchWalk =
  (given: SearchArguments): WalkOf =>
  (source) => {
    const embedded = O.toUndefined(source.embedded);
    const apiFamily = given.apiFamily ?? embedded?.apiFamily;
    const objectType = given.objectType ?? embedded?.searchType;
    if (apiFamily === undefined || objectType === undefined) {
      return E.left(misuse('search needs OBJECT_TYPE and --api-family where --base-url names a service'));
    }
    const properties = codecOf(embedded, objectType);
    return pipe(
      readQuery(given.query ?? '{"type":"empty"}'),
      E.map((query): Walk => {
        const params = { apiFamily, objectType, query };
        return {
          subject: objectType,
          request: { command: 'search', ...params },
          pages: (client, valve, place) => client.pages(searchObjects, { ...params, properties, valve, place }),
        };
      }),
    );
  };

/** The answers that mean "later": too many requests, and too busy. */
const later: ReadonlyArray<number> = [429, 503];

export interface ClientFlags {
  readonly attempts?: number;
  readonly polite?: PoliteOptions;
}

/**
 * A client that keeps the limits of the service, and knows when a walk waits for the service. Without limits, the client's
 * retries still wait as long as the service asks.
 */
export const clientOf = ({ transport, auth }: Pick<Source, 'transport' | 'auth'>, flags: ClientFlags) => {
  const line = flags.polite === undefined ? undefined : polite(flags.polite);
  let isAskedToWait = false;
  // A subscription that stayed would keep a timer, and with it the process, until a hold is over.
  const isHeldUp = (): boolean => {
    let isWaiting = false;
    line?.state.pipe(take(1)).subscribe(({ waiting }) => (isWaiting = waiting > 0));
    return isWaiting;
  };
  const client = createClient({
    transport: line?.(transport) ?? transport,
    auth,
    retry: { attempts: flags.attempts },
    numbers: exactNumbers,
  });
  return {
    client,
    note: (event: WalkEvent): void => {
      isAskedToWait =
        event.type === 'retry' && event.failure._tag === 'HttpFailure' && later.includes(event.failure.status);
    },
    isWaiting: (): boolean => isAskedToWait || isHeldUp(),
  };
};
