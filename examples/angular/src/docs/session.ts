import { Injectable } from '@angular/core';

@Injectable({ providedIn: 'root' })
export class Session {
  /** Asked for the first request, and again when the service has refused the token that it gave. */
  async token(stale?: string): Promise<string> {
    const response = await fetch('/session/token', {
      method: stale === undefined ? 'GET' : 'POST',
    });
    if (!response.ok) throw new Error(`the token was answered with ${response.status}`);
    return response.text();
  }
}
