import { ChangeDetectionStrategy, Component } from '@angular/core';

/** What a list looks like before its first page. */
@Component({
  selector: 'example-skeleton-rows',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { 'aria-hidden': 'true' },
  template: `
    @for (row of rows; track row) {
      <span class="object"><span></span><span></span><span></span></span>
    }
  `,
})
export class SkeletonRows {
  protected readonly rows = Array.from({ length: 20 }, (_, row) => row);
}
