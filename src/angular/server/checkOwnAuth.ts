import { DOCUMENT } from '@angular/common';
import { inject } from '@angular/core';
import type { Auth } from '../../client/Auth';

/** For whose page an `Auth` was first used. Every render has its own document. */
const owners = new WeakMap<Auth, object>();

/**
 * Throws where the credential of one visitor would be sent for another: an `Auth` keeps what its source gave, so it must
 * not outlive the render that it was made for.
 */
export const checkOwnAuth = (auth: Auth | undefined, isForAll: boolean): void => {
  if (auth === undefined) return;
  const page = inject(DOCUMENT);
  if (isForAll || (owners.get(auth) ?? page) !== page) {
    throw new Error(
      'provideObjectQuery: this auth is shared by all visitors of the server. Make one for each: ' +
        'provideObjectQuery(() => ({ …, auth: bearer(…) }))',
    );
  }
  owners.set(auth, page);
};
