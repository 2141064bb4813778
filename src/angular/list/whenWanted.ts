import { Observable } from 'rxjs';

declare const ngDevMode: unknown;

/** Who hears how a walk's request fares before it is sent. */
export interface Watch {
  /** The walk asks whether it may: the page before has been handed out. */
  readonly asked: () => void;
  /** It goes, or the walk was left. */
  readonly sent: () => void;
}

/** The `ready` of a valve that is open while something is wanted; `wants` says when to look again. */
export const whenWanted = (isWanted: () => boolean, wants: Observable<void>, watch: Watch): Observable<void> =>
  new Observable((subscriber) => {
    let isSent = false;
    const send = (): void => {
      isSent = true;
      watch.sent();
    };
    const look = (): void => {
      if (isSent || !isWanted()) return;
      send();
      subscriber.next();
      subscriber.complete();
    };
    watch.asked();
    subscriber.add(wants.subscribe(look));
    // A walk that waits no longer, and was not left, spends its page token before it expires.
    subscriber.add(() => {
      if (!isSent) send();
    });
    look();
  });

const unpaced =
  'pagewalk: a list is filled by a walk that does not wait for it, and loads all pages. Use the client that stream is given, ' +
  'or spread its pace into the params of the walk: stream: ({ client }) => client.list({ … }).';

/** Says in development that a walk does not wait. */
export const warnOfPace = (): void => {
  if (typeof ngDevMode === 'undefined' || ngDevMode) console.warn(unpaced);
};
