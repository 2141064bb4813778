import * as i0 from '@angular/core';
import type { WalkResource } from './walkResource';

/** The list of the button. @inline */
type Loading = Pick<WalkResource<unknown>, 'status' | 'loadMore'>;

/** How near to what one sees the button has to be: the next rows come before one has scrolled to it. */
const rootMargin = '400px';

/**
 * A button that loads more of a list when it is clicked, and when one scrolls near it.
 *
 * A click loads the next page, or continues after an error. Its sight loads only while the status is `idle`: never after an error, nor
 * during a pause. In a browser without `IntersectionObserver` the click is left. What is going on is said by a live region in
 * your template.
 *
 * @example
 * ```ts
 * import { Component } from '@angular/core';
 * import { PwLoadMore, walkResource } from 'pagewalk/angular';
 * import { issues, site } from './api.js';
 *
 * // The options of a component.
 * const options: Component = { imports: [PwLoadMore], template: `<button type="button" [pwLoadMore]="list">More</button>` };
 *
 * class Issues {
 *   readonly list = walkResource({ stream: ({ client }) => client.objects(issues, site) });
 * }
 * ```
 *
 * @see walkResource
 * @since 1.0.0
 */
export class PwLoadMore {
  readonly pwLoadMore: i0.InputSignal<Loading> = i0.input.required<Loading>();

  constructor() {
    const { nativeElement } = i0.inject<i0.ElementRef<Element>>(i0.ElementRef);
    // Another observer after each page: the button may still be in sight then.
    i0.effect((onCleanup) => {
      const list = this.pwLoadMore();
      if (list.status() !== 'idle' || typeof IntersectionObserver === 'undefined') return;
      const observer = new IntersectionObserver(
        (sights) => {
          if (sights.some(({ isIntersecting }) => isIntersecting)) list.loadMore();
        },
        { rootMargin },
      );
      observer.observe(nativeElement);
      onCleanup(() => observer.disconnect());
    });
  }

  /** What the compiler of Angular makes of a decorator, as packages have it: it is linked in the build of the application. */
  static readonly ɵfac = i0.ɵɵngDeclareFactory({
    minVersion: '12.0.0',
    version: '20.0.0',
    ngImport: i0,
    type: PwLoadMore,
    deps: [],
    target: i0.ɵɵFactoryTarget.Directive,
  } as Parameters<typeof i0.ɵɵngDeclareFactory>[0]) as i0.ɵɵFactoryDeclaration<PwLoadMore, never>;

  static readonly ɵdir: i0.ɵɵDirectiveDeclaration<
    PwLoadMore,
    'button[pwLoadMore]',
    never,
    { pwLoadMore: { alias: 'pwLoadMore'; required: true; isSignal: true } },
    Record<never, never>,
    never,
    never,
    true
  > = i0.ɵɵngDeclareDirective({
    minVersion: '17.1.0',
    version: '20.0.0',
    ngImport: i0,
    type: PwLoadMore,
    isStandalone: true,
    selector: 'button[pwLoadMore]',
    inputs: {
      pwLoadMore: {
        classPropertyName: 'pwLoadMore',
        publicName: 'pwLoadMore',
        isSignal: true,
        isRequired: true,
        transformFunction: null,
      },
    },
    host: { listeners: { click: 'pwLoadMore().loadMore()' } },
  } as Parameters<typeof i0.ɵɵngDeclareDirective>[0]);
}
