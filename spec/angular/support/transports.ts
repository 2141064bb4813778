import '@angular/compiler';
import { provideHttpClient, withFetch, type HttpInterceptorFn, withInterceptors } from '@angular/common/http';
import { httpClientTransport, type HttpClientTransportOptions } from '../../../src/angular/httpClientTransport';
import { axiosTransport } from '../../../src/transport/axiosTransport';
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

/** What is compared: the transport that ships, and the one of Angular. */
export const transports: Readonly<Record<string, (baseURL: string, limits?: { timeout?: number }) => Transport>> = {
  axiosTransport: (baseURL, limits) => axiosTransport({ baseURL, ...limits }),
  httpClientTransport: overHttpClient,
};
