import { expect } from 'chai';
import { ask, searchInit, searchUrl } from '../../support/plain';
import { withThings } from '../../support/things';
import { withDoors as withService } from '../../support/withDoors';

const nested = (depth: number): unknown =>
  depth === 1 ? { type: 'empty' } : { type: 'and', value: [nested(depth - 1)] };

const wide = (count: number): unknown => ({
  type: 'and',
  value: Array.from({ length: count - 1 }, () => nested(1)),
});

const answerTo = (query: unknown) =>
  withService(withThings(3), async (service) => {
    const { status, body } = await ask(searchUrl(service), searchInit(service, { query }));
    return { status, errorName: body.errorName, parameters: body.parameters };
  });

describe('a query that cannot be meant', () => {
  const numberOrString = 'needs a field and a value that is a number or a string';
  const tooMany = 'must not be made of more than 100 queries';
  const wrong: ReadonlyArray<readonly [query: unknown, at: string, message: string]> = [
    [{ type: 'gte', field: 'id' }, 'query', `of type gte ${numberOrString}`],
    [{ type: 'gt', field: 'id', value: true }, 'query', `of type gt ${numberOrString}`],
    [{ type: 'lt', field: 'id', value: null }, 'query', `of type lt ${numberOrString}`],
    [{ type: 'lte', field: 7, value: 1 }, 'query', `of type lte ${numberOrString}`],
    [{ type: 'lt', value: 1 }, 'query', `of type lt ${numberOrString}`],
    [
      { type: 'eq', field: 'id', value: {} },
      'query',
      'of type eq needs a field and a scalar value',
    ],
    [{ type: 'and' }, 'query', 'of type and needs an array of queries as its value'],
    [
      { type: 'and', value: { type: 'empty' } },
      'query',
      'of type and needs an array of queries as its value',
    ],
    [{ type: 'and', value: [7] }, 'query.value[0]', 'must be an object with a string `type`'],
    [
      { type: 'and', value: [nested(1), { type: 'and', value: [{ type: 'lt' }] }] },
      'query.value[1].value[0]',
      `of type lt ${numberOrString}`,
    ],
    [wide(101), 'query', tooMany],
    [wide(50_000), 'query', tooMany],
    [nested(101), 'query', tooMany],
    [nested(500), 'query', tooMany],
  ];
  for (const [query, at, message] of wrong) {
    it(`is refused: ${JSON.stringify(query).slice(0, 60)}`, async () => {
      expect(await answerTo(query)).to.deep.equal({
        status: 400,
        errorName: 'InvalidQuery',
        parameters: { problems: [{ at, message }] },
      });
    });
  }

  it('is refused for the type that is not known, however deep it is', async () => {
    const query = { type: 'and', value: [{ type: 'or', value: [] }] };
    expect(await answerTo(query)).to.deep.equal({
      status: 400,
      errorName: 'UnsupportedQuery',
      parameters: { type: 'or' },
    });
  });

  for (const [what, query] of [
    ['wide', wide(100)],
    ['deep', nested(100)],
  ] as const) {
    it(`is not one that is as ${what} as is allowed`, async () => {
      expect((await answerTo(query)).status).to.equal(200);
    });
  }
});
