import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { createClient, explain, headers, type Transport, type WalkError } from '../../src/index';
import { maxErrorBytes } from '../../src/model/http';
import { collect } from '../support/collect';
import { list, ok, scriptedTransport } from '../support/scriptedTransport';
import { cost } from '../support/cost';
import { leftOf } from '../support/sides';

/** Thirty cookies, as a browser collects them. */
const cookie = Array.from({ length: 30 }, (_, n) => `session_${n}=${'abcdef'.repeat(6)}${n}`).join(
  '; ',
);

const letters = 'a'.repeat(maxErrorBytes);

/** Error bodies of any size and shape; what they cost must not be a matter of either. */
const bodies: Readonly<Record<string, () => string>> = {
  'a long text': () => JSON.stringify({ errorName: 'x'.repeat(60_000) }),
  'one secret over and over': () => JSON.stringify({ errorName: 'abcdef'.repeat(10_000) }),
  'what is almost a secret, over and over': () =>
    JSON.stringify({ errorName: `session_1=${letters.slice(100)}` }),
  'many parameters': () =>
    `{"parameters":{${Array.from({ length: 5_000 }, (_, n) => `"k${n}":"${n}"`).join()}}}`,
  'arrays without an end': () => `{"parameters":{"a":[${Array(20_000).fill('[]').join()}]}}`,
  'deep nesting': () => `{"parameters":{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`,
  'no JSON at all': () => letters,
  '100 MB': () => `{"errorName":"${'x'.repeat(100_000_000)}"}`,
  '100 MB of escapes': () => `{"errorName":"${'\\u0061'.repeat(16_000_000)}"}`,
};

const ended = (results: ReadonlyArray<E.Either<WalkError, unknown>>): WalkError =>
  leftOf(results.at(-1));

describe('law 22: errors are cheap', () => {
  for (const [what, write] of Object.entries(bodies)) {
    it(`a 503 with ${what} costs less than 100 ms, and little is kept of it`, () => {
      const body = write();
      const transport: Transport = ({ url }) =>
        scriptedTransport(
          url.includes('pageToken')
            ? E.right({ status: 503, headers: {}, body })
            : ok({ data: [], nextPageToken: 'a'.repeat(30_000) }),
        ).transport({ method: 'GET', url, headers: {} });
      const client = createClient({ transport, auth: headers({ cookie }), retry: false });
      const results: Array<E.Either<WalkError, unknown>> = [];
      const walk = (): void => {
        results.length = 0;
        client.list(list).subscribe((result) => results.push(result));
      };
      walk();
      // The collector of garbage, which works for the specs before this one, too, may come once.
      expect(Math.min(cost(walk), cost(walk), cost(walk))).to.be.below(100);
      expect(ended(results)).to.deep.include({ _tag: 'HttpFailure', status: 503 });
      expect(JSON.stringify(ended(results)).length).to.be.below(60_000);
      expect(explain(ended(results)).length).to.be.below(2_000);
    });
  }

  it('the body that classify gets is bounded, whichever transport has read it', async () => {
    const lengths: Array<number> = [];
    const { transport } = scriptedTransport(
      E.right({ status: 400, headers: {}, body: letters + letters }),
    );
    const client = createClient({
      transport,
      classify: ({ status, body }) => {
        lengths.push(body.length);
        return { _tag: 'HttpFailure', status, errorName: body };
      },
    });
    const end = ended(await collect(client.list(list)));
    expect(lengths).to.deep.equal([maxErrorBytes]);
    expect(end).to.have.property('errorName').with.length.below(1_000);
  });

  it('what a transport says is bounded too', async () => {
    const { transport } = scriptedTransport(
      E.left({ _tag: 'NetworkFailure', reason: letters, code: letters }),
    );
    const end = ended(await collect(createClient({ transport, retry: false }).list(list)));
    expect(JSON.stringify(end).length).to.be.below(2_000);
  });
});
