import type * as E from 'fp-ts/Either';
import { asyncScheduler, defer, type Observable, of } from 'rxjs';
import { type Auth, type Client, type ClientConfig, createClient } from '../../../../src/index';
import type { HttpRequest, HttpResponse, Transport, TransportFailure } from '../../../../src/index';
import { ok } from '../../../support/scriptedTransport';

export type Answer = E.Either<TransportFailure, HttpResponse>;

export const list = { ontologyRid: 'o', objectType: 't' };
export const options = { tokenURL: 'https://login.example.com/oauth/token', clientId: 'reports' };
export const page = ok({ data: [] });

/** A token endpoint that gives t1, t2 and so on, unless it is told otherwise; and the requests that it got. */
export const endpointOf = (
  given: (count: number) => Answer | Observable<Answer> | undefined = () => undefined,
  fields: object = {},
) => {
  const requests: Array<HttpRequest> = [];
  const transport: Transport = (request) =>
    defer(() => {
      const count = requests.push(request);
      const other =
        given(count) ??
        ok({ access_token: `t${count}`, token_type: 'Bearer', expires_in: 100, ...fields });
      return '_tag' in other ? of(other) : other;
    });
  return { requests, transport };
};

/** A service that responds with empty pages, the tokens that it was sent, and when; and a client of it. */
export const serviceOf = (respond: (token: string) => Answer | Observable<Answer> = () => page) => {
  const sent: Array<readonly [at: number, token: string]> = [];
  const transport: Transport = ({ headers: { authorization = '' } }) =>
    defer(() => {
      const token = authorization.replace('Bearer ', '');
      sent.push([asyncScheduler.now() / 1_000, token]);
      const given = respond(token);
      return '_tag' in given ? of(given) : given;
    });
  return {
    sent,
    tokens: (): ReadonlyArray<string> => sent.map(([, token]) => token),
    client: (auth: Auth, retry?: ClientConfig['retry']): Client =>
      createClient({ transport, auth, retry }),
  };
};
