export { type FilePlaces, filePlaces } from './places/filePlaces';
export { spool, type SpoolOptions } from './spool';
export { toReadable } from './toReadable';
export { type DispatcherLike, undiciTransport, type UndiciTransportOptions } from './undiciTransport';
