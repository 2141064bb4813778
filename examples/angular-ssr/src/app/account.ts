import { DOCUMENT, isPlatformBrowser } from '@angular/common';
import { inject, Injectable, PLATFORM_ID, REQUEST, signal } from '@angular/core';

const userIn = (cookies: string | null | undefined): string | undefined =>
  /(?:^|; )visitor=(\w+)/.exec(cookies ?? '')?.[1];

/** Who is signed in: by a cookie, which the browser has and the server is sent. */
@Injectable({ providedIn: 'root' })
export class Account {
  private readonly document = inject(DOCUMENT);
  private readonly request = inject(REQUEST, { optional: true });
  private readonly isBrowser = isPlatformBrowser(inject(PLATFORM_ID));

  readonly user = signal(
    userIn(this.isBrowser ? this.document.cookie : this.request?.headers.get('cookie')),
  );

  /** The other tabs of the browser. */
  private readonly tabs = this.isBrowser ? new BroadcastChannel('session') : undefined;

  constructor() {
    if (this.tabs === undefined) return;
    // The message says who it is: it may arrive before the cookie.
    this.tabs.onmessage = ({ data }: MessageEvent<string | undefined>) => this.user.set(data);
    // A page that Back restores from memory has heard of nothing in between.
    this.document.defaultView?.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) this.user.set(userIn(this.document.cookie));
    });
  }

  signIn(user: string): void {
    this.document.cookie = `visitor=${user}; path=/; SameSite=Lax`;
    this.user.set(user);
    this.tabs?.postMessage(user);
  }

  signOut(): void {
    this.document.cookie = 'visitor=; path=/; max-age=0';
    this.user.set(undefined);
    this.tabs?.postMessage(undefined);
  }
}
