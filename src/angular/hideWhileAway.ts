import { DOCUMENT } from '@angular/common';
import {
  ApplicationRef,
  DestroyRef,
  ErrorHandler,
  inject,
  Injector,
  NgZone,
  runInInjectionContext,
} from '@angular/core';
import {
  catchError,
  defer,
  EMPTY,
  filter,
  fromEvent,
  merge,
  of,
  switchMap,
  tap,
  timer,
} from 'rxjs';
import { isOnServer } from './PagewalkFeature';

/**
 * Hides everything that a document shows, and keeps it from being used and read aloud. What is returned shows it again: the elements
 * were there all the time, so that scroll positions are the same, and the focus is given back.
 */
const hide = ({ documentElement }: Document, focused: Element | null): (() => void) => {
  const { style } = documentElement;
  const [opacity, priority] = [
    style.getPropertyValue('opacity'),
    style.getPropertyPriority('opacity'),
  ];
  const before = documentElement.inert;
  // An element that is visible in a hidden one would be seen.
  style.setProperty('opacity', '0', 'important');
  documentElement.inert = true;
  return () => {
    style.setProperty('opacity', opacity, priority);
    documentElement.inert = before;
    (focused as HTMLElement | null)?.focus({ preventScroll: true });
  };
};

/**
 * Hides a page that the browser keeps when it is left, until `again` has settled after it is back. Called in an injection context.
 * `settled` lets the application hear of another user before anything is seen.
 */
export const hideWhileAway = (again: () => Promise<unknown>, settled: () => void): void => {
  const injector = inject(Injector);
  const document = inject(DOCUMENT, { optional: true });
  const window = document?.defaultView;
  if (!document || !window || isOnServer(injector)) return;
  const [application, zone] = [inject(ApplicationRef), inject(NgZone)];
  const handler = inject(ErrorHandler);
  let show: (() => void) | undefined;
  let blurred: Element | null = null;
  const showAgain = (): void => {
    show?.();
    show = undefined;
  };
  const asked = defer(() => runInInjectionContext(injector, again)).pipe(
    catchError((thrown: unknown) => {
      handler.handleError(thrown);
      return of(undefined);
    }),
  );
  // A browser may take the focus away before it says that the page is left, in the same task.
  const blurs = zone.runOutsideAngular(() =>
    fromEvent<FocusEvent>(window, 'focusout')
      .pipe(
        tap(({ target }) => (blurred = target as Element | null)),
        switchMap(() => timer(0)),
      )
      .subscribe(() => (blurred = null)),
  );
  const events = ['pagehide', 'pageshow'].map((name) =>
    fromEvent<PageTransitionEvent>(window, name),
  );
  const watch = merge(...events)
    .pipe(
      filter(({ persisted }) => persisted),
      switchMap(({ type }) => {
        show ??= hide(document, blurred ?? document.activeElement);
        return type === 'pageshow' ? asked : EMPTY;
      }),
    )
    .subscribe(() => {
      try {
        settled();
        // The rows of another user are taken out of the page before it is seen.
        zone.run(() => application.tick());
        showAgain();
      } catch (thrown) {
        handler.handleError(thrown);
        // What could not be rendered may still show them, and must not stay hidden either.
        window.location.reload();
      }
    });
  inject(DestroyRef).onDestroy(() => {
    blurs.unsubscribe();
    watch.unsubscribe();
    showAgain();
  });
};
