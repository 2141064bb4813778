import { pagewalkPageIterator } from './pagewalk.mjs';

export const read = pagewalkPageIterator({});
