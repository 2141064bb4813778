import { ChangeDetectionStrategy, Component } from '@angular/core';

/** What a list looks like before its first page. */
@Component({
  selector: 'example-skeleton-rows',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { 'aria-hidden': 'true' },
  template: `
    @for (row of rows; track row) {
      <div class="row skeleton"><span></span><span></span></div>
    }
  `,
})
export class SkeletonRows {
  protected readonly rows = Array.from({ length: 10 }, (_, row) => row);
}
