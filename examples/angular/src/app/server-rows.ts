import { CdkFixedSizeVirtualScroll, CdkVirtualForOf, CdkVirtualScrollViewport } from '@angular/cdk/scrolling';
import { isPlatformServer } from '@angular/common';
import { type AfterViewInit, Directive, inject, input, PLATFORM_ID } from '@angular/core';

/** Nothing has a height on the server, so say there how many rows a viewport renders. */
@Directive({ selector: 'cdk-virtual-scroll-viewport[exampleServerRows]' })
export class ServerRows implements AfterViewInit {
  private readonly isServer = isPlatformServer(inject(PLATFORM_ID));
  private readonly viewport = inject(CdkVirtualScrollViewport);

  readonly exampleServerRows = input.required<number>();

  ngAfterViewInit(): void {
    if (this.isServer) this.viewport.setRenderedRange({ start: 0, end: this.exampleServerRows() });
  }
}

/** What the template of a virtual list uses. */
export const virtualList = [CdkFixedSizeVirtualScroll, CdkVirtualForOf, CdkVirtualScrollViewport, ServerRows] as const;
