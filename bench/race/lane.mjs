import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { contestants } from '../contestants.mjs';
import { consumerOf } from './consumer.mjs';

/*
 * The process of one contestant, or of several that share it. It runs a course whenever it is told to, and says what that
 * took and what was read.
 */
const names = process.argv.slice(2);
const readers = new Map();
for (const name of names) readers.set(name, await contestants[name].reader());

/**
 * A collection before each run would look fair, but it is not: with the last object of a shape go the engine's notes on
 * that shape, and code that looks at properties would have to be compiled again each time.
 */
const run = async ({ contestant, url, course }) => {
  const read = readers.get(contestant);
  const consumers = Array.from({ length: course.walks ?? 1 }, () => consumerOf(course));
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  await Promise.all(consumers.map((consumer) => read({ url, course }, consumer)));
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    ms,
    cpu: (user + system) / 1000,
    peak: process.resourceUsage().maxRSS * 1024,
    tallies: consumers.map(({ tally }) => tally()),
  };
};

process.once('disconnect', () => process.exit());
process.on('message', (lap) => {
  run(lap).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: String(error?.stack ?? error) }),
  );
});
process.send({ ready: true });
