import { assertInInjectionContext, effect, inject, type Injector, NgZone } from '@angular/core';
import {
  animationFrames,
  concat,
  fromEvent,
  ignoreElements,
  merge,
  takeUntil,
  takeWhile,
} from 'rxjs';
import { checkKnown } from '../model/optionChecks';
import { scrolls } from './list/listForParams';
import type { WalkList } from './WalkList';

/** What scrolls: an element, an `ElementRef` to one, or the viewport of the CDK. @inline */
type Scroller =
  | Element
  | { readonly nativeElement: Element }
  | { readonly elementRef: { readonly nativeElement: Element } };

const elementOf = (scroller: Scroller): Element => {
  if ('elementRef' in scroller) return scroller.elementRef.nativeElement;
  return 'nativeElement' in scroller ? scroller.nativeElement : scroller;
};

/** Frames in which the rows are drawn, and a viewport has measured them. */
const maxFrames = 60;

const gestures = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** Scrolls as soon as there is enough to scroll through, unless somebody scrolls meanwhile. Completes when that is done. */
const scrollTo = (element: Element, offset: number) =>
  concat([0], typeof requestAnimationFrame === 'undefined' ? [] : animationFrames()).pipe(
    takeWhile((_, frame) => {
      element.scrollTop = offset;
      return Math.abs(element.scrollTop - offset) >= 1 && frame < maxFrames;
    }),
    takeUntil(merge(...gestures.map((gesture) => fromEvent(element, gesture, { passive: true })))),
    ignoreElements(),
  );

/**
 * Keeps the scroll position together with the rows of a list that has a `cacheKey`, for the next visit.
 *
 * Rows of other params begin at the top, or where they were left. If somebody scrolls meanwhile, nothing is moved.
 *
 * @example
 * ```ts
 * import { type ElementRef, viewChild } from '@angular/core';
 * import { keepScroll, walkResource } from 'pagewalk/angular';
 * import { issues, site } from './api.js';
 *
 * class Issues {
 *   readonly scroller = viewChild<ElementRef<HTMLElement>>('scroller');
 *   readonly list = walkResource({ stream: ({ client }) => client.objects(issues, site), cacheKey: 'issues' });
 *   constructor() {
 *     keepScroll(this.list, this.scroller);
 *   }
 * }
 * ```
 *
 * @see withListCache
 * @since 0.1.0
 */
export const keepScroll = (
  list: Pick<WalkList<unknown>, 'status'>,
  scroller: () => Scroller | undefined,
  { injector, ...others }: { readonly injector?: Injector } = {},
): void => {
  checkKnown('keepScroll', others);
  if (injector === undefined) assertInInjectionContext(keepScroll);
  const zone = injector?.get(NgZone) ?? inject(NgZone);
  effect(
    (onCleanup) => {
      const [found, scroll] = [scroller(), scrolls.get(list.status)?.()];
      if (found === undefined || scroll === undefined) return;
      const element = elementOf(found);
      zone.runOutsideAngular(() => {
        // Before there are enough rows, the position is the browser's choice and not the user's.
        const moves = concat(
          scrollTo(element, scroll.offset),
          fromEvent(element, 'scroll', { passive: true }),
        );
        const noted = moves.subscribe(() => (scroll.offset = element.scrollTop));
        onCleanup(() => noted.unsubscribe());
      });
    },
    { ...(injector && { injector }) },
  );
};
