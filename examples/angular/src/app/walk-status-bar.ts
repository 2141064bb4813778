import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';
import type { WalkState } from 'pagewalk/angular';
import { ErrorDetails } from './error-details';
import { lookOf, percentOf, statusText } from './status-text';

@Component({
  selector: 'example-walk-status-bar',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [ErrorDetails],
  styleUrl: './walk-status-bar.css',
  host: { '[class.first]': 'isFirstFailure()' },
  template: `
    <span class="progress" aria-hidden="true" [style.width.%]="percent() ?? 0"></span>
    <span class="dot" [class]="look()" aria-hidden="true"></span>
    <p class="text" data-testid="status">{{ text() }}</p>
    <!-- One button, whatever it says, so that it keeps the focus. -->
    <button type="button" [class.primary]="isStopped()" (click)="act()">{{ label() }}</button>
    @if (walk().error(); as error) {
      <example-error-details [error]="error" />
    }
    <p class="unseen" role="status">{{ announcement() }}</p>
  `,
})
export class WalkStatusBar {
  readonly walk = input.required<WalkState<unknown>>();
  readonly isRetrying = input(false);

  protected readonly text = computed(() => statusText(this.walk(), 'Scroll for more.', this.isRetrying()));
  protected readonly look = computed(() => lookOf(this.walk(), this.isRetrying()));
  protected readonly percent = computed(() => percentOf(this.walk()));
  protected readonly isStopped = computed(() => ['error', 'cancelled', 'paused'].includes(this.look()));
  /** Without a row there is room in the middle. */
  protected readonly isFirstFailure = computed(() => this.look() === 'error' && this.walk().progress().objects === 0);

  /** Only what stops a walk is announced: every page would be too much to listen to. */
  protected readonly announcement = computed(() => {
    const status = this.walk().status();
    return status === 'loading' || status === 'idle' ? '' : this.text();
  });

  protected readonly label = computed(() => {
    switch (this.look()) {
      case 'error':
        return 'Retry';
      case 'cancelled':
      case 'paused':
        return 'Go on';
      case 'limit':
      case 'end':
        return 'Start over';
      default:
        return 'Pause';
    }
  });

  protected act(): void {
    const walk = this.walk();
    switch (this.look()) {
      case 'error':
      case 'cancelled':
        walk.retry();
        break;
      case 'paused':
        walk.resume();
        break;
      case 'limit':
      case 'end':
        walk.restart();
        break;
      default:
        walk.pause();
    }
  }
}
