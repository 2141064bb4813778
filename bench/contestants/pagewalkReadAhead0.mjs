import { pagewalkReader } from './pagewalk.mjs';

export const read = pagewalkReader({});
