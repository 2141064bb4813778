import { HttpClient } from '@angular/common/http';
import { inject, Injectable, REQUEST, REQUEST_CONTEXT } from '@angular/core';
import type { Observable } from 'rxjs';
import type { Backend } from './backend';

interface Credential {
  readonly token: string;
  readonly user: string;
}

/** Where a visitor's token comes from, and whose it is: the browser sends its cookie, the server the one that it was sent. */
@Injectable({ providedIn: 'root' })
export class Session {
  private readonly http = inject(HttpClient);
  private readonly request = inject(REQUEST, { optional: true });
  private readonly backend = inject(REQUEST_CONTEXT, { optional: true }) as Backend | null;

  credential(): Observable<Credential> {
    const cookie = this.request?.headers.get('cookie');
    return this.http.post<Credential>(`${this.backend?.origin ?? ''}/token`, null, {
      headers: cookie ? { cookie } : {},
      // Or Angular would write the response, and with it the token, into the HTML.
      transferCache: false,
    });
  }
}
