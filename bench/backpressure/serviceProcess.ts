import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Course } from './Course';

/** Where the service's objects are. */
export interface Address {
  readonly url: string;
  readonly ontologyRid: string;
  readonly objectType: string;
}

const addressFrom = (child: ChildProcess): Promise<Address> =>
  new Promise((resolve, reject) => {
    child.once('message', (address) => {
      resolve(address as Address);
    });
    child.once('exit', (code) => {
      reject(new Error(`the service ended with ${code ?? 'a signal'} before it began`));
    });
  });

/**
 * Uses a service that runs in a process of its own: in this one it would take its time from the loop that is measured,
 * and its timers would wait for the contestants.
 */
export const withServiceProcess = async <R>(course: Course, use: (address: Address) => Promise<R>): Promise<R> => {
  const child = fork(join(__dirname, 'service.ts'));
  try {
    child.send(course);
    return await use(await addressFrom(child));
  } finally {
    if (child.connected) child.disconnect();
  }
};
