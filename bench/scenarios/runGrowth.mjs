import { startLane } from '../race/startLane.mjs';
import { startServer } from '../server/startServer.mjs';
import { ofSize } from './courses.mjs';

const names = ['axiosLoop', 'expandIoTs', 'pagewalkReadAhead0', 'pagewalkReadAhead1'];

const withServer = async (course, use) => {
  const server = await startServer(course);
  try {
    return await use(server.url);
  } finally {
    server.close();
  }
};

/**
 * What becomes of memory and of the cost of an object when there are more and more of them. One process for each
 * contestant, warmed up once, reads ever longer courses; what it holds then is what it did not let go.
 */
export const runGrowth = async (sizes, { say }) => {
  const rows = [];
  for (const contestant of names) {
    const lane = await startLane(contestant);
    try {
      const warmUp = ofSize(100_000);
      await withServer(warmUp, async (url) => {
        for (let lap = 0; lap < 3; lap += 1) await lane.run(contestant, url, warmUp);
      });
      for (const objects of sizes) {
        say(`${contestant}, ${objects} objects`);
        const course = ofSize(objects);
        const { ms, cpu, heap, peak } = await withServer(course, (url) =>
          lane.run(contestant, url, course, { weighs: true }),
        );
        const perObject = { ms: (ms / objects) * 1e6, cpu: (cpu / objects) * 1e6 };
        rows.push({ contestant, objects, nsPerObject: perObject.ms, cpuNsPerObject: perObject.cpu, heap, peak });
      }
    } finally {
      lane.close();
    }
  }
  return { kind: 'growth', title: 'Memory and cost of an object as their number grows', rows };
};
