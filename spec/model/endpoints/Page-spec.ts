import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import type { BrokenRule } from '../../../src/model/errors/WalkError';
import type { NextPage } from '../../../src/model/paging/envelope';
import { readObject, pageOf, type WalkedEnvelope } from '../../../src/model/endpoints/Page';
import { type ObjectRecord, readItem } from '../../../src/model/records/ObjectRecord';
import { last, more } from '../../support/pages';
import { leftOf, rightOf } from '../../support/sides';
import { placeShowing } from '../../support/pages';

const place = placeShowing({ pages: 1, objects: 2, round: 1, isLast: false });

const came = (data: ReadonlyArray<unknown>, next: NextPage, index = 0): WalkedEnvelope => ({
  envelope: { data, next, fields: { totalCount: 3 } },
  reached: { pages: index + 1, objects: 9 },
  place: () => place,
});

const readEmployee = readObject<ObjectRecord<{ id: number }>>(
  {},
  { properties: t.type({ id: t.number }) },
);

describe('readObject without a codec', () => {
  const records: ReadonlyArray<unknown> = ['{"a":1}', '{"__proto__":{"a":1}}'].map(
    (json) => JSON.parse(json) as unknown,
  );

  it('takes every object as it is, where it is the item, where it is in it, and where it has properties', () => {
    for (const item of records) {
      const nodeOf = (edge: unknown): unknown => (edge as { node: unknown }).node;
      expect(rightOf(readObject({ readerOf: readItem })(item, 0, 0))).to.equal(item);
      const nodes = readObject({ readerOf: (codec) => readItem(codec, 'node', nodeOf) });
      expect(rightOf(nodes({ node: item }, 0, 0))).to.equal(item);
      const record = { properties: item };
      expect(rightOf(readObject({})(record, 0, 0))).to.equal(record);
    }
  });
});

describe('pageOf', () => {
  it('law 6: one bad object is one Left in its place, with its page, its index, its paths and itself', () => {
    const data = [
      { properties: { id: 1 } },
      { properties: { id: 'x' } },
      null,
      { properties: { id: 4 } },
    ];
    const page = pageOf(readEmployee, came(data, last, 7));
    expect(page.index).to.equal(7);
    expect(page.data.map(({ _tag }) => _tag)).to.deep.equal(['Right', 'Left', 'Left', 'Right']);
    const refused = leftOf(page.data[1] ?? E.right(0));
    expect(refused).to.include({ _tag: 'InvalidObject', page: 7, index: 1, record: data[1] });
    expect(refused.problems.map(({ at }) => at)).to.deep.equal(['properties.id']);
    expect(leftOf(page.data[2] ?? E.right(0))).to.include({
      _tag: 'InvalidObject',
      page: 7,
      index: 2,
      record: null,
    });
  });

  it('says the next token of a page that has one, what else the envelope says, and the place', () => {
    expect(pageOf(readEmployee, came([], more('t')))).to.deep.equal({
      index: 0,
      data: [],
      nextPageToken: O.some('t'),
      fields: { totalCount: 3 },
      place,
    });
    expect(pageOf(readEmployee, came([], last, 3)).nextPageToken).to.deep.equal(O.none);
  });

  for (const rule of ['EmptyToken', 'NullToken', 'UnsendableToken'] as ReadonlyArray<BrokenRule>) {
    it(`law 7: keeps the objects of a page that breaks the rule ${rule}`, () => {
      const page = pageOf(readEmployee, came([{ properties: { id: 1 } }], E.left({ rule })));
      expect(page.data).to.have.lengthOf(1);
      expect(page.nextPageToken).to.deep.equal(O.none);
    });
  }
});
