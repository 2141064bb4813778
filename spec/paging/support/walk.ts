import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { type Observable, of } from 'rxjs';
import { createClient } from '../../../src/client/createClient';
import type { WalkEvent } from '../../../src/client/WalkEvent';
import { type Endpoint, endpoint } from '../../../src/model/endpoints/endpoint';
import type { Paging } from '../../../src/model/endpoints/Paging';
import { explain } from '../../../src/model/errors/explain';
import type { HttpRequest, HttpResponse } from '../../../src/model/http';
import type { Numbers } from '../../../src/model/records/Numbers';
import { collect } from '../../support/collect';

export const get = (paging: Paging<'query' | 'header'>, others: object = {}): Endpoint =>
  endpoint({ name: 'things', method: 'GET', path: '/things', paging, ...others });

/** An answer of a script: `text` is a body as it is, anything beside what a response has is the body's JSON. */
interface Said extends Partial<Omit<HttpResponse, 'body'>> {
  readonly text?: string;
  readonly [field: string]: unknown;
}

/** Walks over scripted answers: what came, and what was asked. */
export const walkOver = async (
  target: Endpoint,
  answers: ReadonlyArray<Said>,
  params: object = {},
  { numbers, onEvent }: { readonly numbers?: Numbers; readonly onEvent?: (event: WalkEvent) => void } = {},
) => {
  const requests: Array<HttpRequest> = [];
  const transport = (request: HttpRequest): Observable<E.Either<never, HttpResponse>> => {
    const said = answers[requests.length] ?? expect.fail('a request nobody scripted');
    requests.push(request);
    const { headers = {}, status = 200, url = `https://h.example/api${request.url}`, text, ...json } = said;
    return of(E.right({ status, headers, url, body: text ?? JSON.stringify(json) }));
  };
  const client = createClient({ transport, numbers, retry: false });
  if (onEvent) client.events.subscribe(onEvent);
  const came = await collect(client.objects(target, params as never));
  const last = came.at(-1);
  return {
    objects: came.filter(E.isRight).length,
    end: last && E.isLeft(last) ? ('rule' in last.left ? last.left.rule : explain(last.left)) : 'last page',
    urls: requests.map(({ url }) => url),
    requests,
    came,
  };
};
