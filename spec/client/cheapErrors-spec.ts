import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { createClient, explain, headers, type Transport, type WalkError } from '../../src/index';
import { maxErrorBytes } from '../../src/model/http';
import { collect } from '../support/collect';
import { list, ok, scriptedTransport } from '../support/scriptedTransport';
import { expectCheap, expectLinear } from '../support/cost/growth';
import { leftOf } from '../support/sides';

/** Thirty cookies, as a browser collects them. */
const cookie = Array.from({ length: 30 }, (_, n) => `session_${n}=${'abcdef'.repeat(6)}${n}`).join(
  '; ',
);

const letters = 'a'.repeat(maxErrorBytes);

/** Error bodies of this many characters; what they cost must not be a matter of their shape. */
const bodies: Readonly<Record<string, (length: number) => string>> = {
  'a long text': (length) => JSON.stringify({ errorName: 'x'.repeat(length - 16) }),
  'one secret over and over': (length) =>
    JSON.stringify({ errorName: 'abcdef'.repeat((length - 16) / 6) }),
  'what is almost a secret, over and over': (length) =>
    JSON.stringify({ errorName: `session_1=${'a'.repeat(length - 100)}` }),
  'many parameters': (length) =>
    `{"parameters":{${Array.from({ length: length / 17 }, (_, n) => `"k${n}":"${n}"`).join()}}}`,
  'arrays without an end': (length) =>
    `{"parameters":{"a":[${Array(Math.floor(length / 3) - 10)
      .fill('[]')
      .join()}]}}`,
  'deep nesting': (length) =>
    `{"parameters":{"a":${'['.repeat(length / 2 - 20)}${']'.repeat(length / 2 - 20)}}}`,
  'no JSON at all': (length) => 'a'.repeat(length),
  escapes: (length) => `{"errorName":"${'\\u0061'.repeat((length - 16) / 6)}"}`,
};

const ended = (results: ReadonlyArray<E.Either<WalkError, unknown>>): WalkError =>
  leftOf(results.at(-1));

describe('law 22: errors are cheap', () => {
  for (const [what, write] of Object.entries(bodies)) {
    it(`a 503 with ${what} takes at most eight times as long for four times as many, and for any number, and little is kept of it`, () => {
      const results: Array<E.Either<WalkError, unknown>> = [];
      const walkOf = (length: number) => {
        const body = write(length);
        const transport: Transport = ({ url }) =>
          scriptedTransport(
            url.includes('pageToken')
              ? E.right({ status: 503, headers: {}, body })
              : ok({ data: [], nextPageToken: 'a'.repeat(30_000) }),
          ).transport({ method: 'GET', url, headers: {} });
        const client = createClient({ transport, auth: headers({ cookie }), retry: false });
        return (): void => {
          results.length = 0;
          client.list(list).subscribe((result) => results.push(result));
        };
      };
      expectLinear((times) => walkOf((maxErrorBytes / 4) * times));
      expectCheap(walkOf(2_000_000), walkOf(maxErrorBytes));
      walkOf(2_000_000)();
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
