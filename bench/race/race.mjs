import { contestants } from '../contestants.mjs';
import { startServer } from '../server/startServer.mjs';
import { startLane } from './startLane.mjs';
import { median, spread } from './statistics.mjs';

const distinct = (values) => [...new Set(values)];

/** Begins each round with another one, so that no place in the order is an advantage. */
const rotated = (values, by) => [
  ...values.slice(by % values.length),
  ...values.slice(0, by % values.length),
];

const summary = ({ contestant, course, label = contestants[contestant].label }, laps) => ({
  contestant,
  label,
  course: course.name,
  ms: median(laps.map(({ ms }) => ms)),
  best: Math.min(...laps.map(({ ms }) => ms)),
  spread: spread(laps.map(({ ms }) => ms)),
  cpu: median(laps.map(({ cpu }) => cpu)),
  cpuBest: Math.min(...laps.map(({ cpu }) => cpu)),
  cpuSpread: spread(laps.map(({ cpu }) => cpu)),
  peak: Math.max(...laps.map(({ peak }) => peak)),
});

/** What a course's contestants warm up on: the course itself, or what it says in its place. */
const warmUpOf = (course) =>
  course.warmUp === undefined ? course : { ...course, ...course.warmUp };

const startServers = async (courses, open) => {
  const servers = new Map();
  for (const course of courses) {
    const server = await startServer(course);
    open.push(server);
    servers.set(course, server.url);
  }
  return servers;
};

/**
 * Lets every entry run its course once in each round, one after the other: what disturbs the machine for a while
 * disturbs them all, and the medians forget it. Before that all of them warm up, equally long: code that has run a few
 * hundred times only is not yet compiled, and that would be what is measured.
 *
 * @param entries who reads what: `{ contestant, course }`, and a `label` if it needs another one
 * @param isShared whether they all run in one process, as the parts of a program do
 */
export const race = async (
  entries,
  { rounds, warmUps = 5, isShared = false, say = () => undefined },
) => {
  const open = [];
  try {
    const courses = distinct(entries.map(({ course }) => course));
    const warmUpCourses = new Map(courses.map((course) => [course, warmUpOf(course)]));
    const servers = await startServers(distinct([...courses, ...warmUpCourses.values()]), open);
    const runners = [];
    for (const entry of entries) {
      const lane =
        isShared && runners.length > 0
          ? runners[0].lane
          : await startLane(
              ...(isShared
                ? distinct(entries.map(({ contestant }) => contestant))
                : [entry.contestant]),
            );
      open.push(lane);
      runners.push({ entry, lane, laps: [] });
    }
    for (let lap = 1; lap <= warmUps; lap += 1) {
      say(`warm-up ${lap} of ${warmUps}`);
      for (const { entry, lane } of runners) {
        const course = warmUpCourses.get(entry.course);
        await lane.run(entry.contestant, servers.get(course), course);
      }
    }
    for (let round = 1; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}`);
      for (const { entry, lane, laps } of rotated(runners, round)) {
        laps.push(await lane.run(entry.contestant, servers.get(entry.course), entry.course));
      }
    }
    return runners.map(({ entry, laps }) => summary(entry, laps));
  } finally {
    for (const { close } of open) close();
  }
};
