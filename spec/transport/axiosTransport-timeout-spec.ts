import axios, { type AxiosRequestConfig } from 'axios';
import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { tap } from 'rxjs';
import { axiosTransport } from '../../src/transport/axiosTransport';
import { marbles } from '../support/marbles';
import { get } from './support/exchange';

/** An instance whose requests are never answered. */
const silent = (timeout?: number) =>
  axios.create({ adapter: () => new Promise<never>(() => undefined), ...(timeout !== undefined && { timeout }) });

const timedOut = (after: number) => ({ x: E.left({ _tag: 'TimedOut' as const, after }) });

describe('the timeout of axiosTransport', () => {
  it(
    'is a minute unless it is told',
    marbles(({ expectObservable }) => {
      expectObservable(axiosTransport(silent())(get('/p'))).toBe('1m (x|)', timedOut(60_000));
    }),
  );

  it(
    'is a value, not an error',
    marbles(({ expectObservable }) => {
      expectObservable(axiosTransport(silent(), { timeout: 5_000 })(get('/p'))).toBe('5s (x|)', timedOut(5_000));
    }),
  );

  it(
    'is that of the instance, unless the transport is told another',
    marbles(({ expectObservable }) => {
      expectObservable(axiosTransport(silent(2_000))(get('/p'))).toBe('2s (x|)', timedOut(2_000));
      expectObservable(axiosTransport(silent(2_000), { timeout: 7_000 })(get('/p'))).toBe('7s (x|)', timedOut(7_000));
    }),
  );

  it(
    'aborts the request before it tells',
    marbles(({ expectObservable, flush }) => {
      const instance = silent();
      const signals: Array<AxiosRequestConfig['signal']> = [];
      instance.request = ({ signal }: AxiosRequestConfig) => {
        signals.push(signal);
        return new Promise<never>(() => undefined);
      };
      const abortedWhenTold: Array<boolean | undefined> = [];
      const told = axiosTransport(instance, { timeout: 10 })(get('/p')).pipe(
        tap(() => abortedWhenTold.push(signals[0]?.aborted)),
      );
      expectObservable(told).toBe('10ms (x|)', timedOut(10));
      flush();
      expect(abortedWhenTold).to.deep.equal([true]);
    }),
  );

  it(
    'counts from each subscription',
    marbles(({ expectObservable }) => {
      const request = axiosTransport(silent(), { timeout: 10 })(get('/p'));
      expectObservable(request, '^').toBe('10ms (x|)', timedOut(10));
      expectObservable(request, '-----^').toBe('----- 10ms (x|)', timedOut(10));
    }),
  );

  it(
    'is none where it is 0, or longer than a timer can be',
    marbles(({ expectObservable }) => {
      for (const timeout of [0, 2 ** 31, Number.MAX_SAFE_INTEGER, Infinity]) {
        expectObservable(axiosTransport(silent(), { timeout })(get('/p')), '^ 57600m !').toBe('-');
      }
    }),
  );

  it(
    'leaves no timer behind when the subscriber leaves',
    marbles(({ expectObservable }) => {
      expectObservable(axiosTransport(silent(), { timeout: 10 })(get('/p')), '^----!').toBe('-');
    }),
  );
});
