import { expect } from 'chai';
import fc from 'fast-check';
import { redacting } from '../../../src/model/secrets/redact';
import { sizeOf } from '../../support/sizes';

/** Letters, what encodings use themselves, and what looks like an escape but is a part of the secret. */
const parts = [
  ...Array.from('abX07&\\%;#"\' +/=<-\u00e9\u00df😀'),
  ...[
    '&lt;',
    '&amp',
    '&more;',
    '&#115;',
    '&#x73',
    '%41',
    '%25',
    '%c3%a9',
    '\\n',
    '\\u0073',
    '\\u{73}',
    '\\x41',
    '\\"',
  ],
];
const anySecret = fc
  .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 20 })
  .map((all) => all.join(''))
  .filter((secret) => secret.trim() !== '');

const each = (text: string, to: (code: number) => string): string =>
  Array.from(text, (character) => to(character.codePointAt(0) ?? 0)).join('');
const bytes = (text: string, to: (hex: string) => string): string =>
  Array.from(Buffer.from(text), (byte) => to(byte.toString(16).padStart(2, '0'))).join('');
const splitBy = (mark: string) => (secret: string) => Array.from(secret).join(mark);
const long = (to: (secret: string) => string) => (secret: string) =>
  secret.length < 6 ? secret : to(secret);

/** How a service may write what it repeats. */
const writings: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'in upper case': (secret) => secret.toUpperCase(),
  'percent-encoded': encodeURIComponent,
  'percent-encoded, every byte': (secret) => bytes(secret, (hex) => `%${hex}`),
  'percent-encoded, every byte in upper case': (secret) =>
    bytes(secret, (hex) => `%${hex.toUpperCase()}`),
  'as in a form': (secret) => new URLSearchParams({ '': secret }).toString().slice(1),
  'as in JSON': (secret) => JSON.stringify(secret).slice(1, -1),
  'as in JSON, in ASCII': (secret) =>
    secret.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'as in a script': (secret) => each(secret, (code) => `\\u{${code.toString(16)}}`),
  'as in a script, in quotes': (secret) => secret.replace(/[\\'"]/g, String.raw`\$&`),
  'as in HTML': (secret) =>
    secret
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  'as numbers of HTML': (secret) => each(secret, (code) => `&#${code};`),
  'as numbers of HTML without their ends': (secret) => each(secret, (code) => `&#${code}`),
  'as hexadecimal numbers of HTML': (secret) =>
    each(secret, (code) => `&#x${code.toString(16).padStart(12, '0')};`),
  'in base64': long((secret) => Buffer.from(secret).toString('base64').replace(/=+$/, '')),
  'in base64 for addresses': long((secret) => Buffer.from(secret).toString('base64url')),
  'in hexadecimal digits': long((secret) => Buffer.from(secret).toString('hex')),
  'in hexadecimal digits in upper case': long((secret) =>
    Buffer.from(secret).toString('hex').toUpperCase(),
  ),
  'split by line breaks': splitBy('\r\n'),
  'split by a zero-width space': splitBy('\u200b'),
  'split by a format character beyond the BMP': splitBy('\u{e0041}'),
  'split by a variation selector': splitBy('\ufe0f'),
  'split by a combining character': splitBy('\u0301'),
  'split by a Hangul filler': splitBy('\u3164'),
  'in wide forms': (secret) =>
    secret.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)),
  'in bold letters': (secret) =>
    secret.replace(/[a-z]/g, (char) => String.fromCodePoint(char.charCodeAt(0) - 97 + 0x1d41a)),
};

describe('law 14: a secret that looks like something else', () => {
  for (const [what, written] of Object.entries(writings)) {
    it(`is taken out whole, ${what}`, () => {
      fc.assert(
        fc.property(anySecret, (secret) => {
          const echo = written(secret);
          expect(redacting()([secret])(`said |${echo}|, try |${echo}|`), echo).to.equal(
            'said |[redacted]|, try |[redacted]|',
          );
        }),
        { numRuns: sizeOf(100, 21_000) },
      );
    });
  }

  it('takes nothing else out of a text, whatever escapes it holds', () => {
    const secret = fc.array(
      fc.tuple(fc.constantFrom('q', 'J', 'z'), fc.constantFrom('&', '%', '\\', ';', '#', ' ', '"')),
      { minLength: 3, maxLength: 12 },
    );
    const text = fc.array(
      fc.constantFrom(...parts, 'a word', '. ', '100 %', 'R&D; ', 'C:\\new', '&copy;'),
      {
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(secret, text, (pairs, words) => {
        const said = words.join('');
        expect(redacting()([pairs.flat().join('')])(said)).to.equal(said);
      }),
      { numRuns: sizeOf(300, 10_000) },
    );
  });
});
