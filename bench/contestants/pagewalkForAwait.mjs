import { pagewalkIterator } from './pagewalk.mjs';

export const read = pagewalkIterator({});
