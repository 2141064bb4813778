import {
  ApplicationRef,
  DestroyRef,
  inject,
  Injector,
  makeStateKey,
  TransferState,
} from '@angular/core';
import { sipHashOf } from '../../model/records/sipHash';
import { isOnServer, type Session, SESSION } from '../PagewalkFeature';
import type { TransferredPage } from './transferredPage';

/** The first pages of an application, by their requests, and for whom they came. */
interface FirstPages {
  readonly user: number | undefined;
  readonly pages: ReadonlyArray<readonly [request: string, pages: ReadonlyArray<TransferredPage>]>;
}

const noPages: FirstPages = { user: undefined, pages: [] };

/** A digest, because the user could be a token; undefined for nobody, and for what is neither a string nor a number. */
const digestOf = (session: Session | null): number | undefined => {
  const user = session === null ? '' : session.user();
  return ['string', 'number', 'bigint'].includes(typeof user)
    ? sipHashOf(`${typeof user} ${String(user)}`)
    : undefined;
};

/** The first pages that travel under a name. All of them belong to one user. Called in an injection context. */
export const firstPages = (name: string) => {
  const [state, isServer] = [inject(TransferState), isOnServer(inject(Injector))];
  const session = inject(SESSION, { optional: true });
  const key = makeStateKey<FirstPages>(`pagewalk ${name}`);
  const { user, pages: given } = isServer ? noPages : state.get(key, noPages);
  const pages = new Map(given);
  if (!isServer) state.remove(key);
  const changes = session?.changes.subscribe(() => {
    if (!isServer && user === digestOf(session)) return;
    pages.clear();
    state.remove(key);
  });
  inject(DestroyRef).onDestroy(() => changes?.unsubscribe());
  // Rows that somebody asks for after the hydration must be those that there are then.
  if (!isServer)
    void inject(ApplicationRef, { optional: true })
      ?.whenStable()
      .then(() => pages.clear());
  return {
    /** On a server: keeps pages that are asked for now, unless another user has come when they are there. */
    keeping: (request: string) => {
      const owner = digestOf(session);
      return (read: () => TransferredPage | undefined): void => {
        const page = owner !== undefined && owner === digestOf(session) ? read() : undefined;
        if (page === undefined) return;
        // Two lists may ask the same.
        pages.set(request, [...(pages.get(request) ?? []), page]);
        state.set(key, { user: owner, pages: [...pages] });
      };
    },
    /** In a browser: another user may have signed in since, or have gone back to a page that the browser has kept. */
    take: (request: string): TransferredPage | undefined => {
      const found = user === digestOf(session) ? pages.get(request) : undefined;
      if (found !== undefined) pages.set(request, found.slice(1));
      return found?.[0];
    },
  };
};
