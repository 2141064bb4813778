import { hostname } from 'node:os';

/** What a claim is known by, unless you name it: this machine and this process. */
export const processName = (): string => `${hostname()} ${process.pid}`;
