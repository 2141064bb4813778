import { DOCUMENT } from '@angular/common';
import { DestroyRef, inject, Injector } from '@angular/core';
import { type Observable, ReplaySubject, type Subscription } from 'rxjs';
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

/** The events of all clients. Each client counts its walks from 1. */
const eventsOfAll = () => {
  const events = new ReplaySubject<WalkEvent & { readonly at: number }>(maxKept);
  let walks = 0;
  const watch = (client: Client): Subscription => {
    const numbers = new Map<number, number>();
    return client.events.subscribe((event) => {
      const walk = numbers.get(event.walk) ?? (walks += 1);
      numbers.set(event.walk, walk);
      events.next({ ...event, walk, at: Date.now() });
    });
  };
  return { events, watch };
};

/** Puts a button into the corner of the window. The panel is loaded when it is first pressed. What is returned removes both. */
const putButton = (document: Document, events: Observable<WalkEvent>): (() => void) => {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Walks';
  button.title = 'Show the walks of this application';
  button.style.cssText = look;
  let close = (): void => undefined;
  let isGone = false;
  const onClose = (): void => {
    button.style.display = '';
    button.focus();
  };
  button.addEventListener('click', () => {
    button.style.display = 'none';
    void panel()?.then(
      ({ showWalks }) => {
        if (!isGone) ({ close } = showWalks({ events }, { onClose }));
      },
      (thrown: unknown) => {
        // It could not be loaded: another click tries again.
        onClose();
        throw thrown;
      },
    );
  });
  document.body.append(button);
  return () => {
    isGone = true;
    close();
    button.remove();
  };
};

/** Shows the walks of each client that it is given, by one button. */
const walksButton = (): ((client: Client) => void) => {
  const [document, destroyed, injector] = [inject(DOCUMENT), inject(DestroyRef), inject(Injector)];
  const { events, watch } = eventsOfAll();
  let isShown = false;
  return (client) => {
    if (isOnServer(injector)) return;
    const watched = watch(client);
    destroyed.onDestroy(() => watched.unsubscribe());
    if (!isShown) destroyed.onDestroy(putButton(document, events));
    isShown = true;
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
