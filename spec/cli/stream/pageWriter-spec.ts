import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { createKeys } from '../../../src/cli/stream/Keys';
import { ndjson } from '../../../src/cli/stream/ndjson';
import { pageWriter, type PageWriting } from '../../../src/cli/stream/pageWriter';
import { restart, start } from '../../../src/cli/stream/Place';
import { newTally } from '../../../src/cli/stream/Tally';
import type { InvalidObject, PageToken } from '../../../src/index';
import { pageOf, record } from '../support/records';

const setting = (changes: Partial<PageWriting> = {}) => {
  const texts: Array<string> = [];
  const invalid: Array<InvalidObject> = [];
  const writing: PageWriting = {
    output: { write: (text) => texts.push(text) },
    formatter: ndjson.begin(),
    limit: Infinity,
    tally: newTally(),
    course: { place: start },
    keys: O.none,
    onInvalid: (object) => invalid.push(object),
    ...changes,
  };
  const ids = (): ReadonlyArray<number> =>
    texts
      .join('')
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { properties: { id: number } }).properties.id);
  return { ...writing, write: pageWriter(writing), ids, invalid };
};

const token = (text: string): O.Option<PageToken> => O.some(text as PageToken);

describe('pageWriter', () => {
  it('moves the place on with every page', () => {
    const { write, course } = setting();
    write(pageOf(0, [1, null, 2], 't'));
    expect(course.place).to.deep.equal({ pageToken: token('t'), pages: 1, invalid: 1, isRestarted: false });
    write(pageOf(1, [3], 'u'));
    expect(course.place).to.deep.equal({ pageToken: token('u'), pages: 2, invalid: 1, isRestarted: false });
  });

  it('counts on from where an earlier run has stopped, for the limit and for the pages of invalid objects', () => {
    const earlier = {
      tally: newTally({ pages: 4, objects: 8, invalid: 1 }),
      course: { place: { ...start, pages: 4, invalid: 1 } },
    };
    const { write, ids, invalid, tally } = setting({ ...earlier, limit: 10 });
    write(pageOf(0, [9, null, 10, 11], 't'));
    expect(ids()).to.deep.equal([9, 10]);
    expect(invalid.map(({ page, index }) => [page, index])).to.deep.equal([[4, 1]]);
    expect(tally).to.include({ pages: 5, objects: 10, invalid: 2 });
  });

  it('writes whatever comes in a first walk, and only what is new in a restarted one', async () => {
    const keys = createKeys('id', ndjson);
    const { write, ids, course } = setting({ keys: O.some(keys) });
    write(pageOf(0, [1, 2, 2], 't'));
    await keys.recall();
    course.place = restart;
    write(pageOf(0, [1, 2, 3, 3], 't'));
    expect(ids()).to.deep.equal([1, 2, 2, 3]);
    expect(course.place).to.include({ pages: 1, isRestarted: true });
  });

  it('tells of no invalid object twice where a walk has begun again', async () => {
    const keys = createKeys('id', ndjson);
    const { write, invalid, tally, course } = setting({ keys: O.some(keys) });
    write(pageOf(0, [1, null], 't'));
    await keys.recall();
    course.place = restart;
    write(pageOf(0, [1, null], 't'));
    write(pageOf(1, [null], 'u'));
    expect(invalid).to.have.length(2);
    expect(tally.invalid).to.equal(2);
  });

  it('stops at an object without a key, and writes nothing of its page', () => {
    const { write, ids, course, tally } = setting({ keys: O.some(createKeys('id', ndjson)) });
    const page = { ...pageOf(0, [1], 't'), data: [E.right(record({ id: 1 })), E.right(record({ name: 'a' }))] };
    expect(write(page)).to.deep.equal(
      E.left({
        _tag: 'KeyFailed',
        reason: "object 1 of page 0 has no text, number or boolean 'id' that tells it from others (--key)",
      }),
    );
    expect(ids()).to.deep.equal([]);
    expect(course.place).to.equal(start);
    expect(tally.pages).to.equal(0);
  });
});
