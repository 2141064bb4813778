import { DOCUMENT, isPlatformBrowser } from '@angular/common';
import { HttpClient } from '@angular/common/http';
import {
  computed,
  inject,
  Injectable,
  PLATFORM_ID,
  REQUEST,
  REQUEST_CONTEXT,
  signal,
} from '@angular/core';
import { map, type Observable } from 'rxjs';
import type { Backend } from './backend';

const visitorIn = (cookies: string): string | undefined =>
  /(?:^|; )visitor=(\w+)/.exec(cookies)?.[1];

/** Who is signed in, and where the token comes from: by a cookie, which the browser has and the server is sent. */
@Injectable({ providedIn: 'root' })
export class Session {
  private readonly http = inject(HttpClient);
  private readonly document = inject(DOCUMENT);
  private readonly cookie = inject(REQUEST, { optional: true })?.headers.get('cookie');
  private readonly backend = inject(REQUEST_CONTEXT, { optional: true }) as Backend | null;
  // On a server the document has no cookies.
  private readonly cookies = isPlatformBrowser(inject(PLATFORM_ID))
    ? this.document.cookie
    : this.cookie;
  private readonly visitor = signal(visitorIn(this.cookies ?? ''));

  readonly user = this.visitor.asReadonly();
  readonly name = computed(() => {
    const user = this.user();
    return user && user.charAt(0).toUpperCase() + user.slice(1);
  });

  signIn(user: string): void {
    this.document.cookie = `visitor=${user}; path=/; SameSite=Lax`;
    this.visitor.set(user);
  }

  signOut(): void {
    this.document.cookie = 'visitor=; path=/; max-age=0';
    this.visitor.set(undefined);
  }

  token(): Observable<string> {
    return this.http
      .post<{ readonly token: string }>(`${this.backend?.origin ?? ''}/token`, null, {
        headers: this.cookie ? { cookie: this.cookie } : {},
        // Or Angular would write the answer, and with it the token, into the HTML.
        transferCache: false,
      })
      .pipe(map(({ token }) => token));
  }
}
