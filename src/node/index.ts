export { type FilePlaces, filePlaces } from './places/filePlaces';
export { spool } from './spool';
export { toReadable } from './toReadable';
export { type DispatcherLike, undiciTransport } from './undiciTransport';
