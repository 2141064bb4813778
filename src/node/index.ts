export { type FilePlaces, filePlaces } from '../stores/files/filePlaces';
export { spool } from './spool';
export { toReadable } from './toReadable';
export { undiciTransport } from './undiciTransport';
