import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';
import type { WalkState } from 'pagewalk/angular';
import { statusText } from './status-text';

@Component({
  selector: 'example-walk-status-bar',
  changeDetection: ChangeDetectionStrategy.OnPush,
  styleUrl: './walk-status-bar.css',
  template: `
    <span class="dot" [class]="walk().status()" aria-hidden="true"></span>
    <p class="text" data-testid="status">{{ text() }}</p>
    @switch (walk().status()) {
      @case ('error') {
        <button type="button" class="primary" (click)="walk().retry()">Retry</button>
      }
      @case ('cancelled') {
        <button type="button" class="primary" (click)="walk().retry()">Go on</button>
      }
      @case ('end') {
        <button type="button" (click)="walk().restart()">Start over</button>
      }
      @default {
        <button type="button" (click)="walk().cancel()">Cancel</button>
      }
    }
    <p class="unseen" role="status">{{ announcement() }}</p>
  `,
})
export class WalkStatusBar {
  readonly walk = input.required<WalkState<unknown>>();

  protected readonly text = computed(() => statusText(this.walk(), 'Scroll for more.'));

  /** Only what ends a walk is announced: every page would be too much to listen to. */
  protected readonly announcement = computed(() => {
    const status = this.walk().status();
    return status === 'loading' || status === 'idle' ? '' : this.text();
  });
}
