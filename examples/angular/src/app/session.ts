import { isPlatformServer } from '@angular/common';
import { HttpClient } from '@angular/common/http';
import {
  inject,
  Injectable,
  makeStateKey,
  PLATFORM_ID,
  REQUEST,
  REQUEST_CONTEXT,
  signal,
  TransferState,
} from '@angular/core';
import { firstValueFrom, type Observable } from 'rxjs';
import type { Backend } from './backend';

interface Credential {
  readonly token: string;
  readonly user: string;
}

const userKey = makeStateKey<string | null>('user');

/** Who is signed in, by a cookie that scripts cannot read (`HttpOnly`): only the server can say whose it is. */
@Injectable({ providedIn: 'root' })
export class Session {
  private readonly http = inject(HttpClient);
  private readonly isServer = isPlatformServer(inject(PLATFORM_ID));
  private readonly request = inject(REQUEST, { optional: true });
  private readonly backend = inject(REQUEST_CONTEXT, { optional: true }) as Backend | null;
  private readonly state = inject(TransferState);
  private readonly known = signal<string | undefined>(this.backend?.user);
  /** The other tabs of the browser. */
  private tabs: BroadcastChannel | undefined;

  readonly user = this.known.asReadonly();

  /** Called before the application starts. */
  start(): Promise<void> | undefined {
    if (this.isServer) {
      // A page that is rendered at build time has no user.
      if (this.backend) this.state.set(userKey, this.backend.user ?? null);
      return undefined;
    }
    this.tabs = new BroadcastChannel('session');
    this.tabs.onmessage = ({ data }: MessageEvent<string | undefined>) => this.known.set(data);
    const isTold = this.state.hasKey(userKey);
    this.known.set(this.state.get(userKey, null) ?? undefined);
    // HTML that the browser has kept may be that of another user.
    const asked = this.ask();
    return isTold ? undefined : asked;
  }

  /** Where a visitor's token comes from, and whose it is: the browser sends its cookie, the server the one that it was sent. */
  credential(): Observable<Credential> {
    const cookie = this.request?.headers.get('cookie');
    return this.http.post<Credential>(`${this.backend?.origin ?? ''}/token`, null, {
      headers: cookie ? { cookie } : {},
      // Or Angular would write the response, and with it the token, into the HTML.
      transferCache: false,
    });
  }

  /** Signs somebody in; undefined signs out. The server sets the cookie. */
  signIn(user: string | undefined): void {
    this.http.post('/session', { user }).subscribe(() => {
      this.known.set(user);
      this.tabs?.postMessage(user);
    });
  }

  /** Asks whose cookie it is. */
  async ask(): Promise<void> {
    const { user } = await firstValueFrom(this.http.get<{ readonly user?: string }>('/session'));
    this.known.set(user);
  }
}
