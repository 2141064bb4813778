import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';
import { injectMessageFor, type WalkResource } from 'pagewalk/angular';
import { ErrorDetails } from './error-details';
import { lookOf, percentOf, statusText } from './status-text';

@Component({
  selector: 'example-load-more-bar',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [ErrorDetails],
  styleUrl: './walk-status-bar.css',
  host: { '[class.first]': 'isFirstFailure()' },
  template: `
    <span class="progress" aria-hidden="true" [style.width.%]="percent() ?? 0"></span>
    <span class="dot" [class]="look()" aria-hidden="true"></span>
    <p class="text" role="status" data-testid="status">{{ text() }}</p>
    <!-- Both buttons are always there, so that they keep the focus. -->
    <div class="buttons">
      <button type="button" [attr.aria-disabled]="!isLoading()" (click)="pause()">Pause</button>
      <button type="button" class="primary" [attr.aria-disabled]="isLoading() || isEnd()" (click)="goOn()">
        {{ label() }}
      </button>
    </div>
    @if (walk().error(); as error) {
      <example-error-details [error]="error" />
    }
  `,
})
export class LoadMoreBar {
  private readonly messageFor = injectMessageFor();

  readonly walk = input.required<WalkResource<unknown>>();

  protected readonly text = computed(() => statusText(this.walk(), 'There is more.', this.messageFor));
  protected readonly look = computed(() => lookOf(this.walk()));
  protected readonly percent = computed(() => percentOf(this.walk()));
  /** Without a row there is room in the middle. */
  protected readonly isFirstFailure = computed(() => this.look() === 'error' && this.walk().progress().objects === 0);
  protected readonly isLoading = computed(() => this.walk().status() === 'loading');
  protected readonly isEnd = computed(() => this.walk().status() === 'end');

  protected readonly label = computed(() => {
    switch (this.walk().status()) {
      case 'error':
        return 'Try again';
      case 'paused':
        return 'Continue';
      default:
        return 'Load more';
    }
  });

  protected goOn(): void {
    if (this.walk().status() === 'idle') this.walk().loadMore();
    // It does nothing unless the list has stopped.
    this.walk().retry();
  }

  protected pause(): void {
    if (this.isLoading()) this.walk().pause();
  }
}
