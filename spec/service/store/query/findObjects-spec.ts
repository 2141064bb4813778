import { expect } from 'chai';
import fc from 'fast-check';
import type { Properties } from '../../../../src/service/index';
import { createFinder } from '../../../../src/service/store/query/findObjects';
import type { Condition } from '../../../../src/service/store/query/readQuery';
import { idsIn, objectsIn, searchPages, walk } from '../../support/plain';
import { ids, things, withThings } from '../../support/things';
import { withDoors as withService } from '../../support/withDoors';

const objects = {
  thing: [
    { id: 1, team: 'Maps', active: true, size: 30 },
    { id: 2, team: 'Harbour', active: false, size: 10 },
    { id: 3, team: 'Maps', active: null, size: '20' },
    { id: 4 },
    { id: 5, team: 'Zoo', size: 10 },
    { id: 6, team: 'zoo', size: -1.5 },
    { id: 7, team: '\u{1F600}', size: null },
    { id: 8, team: '\uFFFD', size: [20] },
  ],
};

const over = (field: string, type: string, value: unknown) => ({ type, field, value });
const and = (...value: ReadonlyArray<unknown>) => ({ type: 'and', value });

describe('the objects that a query finds', () => {
  const queries: ReadonlyArray<readonly [query: unknown, found: ReadonlyArray<number>]> = [
    [{ type: 'empty' }, [1, 2, 3, 4, 5, 6, 7, 8]],
    [{ type: 'eq', field: 'id', value: '4' }, []],
    [{ type: 'eq', field: 'toString', value: null }, []],
    // Comparisons: in the order of their field, and where it is the same in that of the store.
    [{ type: 'gte', field: 'size', value: 10 }, [2, 5, 1]],
    [{ type: 'gt', field: 'size', value: 10 }, [1]],
    [{ type: 'lt', field: 'size', value: 10 }, [6]],
    [{ type: 'lte', field: 'size', value: 10 }, [6, 2, 5]],
    [{ type: 'lt', field: 'size', value: -1.5 }, []],
    // Numbers with numbers, strings with strings by code units, nothing else with anything.
    [{ type: 'gte', field: 'size', value: '' }, [3]],
    [{ type: 'gte', field: 'team', value: 'Maps' }, [1, 3, 5, 6, 7, 8]],
    [{ type: 'lt', field: 'team', value: '\uFFFD' }, [2, 1, 3, 5, 6, 7]],
    [{ type: 'gte', field: 'active', value: 0 }, []],
    [{ type: 'gte', field: 'toString', value: '' }, []],
    [{ type: 'lt', field: '__proto__', value: 1 }, []],
    // And.
    [{ type: 'and', value: [] }, [1, 2, 3, 4, 5, 6, 7, 8]],
    [and(over('id', 'gte', 2), over('id', 'lt', 5)), [2, 3, 4]],
    [and(over('team', 'eq', 'Maps'), and(over('id', 'gt', 1))), [3]],
    [and(over('size', 'lt', 20), over('id', 'gt', 2)), [6, 5]],
    [and(over('size', 'gte', 0), over('size', 'gte', '')), []],
  ];
  for (const [query, found] of queries) {
    it(`${JSON.stringify(query)} finds ${found.join(', ') || 'nothing'}`, () =>
      withService({ objects }, async (service) => {
        expect(idsIn(await searchPages(service, query)())).to.deep.equal(found);
      }));
  }

  it('come page by page', () =>
    withService({ ...withThings(20), maxPageSize: 3 }, async (service) => {
      const answers = await walk(searchPages(service, { type: 'gt', field: 'id', value: 12 }));
      expect(answers.map(idsIn)).to.deep.equal([ids(13, 15), ids(16, 18), ids(19, 20)]);
    }));

  it('are those of the latest data', () =>
    withService(withThings(3), async (service) => {
      const askPage = searchPages(service, { type: 'gte', field: 'id', value: 2 });
      expect(idsIn(await askPage())).to.deep.equal([2, 3]);
      service.store.insert('thing', [{ id: 9 }, { id: 2.5 }]);
      service.store.update('thing', 1, () => ({ id: 0 }));
      expect(objectsIn([await askPage()])).to.deep.equal([{ id: 2.5 }, { id: 3 }, { id: 9 }]);
    }));

  const anyValue = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom('', 'a', 'b', 'ab'),
    fc.constant(null),
  );
  const anyObjects = fc.array(
    fc
      .dictionary(fc.constantFrom('a', 'b'), anyValue, { noNullPrototype: true })
      .map((fields) => fields as Properties),
    { maxLength: 20 },
  );
  const anyField = fc.constantFrom('a', 'b', 'c');
  const anyCondition: fc.Arbitrary<Condition> = fc.oneof(
    fc.record({ type: fc.constant('eq' as const), field: anyField, value: anyValue }),
    fc.record({
      type: fc.constantFrom('gt' as const, 'gte' as const, 'lt' as const, 'lte' as const),
      field: anyField,
      value: anyValue.filter((value) => value !== null),
    }),
  );
  const holds = ({ type, field, value }: Condition, properties: Properties): boolean => {
    const given = properties[field];
    if (type === 'eq') return given === value;
    if (typeof given !== typeof value || given === undefined) return false;
    if (given === value) return type.endsWith('e');
    return type.startsWith('g') === (given as string) > (value as string);
  };

  it('are, for any objects and any conditions, those that meet them all', () =>
    fc.assert(
      fc.property(anyObjects, fc.array(anyCondition, { maxLength: 4 }), (all, conditions) => {
        const met = all.filter((properties) =>
          conditions.every((condition) => holds(condition, properties)),
        );
        expect(createFinder()(all, conditions)).to.have.members(met);
      }),
    ));

  it('are found once for all pages, and again after 64 other queries', () => {
    let looks = 0;
    const watched = things(100).map(({ id }) => ({
      get id() {
        looks += 1;
        return id;
      },
    }));
    const find = createFinder();
    const from = (value: number) => {
      looks = 0;
      return { found: find(watched, [{ type: 'gte', field: 'id', value }]), looks };
    };
    const { found } = from(1);
    for (let value = 2; value <= 64; value++) from(value);
    expect(from(1)).to.deep.equal({ found, looks: 0 });
    for (let value = 65; value <= 128; value++) from(value);
    expect(from(1).looks).to.be.above(0);
    expect(from(99.5).looks, 'in the order of the field').to.be.below(20);
  });
});
