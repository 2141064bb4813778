import { ChangeDetectionStrategy, Component } from '@angular/core';

/** What a list looks like before its first page. */
@Component({
  selector: 'example-skeleton-rows',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { 'aria-hidden': 'true' },
  template: `
    @for (row of rows; track row) {
      <span class="row"><span class="id"></span><span class="title"></span><span class="note"></span></span>
    }
  `,
  styles: `
    :host {
      display: block;
      overflow: hidden;
    }

    .row {
      display: grid;
      grid-template-columns: 5ch minmax(0, 1fr) 8ch;
      align-items: center;
      gap: 12px;
      height: 56px;
      padding: 0 16px 0 12px;
      border-bottom: 1px solid color-mix(in srgb, var(--line) 60%, transparent);
    }

    .row > span {
      height: 12px;
      border-radius: 6px;
      background: var(--line);
      animation: breathe 1.4s ease-in-out infinite;
    }

    .title {
      width: 55%;
    }

    @keyframes breathe {
      50% {
        opacity: 0.45;
      }
    }
  `,
})
export class SkeletonRows {
  protected readonly rows = Array.from({ length: 20 }, (_, row) => row);
}
