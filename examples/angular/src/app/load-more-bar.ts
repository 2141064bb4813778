import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';
import type { WalkSignals } from 'pagewalk/angular';
import { statusText } from './status-text';

@Component({
  selector: 'example-load-more-bar',
  changeDetection: ChangeDetectionStrategy.OnPush,
  styleUrl: './walk-status-bar.css',
  template: `
    <span class="dot" [class]="walk().status()" aria-hidden="true"></span>
    <p class="text" role="status" data-testid="status">{{ text() }}</p>
    <!-- Both buttons stay where they are, so that whoever has the focus on one keeps it. -->
    <div class="buttons">
      <button type="button" [attr.aria-disabled]="!isLoading()" (click)="cancel()">Cancel</button>
      <button type="button" class="primary" [attr.aria-disabled]="isLoading() || isEnd()" (click)="goOn()">
        {{ label() }}
      </button>
    </div>
  `,
})
export class LoadMoreBar {
  readonly walk = input.required<WalkSignals<unknown>>();

  protected readonly text = computed(() => statusText(this.walk(), 'There is more.'));
  protected readonly isLoading = computed(() => this.walk().status() === 'loading');
  protected readonly isEnd = computed(() => this.walk().status() === 'end');

  protected readonly label = computed(() => {
    switch (this.walk().status()) {
      case 'error':
        return 'Try again';
      case 'cancelled':
        return 'Go on';
      default:
        return 'Load more';
    }
  });

  protected goOn(): void {
    if (this.walk().status() === 'idle') this.walk().loadMore();
    // Does nothing unless the list has stopped.
    else this.walk().retry();
  }

  protected cancel(): void {
    if (this.isLoading()) this.walk().cancel();
  }
}
