import { expect } from 'chai';
import { type Random, seededRandom } from '../../src/service/store/random';
import { seed } from '../support/seed';
import { bin } from './support/bin';
import { crash, type Damage, type Victim } from './support/crash';
import { withDirectory } from './support/temporary';

const badges = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    id,
    name: `no. ${id}, "✓"\n${'x'.repeat(id % 50)}`,
    team: id % 3 === 0 ? null : id % 3,
  }));

/** A run is never left alive for so long that it could come to its end. */
const long = { objects: badges(800), kills: 13, longest: 11, faults: [{ type: 'delay', every: 1, ms: 5 }] } as const;

const victims: ReadonlyArray<Victim> = [
  { ...long, command: 'list', format: 'ndjson', options: ['--snapshot'] },
  { ...long, command: 'list', format: 'json', options: [] },
  { ...long, command: 'search', format: 'csv', options: [] },
  {
    command: 'list',
    format: 'json',
    options: ['--snapshot', '--key', 'id'],
    objects: badges(200),
    kills: 13,
    longest: 35,
    faults: [
      { type: 'delay', every: 1, ms: 5 },
      // A token that was sent before a kill, or for a page that got lost on its way, is not taken again.
      { type: 'expire-token', uses: 1 },
      { type: 'reset-during', every: 61 },
    ],
  },
];

describe(`the command line, killed fifty times (PAGEWALK_SEED=${seed})`, () => {
  it('goes on each time, and has written every object once and in order', async () => {
    bin();
    const damages: Array<Damage> = [];
    const crashAll = async (some: ReadonlyArray<Victim>, random: Random): Promise<void> => {
      for (const victim of some) damages.push(await withDirectory((directory) => crash(victim, random, directory)));
    };
    await Promise.all([
      crashAll(victims.slice(0, 2), seededRandom(seed)),
      crashAll(victims.slice(2), seededRandom(seed + 1)),
    ]);
    const total = (name: keyof Damage): number => damages.reduce((sum, damage) => sum + damage[name], 0);
    const met = `${total('midway')} midway, ${total('torn')} within a page, ${total('again')} in a walk that had begun again`;
    expect(total('kills')).to.be.at.least(50);
    expect(total('midway'), met).to.be.above(30);
    expect(total('torn'), met).to.be.above(0);
    expect(total('again'), met).to.be.above(2);
  });
});
