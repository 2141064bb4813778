import { fork } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { fileURLToPath, URL } from 'node:url';
import { contestants } from '../contestants.mjs';
import { expectedTally } from './expectedTally.mjs';

const script = fileURLToPath(new URL('lane.mjs', import.meta.url));

const answerOf = (child, name) =>
  new Promise((resolve, reject) => {
    const ended = (code) => reject(new Error(`the process of ${name} ended with ${code}`));
    child.once('exit', ended);
    child.once('message', ({ error, ...answer }) => {
      child.off('exit', ended);
      if (error === undefined) resolve(answer);
      else reject(new Error(`${name}: ${error}`));
    });
  });

/**
 * While one waits for its turn, V8 would collect its garbage after some seconds, and with the shapes of its objects drop the
 * compiled code that relies on them: the next lap would measure the compiler, and the more of it the more contestants there
 * are. Who is at work is never idle for so long.
 */
const execArgv = ['--no-memory-reducer'];

/**
 * Starts a process for contestants. One that has it for itself knows nothing of what other libraries do to the compiler,
 * the heap and the event loop, and its peak of memory is its own; in a real program they share one.
 */
export const startLane = async (...names) => {
  const child = fork(script, names, { execArgv });
  await answerOf(child, names.join());
  return {
    run: async (name, url, course) => {
      const answer = answerOf(child, name);
      child.send({ contestant: name, url, course });
      const { tallies, ...result } = (await answer).result;
      const expected = expectedTally(course, contestants[name].checks !== 'nothing');
      for (const tally of tallies) {
        if (!isDeepStrictEqual(tally, expected)) {
          throw new Error(
            `${name} read ${JSON.stringify(tally)} instead of ${JSON.stringify(expected)}`,
          );
        }
      }
      return result;
    },
    close: () => {
      if (child.connected) child.disconnect();
    },
  };
};
