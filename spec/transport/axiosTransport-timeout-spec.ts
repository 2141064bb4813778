import axios, { type AxiosRequestConfig } from 'axios';
import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { tap } from 'rxjs';
import { axiosTransport } from '../../src/transport/axiosTransport';
import { marbles } from '../support/marbles';
import { get } from './support/exchange';

/** An instance whose requests are never answered. */
const silent = (timeout?: number) =>
  axios.create({
    adapter: () => new Promise<never>(() => undefined),
    ...(timeout !== undefined && { timeout }),
  });

const timedOut = (after: number) => ({ x: E.left({ _tag: 'TimedOut' as const, after }) });

describe('the timeout of axiosTransport', () => {
  it(
    'is that of the instance, unless the transport is told another',
    marbles(({ expectObservable }) => {
      expectObservable(axiosTransport(silent(2_000))(get('/p'))).toBe('2s (x|)', timedOut(2_000));
      expectObservable(axiosTransport(silent(2_000), { timeout: 7_000 })(get('/p'))).toBe(
        '7s (x|)',
        timedOut(7_000),
      );
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
    'leaves no timer behind when the subscriber leaves',
    marbles(({ expectObservable }) => {
      expectObservable(axiosTransport(silent(), { timeout: 10 })(get('/p')), '^----!').toBe('-');
    }),
  );
});
