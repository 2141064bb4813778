import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { createKeys } from '../../../src/cli/document/Keys';
import { ndjson } from '../../../src/cli/formats/json';
import { chunksOf } from '../support/chunks';
import { record } from '../support/records';

const written = (...ids: ReadonlyArray<unknown>): string => ndjson.begin().add(ids.map((id) => record({ id })));

describe('createKeys', () => {
  it('in memory knows every object that it has noted', async () => {
    const { note, recall, repeated } = createKeys('id', ndjson);
    expect(note(record({ id: 1 }))).to.deep.equal(O.some('new'));
    expect(E.isRight(await recall())).to.equal(true);
    expect(note(record({ id: 1 }))).to.deep.equal(O.some('written'));
    expect(note(record({ id: '1' }))).to.deep.equal(O.some('new'));
    expect(repeated()).to.equal(0);
  });

  it('says that an object has no key', () => {
    expect(createKeys('id', ndjson).note(record({ name: 'a' }))).to.deep.equal(O.none);
  });

  it('reads back what was written when it is asked to, and once', async () => {
    let reads = 0;
    const { note, recall } = createKeys('id', ndjson, () => {
      reads += 1;
      return chunksOf(written(1, 2), 7);
    });
    expect(note(record({ id: 1 }))).to.deep.equal(O.some('new'));
    await recall();
    await recall();
    const novelties = [1, 2, 3, 3].map((id) => note(record({ id })));
    expect(novelties).to.deep.equal(['written', 'written', 'new', 'omitted'].map(O.some));
    expect(reads).to.equal(1);
  });

  it('counts objects that had the key of another one, but none that a restarted walk brings again', async () => {
    const { note, recall, repeated } = createKeys('team', ndjson);
    for (const team of ['a', 'b', 'a', 'a']) note(record({ team }));
    await recall();
    note(record({ team: 'b' }));
    expect(repeated()).to.equal(2);
  });

  it('tells an object that a restarted walk brings again from one that shares its key, in each walk anew', async () => {
    const { note, recall } = createKeys('team', ndjson);
    for (const team of ['a', 'b', 'b']) note(record({ team }));
    for (const novelty of ['new', 'written'] as const) {
      await recall();
      const novelties = ['a', 'a', 'b', 'b', 'b', 'c', 'c'].map((team) => note(record({ team })));
      expect(novelties).to.deep.equal(
        ['written', 'omitted', 'written', 'written', 'omitted', novelty, 'omitted'].map(O.some),
      );
    }
  });

  it('says what it cannot read back: an object without a key, a text that is none of the format', async () => {
    const ofText = (text: string) => createKeys('id', ndjson, () => chunksOf(text, 9)).recall();
    expect(await ofText(written(1, null))).to.deep.equal(
      E.left("not every object that was written has a property 'id' (--key)"),
    );
    const broken = await ofText('{"properties"');
    expect(E.isLeft(broken) && broken.left).to.match(/^cannot read back what was written: /);
  });
});
