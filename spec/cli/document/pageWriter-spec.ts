import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { createKeys } from '../../../src/cli/document/Keys';
import { pageWriter, type PageWriting } from '../../../src/cli/document/streamPages';
import { courseFrom } from '../../../src/cli/document/Writing';
import { formats } from '../../../src/cli/formats/formats';
import { ndjson } from '../../../src/cli/formats/json';
import { newTally } from '../../../src/cli/walk/progress';
import type { InvalidObject } from '../../../src/index';
import { chunksOf } from '../support/chunks';
import { pageOf, record } from '../support/records';
import { placeShowing } from '../../support/pages';

const setting = (changes: Partial<PageWriting> = {}) => {
  const texts: Array<string> = [];
  const invalid: Array<InvalidObject> = [];
  const writing: PageWriting = {
    output: { write: (text) => texts.push(text) },
    formatter: ndjson.begin(),
    limit: Infinity,
    tally: newTally(),
    course: courseFrom(),
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
  return { ...writing, write: pageWriter(writing), ids, invalid, text: () => texts.join('') };
};

/** Before the first page, for a second time. */
const restart = placeShowing({ pages: 0, objects: 0, round: 2, isLast: false });

/** A value that JSON can be read as, but not written. */
const deep = (): unknown => JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);

describe('pageWriter', () => {
  it('moves on to the place of every page', () => {
    const { write, course } = setting();
    const [first, second] = [pageOf(0, [1, null, 2], 't'), pageOf(1, [3], 'u')];
    write(first);
    expect(course.place).to.equal(first.place);
    write(second);
    expect(course.place).to.equal(second.place);
    expect(course).to.include({ invalid: 1, omitted: 0 });
  });

  it('counts on from where an earlier run has stopped, for the limit and for the pages of invalid objects', () => {
    const earlier = {
      tally: newTally({ pages: 4, objects: 8, invalid: 1 }),
      course: { place: placeShowing({ pages: 4, objects: 9, round: 1, isLast: false }), invalid: 1, omitted: 0 },
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
    Object.assign(course, courseFrom(restart));
    write(pageOf(0, [1, 2, 3, 3], 't', { round: 2 }));
    expect(ids()).to.deep.equal([1, 2, 2, 3]);
    expect(course).to.include({ omitted: 1 });
  });

  it('tells of no invalid object twice where a walk has begun again', async () => {
    const keys = createKeys('id', ndjson);
    const { write, invalid, tally, course } = setting({ keys: O.some(keys) });
    write(pageOf(0, [1, null], 't'));
    await keys.recall();
    Object.assign(course, courseFrom(restart));
    write(pageOf(0, [1, null], 't'));
    write(pageOf(1, [null], 'u'));
    expect(invalid).to.have.length(2);
    expect(tally.invalid).to.equal(2);
  });

  it('counts what a restarted walk leaves out because objects share a key, once for all walks', async () => {
    const keys = createKeys('id', ndjson);
    const { write, ids, course, tally } = setting({ keys: O.some(keys) });
    write(pageOf(0, [1, 2, 2], 't'));
    for (const restarts of [1, 2]) {
      await keys.recall();
      Object.assign(course, courseFrom(restart));
      write(pageOf(0, [1, 2, 2], 't'));
      expect(tally.omitted, `restart ${restarts}`).to.equal(restarts === 1 ? 0 : 2);
      write(pageOf(1, [3, 3, 2], 'u', { before: 3 }));
      expect(tally.omitted, `restart ${restarts}`).to.equal(2);
    }
    expect(ids()).to.deep.equal([1, 2, 2, 3]);
    expect(course).to.include({ omitted: 2 });
  });

  it('knows by their number that objects were left out, where the keys of earlier pages came in another run', async () => {
    const keys = createKeys('id', ndjson, () => chunksOf('{"properties":{"id":1}}\n{"properties":{"id":2}}\n', 9));
    await keys.recall();
    const { write, tally } = setting({
      keys: O.some(keys),
      tally: newTally({ pages: 4, objects: 2, invalid: 0 }),
      course: courseFrom(placeShowing(Object.assign({}, restart, { pages: 1, objects: 2 }))),
    });
    write(pageOf(0, [2], undefined));
    expect(tally.omitted).to.equal(1);
  });

  for (const [name, format] of Object.entries(formats)) {
    it(`leaves out a record that nests too deep to be written, and fills the limit with others: ${name}`, () => {
      const formatter = format.begin();
      const { write, invalid, tally, text } = setting({ formatter, limit: 2 });
      const data = [{ id: deep(), other: 1 }, { id: 1 }, { id: deep() }, { id: 2 }, { id: 3 }].map((properties) =>
        E.right(record(properties)),
      );
      write({ ...pageOf(0, [], 't'), data });
      const whole = format.begin();
      const expected = whole.add([record({ id: 1 }), record({ id: 2 })]) + whole.end();
      expect(text() + formatter.end()).to.equal(expected);
      expect(formatter.losses(String)).to.deep.equal([]);
      expect(tally).to.include({ objects: 2, invalid: 2, omitted: 0 });
      expect(invalid.map(({ index, problems }) => [index, problems[0]?.message])).to.deep.equal([
        [0, 'is nested too deeply to be written'],
        [2, 'is nested too deeply to be written'],
      ]);
    });
  }

  it('stops at an object without a key, and writes nothing of its page', () => {
    const { write, ids, course, tally } = setting({ keys: O.some(createKeys('id', ndjson)) });
    const page = { ...pageOf(0, [1], 't'), data: [E.right(record({ id: 1 })), E.right(record({ name: 'a' }))] };
    expect(write(page)).to.deep.equal(
      E.left({
        _tag: 'KeyFailed',
        reason: "object 2 of page 1 has no text, number or boolean 'id' that tells it from others (--key)",
      }),
    );
    expect(ids()).to.deep.equal([]);
    expect(course.place).to.equal(undefined);
    expect(tally.pages).to.equal(0);
  });
});
