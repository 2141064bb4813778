import type * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { Observable } from 'rxjs';
import { type Client, clientOver } from '../client/Client';
import type { WalkOptions } from '../client/walks/WalkOptions';
import type { Endpoint } from '../model/endpoints/endpoint';
import type { PageInfo } from '../model/endpoints/Page';
import type { Numbering, Scheme } from '../model/paging/scheme';
import { requestsOf } from '../model/endpoints/requestsOf';
import type { WalkError } from '../model/errors/WalkError';
import type { PageToken } from '../model/PageToken';
import type { Demand } from '../walk/Demand';

/** What a list hears of a page. */
export interface ListedPage extends PageInfo {
  /** It came with the HTML. After it, the first page is asked for again. */
  readonly isTransferred?: true;
  /** Names the page behind another one, where the scheme can. */
  readonly follow?: Numbering['follow'] | undefined;
  /** The same for any page, where the scheme counts. No token is the first page of the list. */
  readonly seek?: Numbering['seek'] | undefined;
}

/** Says when a walk may ask for a page and where it continues, and hears of it. */
export interface WalkPace extends Pick<WalkOptions, 'onPage' | 'onEvent' | 'label' | 'readAhead'> {
  readonly valve: Demand;
  readonly pageToken?: PageToken;
}

/** Makes the walk of a list, at its start and whenever it continues after an error. */
export type WalkSource<T> = (pace: WalkPace) => Observable<E.Either<WalkError, T>>;

/** How the walk with these params is paged. */
export const schemeOf = (endpoint: Endpoint, params: WalkOptions): Scheme => {
  const { requests, problems } = requestsOf(endpoint, params);
  return problems.length === 0 ? requests.scheme : endpoint.scheme;
};

/** Made here, where it closes over nothing else: a list keeps it as long as its rows, and must not keep a component. */
const seekBehind = (
  seek: Numbering['seek'] | undefined,
  first: O.Option<PageToken>,
): Numbering['seek'] | undefined =>
  seek && ((from, ...to) => seek(O.isSome(from) ? from : first, ...to));

/** A client whose walks keep the pace of a list. */
export const pacedClient = (client: Client, pace: WalkPace): Client =>
  clientOver({
    ...client,
    objects: (endpoint, given) => {
      const { follow, seek: seekFirst } = schemeOf(endpoint, given).numbered ?? {};
      const seek = seekBehind(seekFirst, O.fromNullable(given.pageToken));
      const onPage = (page: PageInfo): void => {
        const listed: ListedPage = { ...page, follow, seek };
        pace.onPage?.(listed);
      };
      return client.objects(endpoint, { ...given, ...pace, onPage });
    },
  });

/** How many objects there are in all: where the scheme looks for that, and otherwise where an Object Query Service says it. */
export const totalOf = ({
  fields,
  total = fields.totalCount as number,
}: PageInfo): number | undefined => (Number.isSafeInteger(total) && total >= 0 ? total : undefined);
