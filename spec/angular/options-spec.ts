import '@angular/compiler';
import { provideHttpClient } from '@angular/common/http';
import { expect } from 'chai';
import * as entry from '../../src/angular/index';
import { providePagewalkTesting } from '../../src/angular/testing/index';
import { scriptedTransport } from '../support/scriptedTransport';
import { application } from './support/angular';

/** The functions, for calls that the compiler refuses. */
const { keepScroll, ...functions } = { ...entry, providePagewalkTesting };
const given = functions as unknown as Readonly<
  Record<keyof typeof functions, (options: object) => unknown>
>;

const list = { stream: () => [] };
const page = () => ({ index: 0, size: 1 });
const baseURL = 'https://objects.example.com';

/** Functions, each with what it needs and with one option that it does not know. */
const calls: ReadonlyArray<readonly [refusal: string, call: () => unknown]> = [
  [
    'walkResource does not know the option debounce',
    () => given.walkResource({ ...list, debounce: 1 }),
  ],
  [
    'walkResource: server does not know the option ssr',
    () => given.walkResource({ ...list, server: { ssr: true } }),
  ],
  [
    'walkWindow does not know the option staleTime',
    () => given.walkWindow({ ...list, keepPages: 1, staleTime: 1 }),
  ],
  [
    'walkPage does not know the option rowsAhead',
    () => given.walkPage({ ...list, page, rowsAhead: 1 }),
  ],
  ['withListCache does not know the option max', () => given.withListCache({ max: 1 })],
  [
    'withTransferState does not know the option maxlength',
    () => given.withTransferState({ maxlength: 1 }),
  ],
  [
    'httpClientTransport does not know the option timeOut',
    () => given.httpClientTransport({ baseURL, timeOut: 1 }),
  ],
  [
    'providePagewalk does not know the option baseUrl',
    () => given.providePagewalk({ baseURL, baseUrl: baseURL }),
  ],
  [
    'providePagewalk: server does not know the option skip',
    () => given.providePagewalk({ baseURL, server: { skip: true } }),
  ],
  [
    'providePagewalk does not know the option page',
    () => given.providePagewalkTesting({ page: [] }),
  ],
  [
    'keepScroll does not know the option once',
    () => {
      keepScroll({ status: () => 'idle' } as never, () => undefined, { once: true } as never);
    },
  ],
];

describe('an option that a function of pagewalk/angular does not know', () => {
  for (const [refusal, call] of calls)
    it(`is refused: ${refusal}`, () => {
      const { run } = application(provideHttpClient(), entry.providePagewalk(scriptedTransport()));
      expect(() => run(call)).to.throw(TypeError, refusal);
    });

  it('is refused where a function gives the options, or the messages', () => {
    const config = () => ({ baseURL, baseUrl: baseURL }) as entry.PagewalkConfig;
    const { run } = application(
      entry.providePagewalk(config, entry.withMessages({ online: () => '' } as object)),
    );
    expect(() => run(entry.injectPagewalk)).to.throw(
      TypeError,
      'providePagewalk does not know the option baseUrl',
    );
    expect(() => run(entry.injectMessageFor)).to.throw(
      TypeError,
      'withMessages does not know the option online',
    );
  });
});

describe('a function of pagewalk/angular outside of an injection context', () => {
  const { injectListCache, injectMessageFor, injectPagewalk, walkPage, walkResource, walkWindow } =
    given;
  const functions = {
    injectListCache,
    injectMessageFor,
    injectPagewalk,
    walkPage,
    walkResource,
    walkWindow,
  };

  for (const [name, call] of Object.entries({
    ...functions,
    httpClientTransport: given.httpClientTransport,
  }))
    it(`is refused: ${name}`, () => {
      const options = name.startsWith('walk') ? list : { baseURL };
      expect(() => call(options)).to.throw(
        `${name}() can only be used within an injection context`,
      );
    });
});
