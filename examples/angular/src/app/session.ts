import { HttpClient } from '@angular/common/http';
import { inject, Injectable, signal } from '@angular/core';
import { map, type Observable } from 'rxjs';

/** Who is signed in, and where the bearer token comes from; a real application would ask its identity provider. */
@Injectable({ providedIn: 'root' })
export class Session {
  private readonly http = inject(HttpClient);
  private readonly signedIn = signal<string | undefined>('Ada');

  readonly user = this.signedIn.asReadonly();

  signIn(name: string): void {
    this.signedIn.set(name);
  }

  signOut(): void {
    this.signedIn.set(undefined);
  }

  token(): Observable<string> {
    return this.http.post<{ readonly token: string }>('/token', null).pipe(map(({ token }) => token));
  }
}
