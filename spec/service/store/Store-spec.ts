import { expect } from 'chai';
import { createStore, type ObjectStore } from '../../../src/service/store/Store';
import { things } from '../support/things';

const storeOf = (count: number): ObjectStore =>
  createStore(
    new Map([
      ['thing', things(count)],
      ['other', []],
    ]),
  );

const idsOf = (store: ObjectStore): ReadonlyArray<unknown> =>
  store.all('thing').map(({ id }) => id);

describe('the store', () => {
  it('names its types', () => expect(storeOf(0).objectTypes).to.deep.equal(['thing', 'other']));

  it('inserts at the end, or before an index, one or several', () => {
    const store = storeOf(2);
    store.insert('thing', { id: 3 });
    store.insert('thing', { id: 0 }, 0);
    store.insert('thing', [{ id: 1.3 }, { id: 1.6 }], 2);
    store.insert('thing', [{ id: 4 }], 6);
    store.insert('thing', []);
    expect(idsOf(store)).to.deep.equal([0, 1, 1.3, 1.6, 2, 3, 4]);
  });

  it('updates by index and by predicate, and says how many', () => {
    const store = storeOf(4);
    expect(store.update('thing', 0, ({ id }) => ({ id, first: true }))).to.equal(1);
    expect(
      store.update(
        'thing',
        ({ id }) => Number(id) > 2,
        () => ({ id: 'x' }),
      ),
    ).to.equal(2);
    expect(store.update('thing', 9, () => ({}))).to.equal(0);
    expect(store.all('thing')).to.deep.equal([
      { id: 1, first: true },
      { id: 2 },
      { id: 'x' },
      { id: 'x' },
    ]);
  });

  it('deletes by index and by predicate, and says how many', () => {
    const store = storeOf(5);
    expect(store.delete('thing', 0)).to.equal(1);
    expect(store.delete('thing', (_, index) => index % 2 === 0)).to.equal(2);
    expect(store.delete('thing', -1)).to.equal(0);
    expect(idsOf(store)).to.deep.equal([3, 5]);
  });

  it('leaves alone what it has handed out', () => {
    const store = storeOf(3);
    const before = store.all('thing');
    store.insert('thing', { id: 0 }, 0);
    store.update(
      'thing',
      () => true,
      () => ({ id: 'new' }),
    );
    store.delete('thing', 1);
    expect(before).to.deep.equal(things(3));
  });

  it('keeps copies: what happens to the original does not reach it', () => {
    const store = storeOf(0);
    const original = { id: 1, names: ['a'] };
    store.insert('thing', original);
    original.names.push('b');
    expect(store.all('thing')).to.deep.equal([{ id: 1, names: ['a'] }]);
  });

  it('keeps what JSON keeps', () => {
    const store = storeOf(0);
    store.insert('thing', { id: 1, gone: undefined, day: new Date(0) });
    expect(store.all('thing')).to.deep.equal([{ id: 1, day: '1970-01-01T00:00:00.000Z' }]);
  });

  const wrong: ReadonlyArray<
    readonly [what: string, act: (store: ObjectStore) => void, message: string]
  > = [
    [
      'an unknown type',
      (store) => store.all('thin'),
      "the store has no type 'thin'; its types are thing, other",
    ],
    [
      'an insert into an unknown type',
      (store) => store.insert('thin', {}),
      "the store has no type 'thin'",
    ],
    [
      'an index beyond the end',
      (store) => store.insert('thing', {}, 3),
      'a whole number from 0 to 2, but is 3',
    ],
    [
      'an index below 0',
      (store) => store.insert('thing', {}, -1),
      'index must be a whole number from 0 to 2, but is -1',
    ],
    [
      'what is no object',
      (store) => store.insert('thing', 7 as never),
      "an object's properties must be an object",
    ],
    [
      'what is no JSON',
      (store) => {
        const circle: Record<string, unknown> = {};
        store.insert('thing', Object.assign(circle, { circle }));
      },
      "an object's properties cannot be written as JSON",
    ],
    [
      'a change to what is no object',
      (store) => store.update('thing', 0, () => [] as never),
      "an object's properties must be an object",
    ],
  ];
  for (const [what, act, message] of wrong) {
    it(`refuses ${what}, and stays as it was`, () => {
      const store = storeOf(2);
      expect(() => {
        act(store);
      }).to.throw(TypeError, message);
      expect(idsOf(store)).to.deep.equal([1, 2]);
    });
  }
});
