import fc from 'fast-check';
import type { PageToken } from '../../src/model/PageToken';

const ofCodeUnits = (units: ReadonlyArray<number>): string => String.fromCharCode(...units);

/** What texts of the outside world hold and what encoders get wrong, among any other UTF-16 code units. */
const codeUnit = fc.oneof(
  fc.integer({ min: 0x20, max: 0x7e }),
  fc.constantFrom(...Array.from('/.%?#&=+\\"\'{}[]: \t\n\r\0', (char) => char.charCodeAt(0))),
  fc.integer({ min: 0, max: 0xffff }),
);

/** Any text that JavaScript can hold, lone surrogates included. */
export const anyText = fc.array(codeUnit, { maxLength: 24 }).map(ofCodeUnits);

/** Any text that can be written as UTF-8. */
export const anyWellFormedText = fc.oneof(
  anyText.map((text) => text.replace(/\p{Surrogate}/gu, '')),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
);

const isToken = (text: string): text is PageToken => text !== '';

/** Any page token that a POST can carry. */
export const anyToken = anyText.filter(isToken);

/** Any page token that a query string can carry. */
export const anyWellFormedToken = anyWellFormedText.filter(isToken);
