import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { Endpoint, PageToken, Transport } from '../../index';
import { prepareWalk } from '../../model/prepareWalk';
import { type Complaint, misuse } from '../terminal/Complaint';
import type { Gate } from '../terminal/gate';
import type { Answer } from './Answer';
import { ask } from './ask';

/** What is asked for: an endpoint, and the params of a walk over it, by name. */
export interface Target {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What requests are sent with. */
export interface Means {
  readonly transport: Transport;
  readonly token: O.Option<string>;
  readonly gate: Gate;
}

/** Asks for the page of a token, with the credential or without. */
export type Ask = (pageToken: O.Option<PageToken>, isAnonymous?: boolean) => Promise<Answer>;

/** Makes the requests of a walk as the library makes them, each of them alone. */
export const asker = ({ transport, token, gate }: Means, { endpoint, params }: Target): E.Either<Complaint, Ask> => {
  const prepared = prepareWalk(endpoint, params);
  if (E.isLeft(prepared)) {
    return E.left(misuse(prepared.left.map(({ at, message }) => `${at} ${message}`).join('; ')));
  }
  const credential = O.isSome(token) ? { authorization: `Bearer ${token.value}` } : {};
  return E.right((pageToken, isAnonymous = false) => {
    const request = prepared.right.requestFor(pageToken);
    const headers = { ...request.headers, ...(isAnonymous ? {} : credential) };
    return ask(transport, { ...request, headers }, { pageToken: O.isSome(pageToken) }, gate);
  });
};

/** Asks for the page after another one, if there is one. */
export const askAfter = async (askFor: Ask, page: Answer, isAnonymous = false): Promise<O.Option<Answer>> =>
  page._tag === 'Page' && O.isSome(page.nextPageToken) ? O.some(await askFor(page.nextPageToken, isAnonymous)) : O.none;
