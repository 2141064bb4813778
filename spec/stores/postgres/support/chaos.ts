import { expect } from 'chai';
import { postgresPlaces } from '../../../../src/stores/postgres/postgresPlaces';
import { seededRandom } from '../../../../src/service/store/random';
import { startService } from '../../../../src/service/startService';
import { pause } from '../../../support/collect';
import type { Worker } from '../../../support/startWorker';
import { numbersOf, type Start, until } from './sink';
import type { Database } from './withDatabase';

/** How much happens. */
export interface Chaos {
  readonly workers: number;
  readonly walks: number;
  /** Objects of each walk. */
  readonly perWalk: number;
  readonly seed: number;
}

/** Workers copy walks, and are killed and stopped. In the end the tables must equal the store; it returns what happened. */
export const runChaos = async (
  database: Database,
  start: Start,
  { workers, walks: count, perWalk, seed }: Chaos,
  url = database.url,
): Promise<string> => {
  const walks = until(count).map((index) => `type${index}`);
  const objects = Object.fromEntries(
    walks.map((type) => [type, until(perWalk).map((id) => ({ id }))]),
  );
  const service = await startService({ objects, maxPageSize: 20, tokenLifetime: 1_500 });
  // What the service does not have any more is to be gone when a walk is done.
  await database.rows('insert into sink (walk, number, round) select unnest($1::text[]), 9999, 0', [
    walks,
  ]);
  const random = seededRandom(seed);
  const source = { service: service.url, token: service.token, ontologyRid: service.ontologyRid };
  const all: Array<Worker> = [];
  const begin = (): Worker => {
    const worker = start({ url, ids: walks, source, sink: 'recipe', ms: 80, restarts: 1_000 });
    all.push(worker);
    return worker;
  };
  const team = until(workers).map(begin);
  const isAtWork = (worker: Worker): boolean =>
    worker.lines.length > 0 && worker.lines.at(-1) !== 'end';
  let kills = 0;
  let stops = 0;
  const isDone = async (): Promise<boolean> => {
    const known = await postgresPlaces(database.pool).all();
    return known.length === walks.length && known.every(({ isLast }) => isLast);
  };
  while (!(await isDone())) {
    await pause(300 + 700 * random());
    const index = Math.floor(random() * team.length);
    const worker = team[index];
    if (worker === undefined || !isAtWork(worker)) continue;
    // Any order, but as many of the one as of the other.
    if (kills === stops ? random() < 0.5 : kills < stops) {
      worker.signal('SIGKILL');
      kills += 1;
      team[index] = begin();
    } else {
      // The first time all of them, for longer than a token lives: nobody can take over before it has expired.
      const stopped = stops === 0 ? [...team] : [worker];
      for (const each of stopped) each.signal('SIGSTOP');
      stops += 1;
      await pause(2_000);
      for (const each of stopped) each.signal('SIGCONT');
    }
  }
  await Promise.all(team.map((worker) => worker.ended()));
  await service.close();
  const lines = all.flatMap((worker) => worker.lines);
  const fences = lines.filter((line) => line.startsWith('Superseded')).length;
  const rounds = (await postgresPlaces(database.pool).all()).filter(
    ({ round }) => round > 1,
  ).length;
  for (const walk of walks)
    expect(await numbersOf(database, walk), walk).to.deep.equal(until(perWalk));
  expect(lines.filter((line) => /^failed|^PageTokenExpired/.test(line))).to.deep.equal([]);
  expect(
    Math.min(kills, stops, fences, rounds),
    `${kills}, ${stops}, ${fences}, ${rounds}`,
  ).to.be.above(0);
  return `${kills} kills, ${stops} stops, ${fences} fences, ${rounds} walks that began again`;
};
