import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { of } from 'rxjs';
import { countRetries } from '../../../src/cli/source/countRetries';
import type { HttpRequest, HttpResponse } from '../../../src/index';

const get = (url: string): HttpRequest => ({ method: 'GET', url, headers: {} });
const post = (body: string): HttpRequest => ({ method: 'POST', url: '/search', headers: {}, body });
const response: HttpResponse = { status: 200, headers: {}, body: '' };

const retriesOf = (...requests: ReadonlyArray<HttpRequest>): number => {
  let retries = 0;
  const transport = countRetries(
    () => of(E.right(response)),
    () => (retries += 1),
  );
  for (const request of requests) transport(request).subscribe();
  return retries;
};

describe('countRetries', () => {
  it('counts a request that is the one before it', () => {
    expect(retriesOf(get('/a'), get('/a'), get('/a'), get('/b'))).to.equal(2);
  });

  it('tells bodies apart', () => {
    expect(retriesOf(post('{}'), post('{"pageToken":"a"}'), post('{"pageToken":"a"}'))).to.equal(1);
  });

  it('counts none where every page is asked for once', () => {
    expect(retriesOf(get('/a'), get('/b'), get('/a'))).to.equal(0);
  });

  it('counts what is sent, not what is prepared', () => {
    let retries = 0;
    const transport = countRetries(
      () => of(E.right(response)),
      () => (retries += 1),
    );
    const exchange = transport(get('/a'));
    expect(retries).to.equal(0);
    exchange.subscribe();
    exchange.subscribe();
    expect(retries).to.equal(1);
  });
});
