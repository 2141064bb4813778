import { HttpClient } from '@angular/common/http';
import { inject, Injectable, REQUEST, REQUEST_CONTEXT } from '@angular/core';
import { map, type Observable } from 'rxjs';
import type { Backend } from './backend';

/** Where a visitor's token comes from: the browser sends its cookie, and the server the one that it was sent. */
@Injectable({ providedIn: 'root' })
export class Session {
  private readonly http = inject(HttpClient);
  private readonly request = inject(REQUEST, { optional: true });
  private readonly backend = inject(REQUEST_CONTEXT, { optional: true }) as Backend | null;

  token(): Observable<string> {
    const cookie = this.request?.headers.get('cookie');
    return this.http
      .post<{ readonly token: string }>(`${this.backend?.origin ?? ''}/token`, null, {
        headers: cookie ? { cookie } : {},
        // Or Angular would write the response, and with it the token, into the HTML.
        transferCache: false,
      })
      .pipe(map(({ token }) => token));
  }
}
