import axios from 'axios';
import { expect } from 'chai';
import { axiosTransport } from '../../src/transport/axiosTransport';
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

const refusal = (run: () => unknown): Error => {
  try {
    run();
  } catch (error) {
    if (error instanceof TypeError) return error;
    throw error;
  }
  throw new Error('it was taken');
};

describe('checkBaseURL', () => {
  for (const baseURL of right) {
    it(`takes ${baseURL}`, () => {
      checkBaseURL(baseURL, false);
      checkBaseURL(baseURL, true);
    });
  }

  for (const baseURL of relative) {
    it(`takes '${baseURL}' where there is a page`, () => {
      checkBaseURL(baseURL, true);
      expect(
        refusal(() => {
          checkBaseURL(baseURL, false);
        }).message,
      ).to.include('baseURL');
    });
  }

  for (const [what, baseURL] of Object.entries(wrongBases)) {
    it(`refuses ${what} by a TypeError that names the option`, () => {
      for (const mayBeRelative of [false, true]) {
        expect(
          refusal(() => {
            checkBaseURL(baseURL, mayBeRelative);
          }).message,
        ).to.match(/^baseURL must/);
      }
    });

    it(`law 14: does not repeat ${what}`, () => {
      const error = refusal(() => {
        checkBaseURL(baseURL, true);
      });
      expect(`${error.stack ?? ''}${JSON.stringify(error)}${Object.values(error).join()}`).to.not.match(/s3cr3t|u53r/);
    });
  }

  const parts: ReadonlyArray<readonly [rule: RegExp, ...wrong: ReadonlyArray<keyof typeof wrongBases>]> = [
    [/^baseURL must be a string/, 'nothing', 'null', 'a URL'],
    [/^baseURL must be an http\(s\) address/, 'another scheme', 'a script', 'no host', 'no scheme but a port'],
    [
      /^baseURL must not have a user or a password/,
      'a password',
      'an empty user name',
      'a password behind three slashes',
    ],
    [/^baseURL must not have a query string or a fragment/, 'a query string', 'an empty query string', 'a fragment'],
    [/^baseURL must not contain a blank/, 'a blank behind it', 'a line break in it'],
  ];
  for (const [rule, ...wrong] of parts) {
    it(`says which part is wrong: ${rule.source}`, () => {
      for (const what of wrong) {
        expect(
          refusal(() => {
            checkBaseURL(wrongBases[what], false);
          }).message,
        ).to.match(rule);
      }
    });
  }

  for (const baseURL of [
    '//u53r:s3cr3t@objects.example.com',
    '///u53r:s3cr3t@objects.example.com',
    '/base?a=b',
    '/base#f',
    '?a',
  ]) {
    it(`refuses ${baseURL} though there is a page`, () => {
      expect(
        refusal(() => {
          checkBaseURL(baseURL, true);
        }).message,
      ).to.not.include('s3cr3t');
    });
  }
});

describe('axiosTransport refuses the base address of an instance at once', () => {
  for (const [what, baseURL] of Object.entries({ ...wrongBases, 'a path where there is no page': '/objects' })) {
    if (typeof baseURL !== 'string') continue;
    it(what, () => {
      expect(refusal(() => axiosTransport(axios.create({ baseURL }))).message).to.include('baseURL');
    });
  }

  it('but not the lack of one: an interceptor may give it', () => {
    axiosTransport(axios.create());
  });
});
