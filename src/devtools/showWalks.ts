import type { Client } from '../client/Client';
import type { Polite } from '../transport/polite/polite';
import { seenEvent } from './model/SeenEvent';
import { mountWalks } from './view/walksElement';
import { checkKnown } from '../model/optionChecks';

/** Options of `showWalks`. @inline */
export interface ShowWalksOptions {
  /** The element to put the panel into. It has the height that you want. By default it is at the lower edge of the window. */
  readonly into?: Element | undefined;
  /** The `polite` of the client's transport; its line and its holds are shown, too. */
  readonly polite?: Pick<Polite, 'state'> | undefined;
  /** Called when the panel was closed, by its button or by `close`. */
  readonly onClose?: (() => void) | undefined;
}

/** A panel that is shown. `showWalks` makes one. @since 0.2.0 */
export interface ShownWalks {
  /** Removes the panel, and no longer listens to the client. */
  close(this: void): void;
}

const checkSource = (rule: string, source: { readonly subscribe?: unknown } | undefined): void => {
  if (typeof source?.subscribe !== 'function') throw new TypeError(`showWalks: ${rule}`);
};

/**
 * Shows what the walks of a client do: a lane for each walk, and in it a bar for each request, as long as the request took.
 *
 * It shows the walks that begin after it. It remembers the last 2,000 walks and 60,000 requests, and shows no credential and
 * no page token. It needs a browser; in Node it is a `TypeError`.
 *
 * @example
 * ```ts
 * import { createClient, fetchTransport } from 'pagewalk';
 * import { showWalks } from 'pagewalk/devtools';
 *
 * const client = createClient({ transport: fetchTransport({ baseURL: 'https://objects.example.com' }) });
 * if (typeof document !== 'undefined') showWalks(client);
 * ```
 *
 * @since 0.2.0
 */
export const showWalks = (
  client: Pick<Client, 'events'>,
  { into, polite, onClose, ...others }: ShowWalksOptions = {},
): ShownWalks => {
  checkKnown('showWalks', others);
  checkSource(
    'client must be what createClient returns',
    (client as typeof client | undefined)?.events,
  );
  if (polite) checkSource('polite must be what polite(…) returns', polite.state);
  if (typeof document === 'undefined') {
    throw new TypeError(
      'showWalks needs the document of a browser; in Node, write recordWalks to a file and use pagewalk show',
    );
  }
  const stop = (): void => {
    events.unsubscribe();
    states?.unsubscribe();
    onClose?.();
  };
  const panel = mountWalks(into, { onClose: stop });
  const events = client.events.subscribe((event) => panel.add(seenEvent(event, Date.now())));
  const states = polite?.state.subscribe((state) =>
    panel.add(seenEvent({ type: 'polite', ...state }, Date.now())),
  );
  return { close: panel.close };
};
