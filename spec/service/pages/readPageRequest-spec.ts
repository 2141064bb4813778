import { expect } from 'chai';
import { ask, listUrl, searchInit, searchUrl } from '../support/plain';
import { withThings } from '../support/things';
import { withDoors as withService } from '../support/withDoors';

describe('the parameters of list', () => {
  const wrong: ReadonlyArray<readonly [query: string, errorName: string, parameters: unknown]> = [
    ...['0', '-1', '1.5', 'abc', '', '1e3', '0x10', ' 1', '+1', 'Infinity', '00'].map(
      (pageSize) =>
        [`pageSize=${encodeURIComponent(pageSize)}`, 'InvalidPageSize', { pageSize }] as const,
    ),
    ['pageSize=1&pageSize=1', 'InvalidPageSize', { pageSize: '1,1' }],
    ...['TRUE', 'yes', '1', ''].map(
      (snapshot) => [`snapshot=${snapshot}`, 'InvalidSnapshot', { snapshot }] as const,
    ),
    ['snapshot=true&snapshot=true', 'InvalidSnapshot', { snapshot: 'true,true' }],
  ];
  for (const [query, errorName, parameters] of wrong) {
    it(`refuses ?${query}`, () =>
      withService(withThings(3), async (service) => {
        const { status, body } = await ask(`${listUrl(service)}${query}`);
        const { errorInstanceId, ...said } = body;
        expect([status, said]).to.deep.equal([
          400,
          { errorCode: 'INVALID_ARGUMENT', errorName, parameters },
        ]);
        expect(errorInstanceId).to.match(
          /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/,
        );
      }));
  }

  for (const query of [
    'pageSize=2',
    'pageSize=007',
    'snapshot=false',
    'snapshot=true',
    'unheard=of',
    '%',
    '&&=',
  ]) {
    it(`takes ?${query}`, () =>
      withService(withThings(3), async (service) => {
        expect((await ask(`${listUrl(service)}${query}`)).status).to.equal(200);
      }));
  }
});

describe('the parameters of search', () => {
  const wrong: ReadonlyArray<readonly [body: unknown, errorName: string]> = [
    [{}, 'InvalidQuery'],
    [{ query: null }, 'InvalidQuery'],
    [{ query: 'empty' }, 'InvalidQuery'],
    [{ query: [] }, 'InvalidQuery'],
    [{ query: {} }, 'InvalidQuery'],
    [{ query: { type: 7 } }, 'InvalidQuery'],
    [{ query: { type: 'eq' } }, 'InvalidQuery'],
    [{ query: { type: 'eq', field: 'id', value: [] } }, 'InvalidQuery'],
    [{ query: { type: 'near' } }, 'UnsupportedQuery'],
    [{ query: { type: 'Empty' } }, 'UnsupportedQuery'],
    [[], 'InvalidBody'],
    [null, 'InvalidBody'],
    ['text', 'InvalidBody'],
  ];
  for (const [body, errorName] of wrong) {
    it(`refuses ${JSON.stringify(body)} as ${errorName}`, () =>
      withService(withThings(3), async (service) => {
        const answer = await ask(searchUrl(service), searchInit(service, body));
        expect([answer.status, answer.body.errorName]).to.deep.equal([400, errorName]);
      }));
  }

  const tooDeep = `{"query":{"type":"empty","more":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`;
  const texts = [
    '',
    '{',
    '{"query":{"type":"empty"}',
    'query=empty',
    Buffer.from([0x22, 0xff, 0x22]),
    tooDeep,
  ];
  for (const text of texts) {
    it(`refuses a body that is no JSON, or nested too deeply: ${JSON.stringify(text).slice(0, 60)}`, () =>
      withService(withThings(3), async (service) => {
        const { status, body } = await ask(searchUrl(service), {
          ...searchInit(service, {}),
          body: text,
        });
        expect([status, body.errorName]).to.deep.equal([400, 'InvalidBody']);
      }));
  }

  it('takes a body whatever its content type says', () =>
    withService(withThings(3), async (service) => {
      const init = {
        ...searchInit(service, {}),
        headers: { authorization: `Bearer ${service.token}` },
      };
      const { status } = await ask(searchUrl(service), {
        ...init,
        body: '{"query":{"type":"empty"}}',
      });
      expect(status).to.equal(200);
    }));
});
