import { fork } from 'node:child_process';
import { fileURLToPath, URL } from 'node:url';

const script = fileURLToPath(new URL('server.mjs', import.meta.url));

/** Starts a server of a course's pages in a process of its own, which ends with this one. */
export const startServer = (course) =>
  new Promise((resolve, reject) => {
    const child = fork(script, { execArgv: [] });
    child.once('exit', (code) =>
      reject(new Error(`the server ended with ${code} before it began`)),
    );
    child.once('message', ({ url }) => {
      resolve({
        url,
        close: () => {
          if (child.connected) child.disconnect();
        },
      });
    });
    child.send(course);
  });
