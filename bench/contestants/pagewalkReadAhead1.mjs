import { pagewalkReader } from './pagewalk.mjs';

export const read = pagewalkReader({ readAhead: 1 });
