import { DOCUMENT } from '@angular/common';
import { DestroyRef, inject, Injector } from '@angular/core';
import { ReplaySubject } from 'rxjs';
import type { Client } from '../client/Client';
import type { WalkEvent } from '../client/walks/WalkEvent';
import { DEVTOOLS, isOnServer, type PagewalkFeature } from './PagewalkFeature';

/** How many events from before the panel was opened are kept for it. */
const maxKept = 5_000;

const look =
  'all: initial; position: fixed; inset: auto 12px 12px auto; z-index: 2147483000; padding: 6px 12px; border-radius: 16px; ' +
  'font: 600 12px/1.4 system-ui, sans-serif; color: #fff; background: #1f5fc4; cursor: pointer; ' +
  'box-shadow: 0 2px 8px rgb(0 0 0 / 0.3);';

/** A bundler makes a file of what is imported here, unless it sees that the import is never reached: Angular sets the constant. */
const panel = () =>
  typeof ngDevMode === 'undefined' || ngDevMode ? import('../devtools/index.js') : undefined;

/** Puts a button into the corner of the window. The panel is loaded when it is first pressed. */
const walksButton = (): ((client: Client) => void) => {
  const [document, destroyed, injector] = [inject(DOCUMENT), inject(DestroyRef), inject(Injector)];
  const events = new ReplaySubject<WalkEvent & { readonly at: number }>(maxKept);
  let [walks, isShown] = [0, false];
  return (client) => {
    if (isOnServer(injector)) return;
    // Each client counts its walks from 1.
    const numbers = new Map<number, number>();
    const watched = client.events.subscribe((event) => {
      const walk = numbers.get(event.walk) ?? (walks += 1);
      numbers.set(event.walk, walk);
      events.next({ ...event, walk, at: Date.now() });
    });
    destroyed.onDestroy(() => watched.unsubscribe());
    if (isShown) return;
    isShown = true;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Walks';
    button.title = 'Show the walks of this application';
    button.style.cssText = look;
    let close = (): void => undefined;
    let isGone = false;
    button.addEventListener('click', () => {
      button.style.display = 'none';
      const onClose = (): void => {
        button.style.display = '';
        button.focus();
      };
      void panel()?.then(({ showWalks }) => {
        if (!isGone) ({ close } = showWalks({ events }, { onClose }));
      });
    });
    document.body.append(button);
    destroyed.onDestroy(() => {
      isGone = true;
      close();
      button.remove();
    });
  };
};

/**
 * Shows in development what the walks of the client do: a button in the corner of the window opens a panel with a lane for
 * each walk, including those before it was opened. Angular's production build leaves all of it out.
 *
 * @example
 * ```ts
 * import { providePagewalk, withDevtools } from 'pagewalk/angular';
 *
 * const provider = providePagewalk({ baseURL: 'https://objects.example.com' }, withDevtools());
 * ```
 *
 * @since 0.2.0
 */
export const withDevtools = (): PagewalkFeature => ({
  kind: 'Devtools',
  providers:
    typeof ngDevMode === 'undefined' || ngDevMode
      ? [{ provide: DEVTOOLS, useFactory: walksButton }]
      : [],
});
