import { expect } from 'chai';
import { checkBaseURL } from '../../src/transport/checkBaseURL';
import { wrongBases } from './support/wrongBases';

const right = [
  'http://127.0.0.1:8080',
  'https://objects.example.com',
  'https://objects.example.com/',
  'https://objects.example.com/base/@scope/',
  'HTTPS://Objects.Example.com:443',
  'http://[::1]:80/base',
  'http://localhost',
];

const relative = ['', '/objects', 'objects', './objects', '//objects.example.com/base', '/a:b'];

/** What is said of an address that is refused; nothing if it is taken. */
const refusalOf = (baseURL: unknown, mayBeRelative: boolean): string => {
  try {
    checkBaseURL(baseURL, mayBeRelative);
    return '';
  } catch (error) {
    if (error instanceof TypeError)
      return [error.message, error.stack, JSON.stringify(error)].join('\n');
    throw error;
  }
};

describe('checkBaseURL', () => {
  for (const baseURL of [...right, ...relative]) {
    it(`takes '${baseURL}'${relative.includes(baseURL) ? ' where there is a page' : ''}`, () => {
      expect(refusalOf(baseURL, true)).to.equal('');
      expect(refusalOf(baseURL, false)).to.match(
        relative.includes(baseURL) ? /^baseURL must/ : /^$/,
      );
    });
  }

  const wrongInPages = [
    '//u53r:s3cr3t@o.example.com',
    '///u53r:s3cr3t@o.example.com',
    '/base?a=b',
    '/base#f',
    '?a',
  ];
  for (const [what, baseURL] of [
    ...Object.entries(wrongBases),
    ...wrongInPages.map((base) => [base, base] as const),
  ]) {
    it(`law 14: refuses ${what} by a TypeError that names the option, and does not repeat it`, () => {
      for (const mayBeRelative of [false, true]) {
        expect(refusalOf(baseURL, mayBeRelative))
          .to.match(/^baseURL must/)
          .and.not.match(/s3cr3t|u53r/);
      }
    });
  }

  const parts: ReadonlyArray<
    readonly [rule: RegExp, ...wrong: ReadonlyArray<keyof typeof wrongBases>]
  > = [
    [/^baseURL must be a string/, 'nothing', 'null', 'a URL'],
    [
      /^baseURL must be an http\(s\) address/,
      'another scheme',
      'a script',
      'no host',
      'no scheme but a port',
    ],
    [
      /^baseURL must not have a user or a password/,
      'a password',
      'an empty user name',
      'a password behind three slashes',
    ],
    [
      /^baseURL must not have a query string or a fragment/,
      'a query string',
      'an empty query string',
      'a fragment',
    ],
    [/^baseURL must not contain a blank/, 'a blank behind it', 'a line break in it'],
  ];
  for (const [rule, ...wrong] of parts) {
    it(`says which part is wrong: ${rule.source}`, () => {
      for (const what of wrong) expect(refusalOf(wrongBases[what], false)).to.match(rule);
    });
  }
});
