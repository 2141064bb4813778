import { ChangeDetectionStrategy, Component, computed, type ElementRef, input, viewChild } from '@angular/core';
import { injectMessageFor } from 'pagewalk/angular';
import { ErrorDetails } from './error-details';
import { type AnyList, countText, lookOf, percentOf, statusText } from './status-text';

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
    <button #action type="button" [class.primary]="isStopped()" (click)="act()">{{ label() }}</button>
    @if (walk().error(); as error) {
      <example-error-details [error]="error" />
    }
    <p class="unseen" role="status">{{ announcement() }}</p>
  `,
})
export class WalkStatusBar {
  private readonly messageFor = injectMessageFor();

  readonly walk = input.required<AnyList>();

  private readonly action = viewChild.required<ElementRef<HTMLElement>>('action');

  protected readonly text = computed(() => statusText(this.walk(), 'Scroll for more.', this.messageFor));
  protected readonly look = computed(() => lookOf(this.walk()));
  protected readonly percent = computed(() => percentOf(this.walk()));
  protected readonly isStopped = computed(() => ['error', 'paused'].includes(this.look()));
  /** Without a row there is room in the middle. */
  protected readonly isFirstFailure = computed(() => this.look() === 'error' && this.walk().progress().objects === 0);

  /** The first page and what stops a walk are announced: every page would be too much to listen to. */
  protected readonly announcement = computed(() => {
    const progress = this.walk().progress();
    switch (this.walk().status()) {
      case 'loading':
        return '';
      case 'idle':
        return progress.pages === 1 ? countText(progress) : '';
      default:
        return this.text();
    }
  });

  protected readonly label = computed(() => {
    switch (this.look()) {
      case 'error':
        return 'Retry';
      case 'paused':
        return 'Continue';
      case 'limit':
      case 'end':
        return 'Start over';
      default:
        return 'Pause';
    }
  });

  focus(): void {
    this.action().nativeElement.focus();
  }

  protected act(): void {
    const walk = this.walk();
    switch (this.look()) {
      case 'error':
      case 'paused':
        walk.retry();
        break;
      case 'limit':
      case 'end':
        walk.reload({ clear: true });
        break;
      default:
        walk.pause();
    }
  }
}
