import { pagewalkNode } from '../product.mjs';
import { pagewalkIterator } from './pagewalk.mjs';

export const read = pagewalkIterator({ transport: pagewalkNode().undiciTransport });
