import { Injectable } from '@angular/core';

@Injectable({ providedIn: 'root' })
export class Session {
  /** Called for the first request, and again when the service has refused the token. */
  async token(stale?: string): Promise<string> {
    const response = await fetch('/session/token', {
      method: stale === undefined ? 'GET' : 'POST',
    });
    // The status tells the list whether to try again: after a 503 yes, after a 401 no.
    if (!response.ok) throw Object.assign(new Error('no token'), { status: response.status });
    return response.text();
  }
}
