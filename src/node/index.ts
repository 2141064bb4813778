export { spool, type SpoolOptions } from './spool';
export { toReadable, type ToReadableOptions } from './toReadable';
