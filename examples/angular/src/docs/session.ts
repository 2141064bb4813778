import { Injectable } from '@angular/core';

@Injectable({ providedIn: 'root' })
export class Session {
  /** Asked for the first request, and again when the service has refused the token that it gave. */
  async token(stale?: string): Promise<string> {
    const response = await fetch('/session/token', {
      method: stale === undefined ? 'GET' : 'POST',
    });
    // By its status the list knows whether it is worth trying again: after a 503 it is, after a 401 not.
    if (!response.ok) throw Object.assign(new Error('no token'), { status: response.status });
    return response.text();
  }
}
