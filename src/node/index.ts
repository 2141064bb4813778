export { type FilePlaces, filePlaces } from './places/filePlaces';
export { spool } from './spool';
export { toReadable } from './toReadable';
export { undiciTransport } from './undiciTransport';
