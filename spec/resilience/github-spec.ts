import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { asyncScheduler, defer, of } from 'rxjs';
import {
  type Client,
  createClient,
  endpoint,
  explain,
  polite,
  type Transport,
} from '../../src/index';
import { at, byLink, link, query } from '../../src/paging/index';
import { inVirtualTime } from '../support/inVirtualTime';

/** The recipe of docs/recipes/other-apis.md. */
const issues = endpoint({
  name: 'issues',
  method: 'GET',
  path: '/repos/{owner}/{repo}/issues',
  headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2026-03-10' },
  items: at(),
  paging: byLink(link('next')),
  pageSize: query('per_page'),
});

/** What GitHub's clock says at the time 0 of a spec. */
const epoch = Date.parse('2026-03-02T09:00:00Z');
const secondary =
  'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';

/** What stands in for a page: the status, headers and words that GitHub documents. Headers of the primary limit are in all. */
interface Refused {
  readonly status: 403 | 429;
  readonly headers?: Readonly<Record<string, string>>;
  readonly message: string;
}

const primary: Refused = {
  status: 403,
  headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-used': '5000' },
  message: 'API rate limit exceeded for user ID 1234567.',
};
const secondaryWithWait: Refused = {
  status: 403,
  headers: { 'retry-after': '60' },
  message: secondary,
};
const secondaryWithout: Refused = { status: 403, message: secondary };
const noRight: Refused = {
  status: 403,
  message: 'Resource not accessible by personal access token',
};

/** Walks five pages; request n gets what `refusals` has for it. The limit is whole again after half an hour. */
const walk = (
  refusals: Readonly<Record<number, Refused>>,
  client: (github: Transport) => Client,
) => {
  const starts: Array<number> = [];
  const seen: Array<unknown> = [];
  const github: Transport = ({ url }) =>
    defer(() => {
      const seconds = Math.round(asyncScheduler.now() / 1_000);
      const refused = refusals[starts.push(seconds)];
      const page = Number(new URLSearchParams(url.split('?')[1]).get('page') ?? 1);
      const headers = {
        date: new Date(epoch + 1_000 * seconds).toUTCString(),
        'x-ratelimit-limit': '5000',
        'x-ratelimit-remaining': String(5_000 - starts.length),
        'x-ratelimit-reset': String(epoch / 1_000 + 1_800),
        ...(refused
          ? refused.headers
          : page < 5 && { link: `</repos/o/r/issues?page=${page + 1}>; rel="next"` }),
      };
      const body = refused
        ? { message: refused.message, documentation_url: 'https://docs.github.com/rest' }
        : [{ page }];
      return of(E.right({ status: refused?.status ?? 200, headers, body: JSON.stringify(body) }));
    });
  inVirtualTime(() => {
    client(github)
      .objects(issues, { owner: 'o', repo: 'r' })
      .subscribe((result) => seen.push(E.isRight(result) ? result.right : explain(result.left)));
  });
  return { starts, seen };
};

const fivePages = [1, 2, 3, 4, 5].map((page) => ({ page }));

describe('law 39: a walk of GitHub', () => {
  const recipe = (github: Transport) =>
    createClient({ transport: polite({ concurrent: 1, maxHold: 3_600_000 })(github) });
  const plain = (transport: Transport) => createClient({ transport, retry: { baseDelay: 0 } });
  const patient = (github: Transport) =>
    createClient({ transport: github, retry: { baseDelay: 0, maxDelay: 3_600_000 } });

  it('goes through the primary limit and the secondary one, with and without a Retry-After', () => {
    const limits = {
      2: primary,
      4: secondaryWithWait,
      6: secondaryWithout,
      7: { ...secondaryWithout, status: 429 },
    };
    const { starts, seen } = walk(limits as Readonly<Record<number, Refused>>, recipe);
    expect(seen).to.deep.equal(fivePages);
    expect(starts).to.deep.equal([0, 0, 1_800, 1_800, 1_860, 1_860, 1_920, 1_922, 1_922]);
  });

  it('of a plain client waits a minute where only the words tell of a limit, and names no time that the service has not named', () => {
    expect(walk({ 2: secondaryWithout }, plain).starts).to.deep.equal([0, 0, 60, 60, 60, 60]);
    const { starts } = walk({ 2: secondaryWithout, 3: secondaryWithout }, plain);
    expect(starts).to.deep.equal([0, 0, 60, 120, 120, 120, 120]);
    const all = Object.fromEntries([2, 3, 4, 5, 6, 7].map((start) => [start, secondaryWithout]));
    const { seen } = walk(all, plain);
    expect(seen[1]).to.match(
      /^HttpFailure: the service responded: 403: You have exceeded a secondary rate limit/,
    );
  });

  it('ends with any other 403 at once', () => {
    for (const client of [recipe, plain, patient]) {
      const { starts, seen } = walk({ 2: noRight }, client);
      expect(starts).to.deep.equal([0, 0]);
      expect(seen[1]).to.match(/^HttpFailure: the service responded: 403: Resource not accessible/);
    }
  });
});
