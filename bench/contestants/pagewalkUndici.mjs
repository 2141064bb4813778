import { pagewalkNode } from '../product.mjs';
import { pagewalkReader } from './pagewalk.mjs';

export const read = pagewalkReader({ transport: pagewalkNode().undiciTransport });
