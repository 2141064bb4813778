import '@angular/compiler';
import { HttpBackend, type HttpEvent, type HttpInterceptorFn, type HttpRequest } from '@angular/common/http';
import { provideHttpClient, withInterceptors } from '@angular/common/http';
import type { Observable } from 'rxjs';
import { httpClientTransport, type HttpClientTransportOptions } from '../../../src/angular/http/httpClientTransport';
import type { Transport } from '../../../src/transport/Transport';
import { exchange, get } from '../../transport/support/exchange';
import { application } from './angular';

/** A transport whose HttpClient is answered by a function, for what no server in Node can be made to say. */
export const overBackend = (
  handle: (request: HttpRequest<unknown>) => Observable<HttpEvent<unknown>>,
  options: Partial<HttpClientTransportOptions> = {},
  ...interceptors: ReadonlyArray<HttpInterceptorFn>
): Transport =>
  application(provideHttpClient(withInterceptors([...interceptors])), {
    provide: HttpBackend,
    useValue: { handle },
  }).run(() => httpClientTransport({ baseURL: 'https://objects.example.com', ...options }));

/** What comes of a request for a page that the backend handles so. */
export const answeredBy = (handle: Parameters<typeof overBackend>[0], request = get('/p')) =>
  exchange(overBackend(handle), request);
