import '@angular/compiler';
import {
  provideHttpClient,
  withFetch,
  type HttpInterceptorFn,
  withInterceptors,
} from '@angular/common/http';
import {
  httpClientTransport,
  type HttpClientTransportOptions,
} from '../../../src/angular/http/httpClientTransport';
import type { Transport } from '../../../src/transport/Transport';
import { application } from './angular';

type Limits = Omit<HttpClientTransportOptions, 'baseURL' | 'http'>;

/** HttpClient over fetch, as an application has it. */
export const overHttpClient = (
  baseURL: string,
  limits: Limits = {},
  ...interceptors: ReadonlyArray<HttpInterceptorFn>
): Transport =>
  application(provideHttpClient(withFetch(), withInterceptors([...interceptors]))).run(() =>
    httpClientTransport({ baseURL, ...limits }),
  );
