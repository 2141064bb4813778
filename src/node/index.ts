export { spool, type SpoolOptions } from './spool';
export { toReadable, type ToReadableOptions } from './toReadable';
export { type DispatcherLike, undiciTransport, type UndiciTransportOptions } from './undiciTransport';
