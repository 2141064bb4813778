import axios from 'axios';
import { expect } from 'chai';
import { axiosTransport } from '../../src/transport/axiosTransport';
import { checkBaseURL } from '../../src/transport/checkBaseURL';

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

const wrong: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  null: null,
  'a URL': new URL('https://objects.example.com'),
  'another scheme': 'ftp://objects.example.com',
  'a scheme without slashes': 'https:objects.example.com',
  'a script': 'javascript:alert(1)',
  'no scheme but a port': 'objects.example.com:8080',
  'no host': 'http://',
  'a port that is none': 'http://127.0.0.1:99999',
  'a user name': 'https://u53r@objects.example.com',
  'a password': 'https://u53r:s3cr3t@objects.example.com/base',
  'a password alone': 'https://:s3cr3t@objects.example.com',
  'an empty user name': 'https://@objects.example.com',
  'a backslash before the password': 'https:\\\\u53r:s3cr3t@objects.example.com',
  'a query string': 'https://objects.example.com/?key=s3cr3t',
  'an empty query string': 'https://objects.example.com?',
  'a fragment': 'https://objects.example.com/#s3cr3t',
  'an empty fragment': 'https://objects.example.com/base#',
  'a blank behind it': 'https://objects.example.com ',
  'a line break in it': 'https://objects.example.com/\nbase',
};

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

  for (const [what, baseURL] of Object.entries(wrong)) {
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

  for (const baseURL of ['//u53r:s3cr3t@objects.example.com', '/base?a=b', '/base#f', '?a']) {
    it(`refuses ${baseURL} though there is a page`, () => {
      expect(
        refusal(() => {
          checkBaseURL(baseURL, true);
        }).message,
      ).to.not.include('s3cr3t');
    });
  }
});

describe('axiosTransport refuses a base address at once', () => {
  for (const [what, baseURL] of Object.entries({ ...wrong, 'a path where there is no page': '/objects' })) {
    it(`${what}: its own, and that of an instance`, () => {
      expect(refusal(() => axiosTransport({ baseURL } as never)).message).to.include('baseURL');
      if (typeof baseURL !== 'string') return;
      expect(refusal(() => axiosTransport(axios.create({ baseURL }))).message).to.include('baseURL');
    });
  }

  it('but not the lack of one in an instance: an interceptor may give it', () => {
    axiosTransport(axios.create());
  });
});
