import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { of } from 'rxjs';
import { createClient, endpoint, explain } from '../../../src/index';
import type { Endpoint, HttpRequest, HttpResponse, Numbers } from '../../../src/index';
import type { Paging } from '../../../src/model/paging/scheme';
import { collect, gather } from '../../support/collect';

export type Scheme = Paging<'query' | 'header'>;

export const get = (paging: Scheme, others: object = {}): Endpoint =>
  endpoint({ name: 'things', method: 'GET', path: '/things', paging, ...others });

/** An answer of a script: `text` is a body as it is, anything beside what a response has is the body's JSON. */
export interface Said extends Partial<Omit<HttpResponse, 'body'>> {
  readonly text?: string;
  readonly [field: string]: unknown;
}

/** A service that answers the n-th request as this says, and remembers what it was asked. */
export const serving = (say: (request: HttpRequest, n: number) => Said) => {
  const requests: Array<HttpRequest> = [];
  const transport = (request: HttpRequest) => {
    const said = say(request, requests.length);
    requests.push(request);
    const {
      headers = {},
      status = 200,
      url = `https://h.example/api${request.url}`,
      text,
      ...json
    } = said;
    return of(
      E.right<never, HttpResponse>({ status, headers, url, body: text ?? JSON.stringify(json) }),
    );
  };
  return { transport, requests };
};

export const scripted = (answers: ReadonlyArray<Said>) =>
  serving((_, n) => answers[n] ?? expect.fail('a request nobody scripted'));

/** A client of a service that lists the numbers below `count` by tens; `say` is what it says beside those of a page. */
export const listing = (
  count: number,
  startOf: (request: HttpRequest) => number,
  say: (start: number, end: number) => Said,
) => {
  const { transport, requests } = serving((request) => {
    const start = startOf(request);
    const data = Array.from(
      { length: Math.max(0, Math.min(10, count - start)) },
      (_, index) => start + index,
    );
    return { data, ...say(start, start + data.length - 1) };
  });
  return { client: createClient({ transport, retry: false }), requests };
};

/** Walks over scripted answers: what came, what was asked, and what the end event says. */
export const walkOver = async (
  target: Endpoint,
  answers: ReadonlyArray<Said>,
  params: object = {},
  numbers?: Numbers,
) => {
  const { transport, requests } = scripted(answers);
  const client = createClient({ transport, numbers, retry: false });
  const events = gather(client.events);
  const came = await collect(client.objects(target, params as never));
  const [last, event] = [came.at(-1), events.at(-1)];
  return {
    objects: came.filter(E.isRight).length,
    end:
      last && E.isLeft(last)
        ? 'rule' in last.left
          ? last.left.rule
          : explain(last.left)
        : 'last page',
    urls: requests.map(({ url }) => url),
    requests,
    came,
    doubt: event?.type === 'end' ? event : undefined,
  };
};
