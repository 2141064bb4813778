import { expect } from 'chai';
import type { Service } from '../../../src/service/index';
import {
  type Answer,
  ask,
  listUrl,
  searchInit,
  searchPages,
  searchUrl,
  tokenIn,
} from '../support/plain';
import { withThings } from '../support/things';
import { withDoors as withService } from '../support/withDoors';

const threeInPagesOfTwo = { ...withThings(3), maxPageSize: 2, token: 's3cret' };

const searchWith = (
  service: Service,
  authorization: string | undefined,
  pageToken?: string,
): Promise<Answer> =>
  ask(searchUrl(service), {
    ...searchInit(service, { query: { type: 'empty' }, pageToken }),
    headers: authorization === undefined ? {} : { authorization },
  });

const expectRefused = ({ status, headers, body }: Answer, errorName: string): void => {
  expect([status, body.errorCode, body.errorName]).to.deep.equal([401, 'UNAUTHORIZED', errorName]);
  expect(headers.get('www-authenticate')).to.equal('Bearer');
  expect(JSON.stringify(body)).not.to.include('s3cret');
};

describe('authentication (seed 5)', () => {
  it('is demanded from every page of a search, not only the first', () =>
    withService(threeInPagesOfTwo, async (service) => {
      const token = tokenIn(await searchPages(service)());
      expectRefused(await searchWith(service, undefined, token), 'MissingCredentials');
      expectRefused(await searchWith(service, 'Bearer other', token), 'InvalidCredentials');
      expect((await searchWith(service, 'bEaReR  s3cret', token)).status).to.equal(200);
    }));

  for (const header of [
    'Bearer',
    'Bearer s3cre',
    'Bearer s3cret2',
    'Basic s3cret',
    's3cret',
    'Bearer s3cret s3cret',
    '',
  ]) {
    it(`refuses '${header}'`, () =>
      withService(threeInPagesOfTwo, async (service) => {
        expectRefused(await searchWith(service, header), 'InvalidCredentials');
      }));
  }

  it('comes before everything that a stranger need not know', () =>
    withService(threeInPagesOfTwo, async (service) => {
      const init = { method: 'POST', body: 'no JSON' };
      expectRefused(await ask(searchUrl(service, 'unheard-of'), init), 'MissingCredentials');
    }));

  it('is not demanded from list', () =>
    withService(threeInPagesOfTwo, async (service) => {
      expect((await ask(listUrl(service))).status).to.equal(200);
    }));

  it('is a random token unless it is told', () =>
    withService(withThings(1), (one) =>
      withService(withThings(1), async (other) => {
        expect(one.token).to.match(/^[\w-]{32}$/);
        expect(one.token).not.to.equal(other.token);
        expect((await searchWith(one, `Bearer ${other.token}`)).status).to.equal(401);
      }),
    ));
});
