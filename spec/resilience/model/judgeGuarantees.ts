import { expect } from 'chai';
import { textOf } from './predict';
import type { Script } from './Script';
import type { Item } from './serve';
import type { Leg } from './session';

/** The last walk and those that it goes on from, back to the one that began at the first page. */
const lastChain = (legs: ReadonlyArray<Leg>): ReadonlyArray<Leg> =>
  legs.slice(legs.map(({ start }) => start).lastIndexOf(undefined));

const withoutPlace = (text: string): string => text.replace(/ at .*/, '');

const objectsIn = ({ values }: Leg): ReadonlyArray<string> =>
  values
    .filter(({ isEnd, text }) => !isEnd && text !== '')
    .flatMap(({ text }) => text.split(','))
    .map(withoutPlace);

const bare = (items: ReadonlyArray<Item>): ReadonlyArray<string> =>
  items.map((item) => withoutPlace(textOf(item, 0, 0)));

const ids = (texts: ReadonlyArray<string>): ReadonlyArray<string> => texts.map((text) => text.replace(/\..*/, ''));

const goodIds = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  ids(texts.filter((text) => !text.startsWith('!')));

/**
 * What the documentation promises of the objects of a run, said without the model: of the service it asks only what was
 * in its store, and when.
 */
export const judgeGuarantees = (script: Script, legs: ReadonlyArray<Leg>): void => {
  const chain = lastChain(legs);
  const { store, begun, shiftedAt, ever } = chain.at(-1)?.after ?? expect.fail('no walk reached the last page');
  const hasRestarted = chain.some(({ events }) => (events.restart ?? 0) > 0);
  const all = chain.flatMap(objectsIn);
  // A walk that goes on from a restarted one knows nothing of what was emitted before the restart, and may repeat it.
  const seen = hasRestarted ? [...new Set(all)] : all;
  const isStill = script.changes.length === 0;

  expect(bare(ever), 'what there was').to.include.members(legs.flatMap(objectsIn));
  if (script.restarts !== undefined) {
    for (const leg of legs) {
      const keys = goodIds(objectsIn(leg));
      expect(new Set(keys).size, 'keys').to.equal(keys.length);
    }
  }

  if (isStill) expect(seen).to.deep.equal(bare(store));
  else if (script.snapshot && !hasRestarted) expect(seen).to.deep.equal(bare(begun.store));
  else if (script.snapshot) expect(ids(seen)).to.include.members(ids(bare(begun.store)));
  else if (shiftedAt <= begun.request) {
    const stayed = begun.store.filter(({ id }) => store.some((item) => item.id === id));
    expect(ids(seen)).to.include.members(ids(bare(stayed)));
  }
};
