import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import { map, type Observable } from 'rxjs';

/** Where the application's bearer token comes from; a real one would ask its identity provider. */
@Injectable({ providedIn: 'root' })
export class Session {
  private readonly http = inject(HttpClient);

  token(): Observable<string> {
    return this.http.post<{ readonly token: string }>('/token', null).pipe(map(({ token }) => token));
  }
}
