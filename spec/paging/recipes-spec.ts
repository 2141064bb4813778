import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recipe } from './support/recipe';
import { walkOver } from './support/walk';

/**
 * Two answers as such a service sends them, and the second request. Those of GitHub, Stripe, FHIR and OData's links have the form of
 * the examples in their documentation (docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api,
 * docs.stripe.com/api/pagination, hl7.org/fhir/R4/bundle-example.json.html, learn.microsoft.com/odata/webapi-8, "server-driven
 * paging"), since none of these services can be installed. `npm run spec:real` walks servers for the others.
 */
type Recorded = readonly [
  title: string,
  answers: ReadonlyArray<Record<string, unknown>>,
  second: string,
  params?: Readonly<Record<string, unknown>>,
];
const recorded = JSON.parse(
  readFileSync(join(__dirname, 'support', 'recorded.json'), 'utf8'),
) as ReadonlyArray<Recorded>;

describe('the recipes for other APIs walk what these services answer', () => {
  for (const [title, answers, second, params] of recorded) {
    it(title, async () => {
      const { came, end, urls } = await walkOver(recipe(title), answers, params);
      expect(end).to.equal('last page');
      expect(came.map(E.isRight)).to.deep.equal([true, true]);
      expect(urls[1]).to.equal(second);
    });
  }

  for (const title of ['Google', 'SCIM with cursors \\(RFC 9865\\)', 'SCIM']) {
    it(`${title} may leave out a list that is empty`, async () => {
      const { came, end } = await walkOver(recipe(title), [{ totalResults: 0 }]);
      expect({ came, end }).to.deep.equal({ came: [], end: 'last page' });
    });
  }

  it('law 33: Slack says what it refuses in its own words', async () => {
    const { end } = await walkOver(recipe('Slack'), [{ ok: false, error: 'invalid_cursor' }]);
    expect(end).to.include('invalid_cursor');
  });
});
