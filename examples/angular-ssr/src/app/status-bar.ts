import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { injectMessageFor } from 'pagewalk/angular';
import { Account } from './account';
import { type AnyList, statusText } from './status-text';

/** How far a list has come, and a button if it has failed; other buttons are its content. */
@Component({
  selector: 'example-status-bar',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { '[class.first]': 'isFirstFailure()' },
  template: `
    <span class="progress" aria-hidden="true" [style.width.%]="percent()"></span>
    <span class="dot" [class]="list().status()" aria-hidden="true"></span>
    <p role="status" data-testid="status">{{ text() }}</p>
    @if (list().status() === 'error') {
      <button type="button" class="primary" (click)="list().retry()">Try again</button>
    } @else {
      <ng-content />
    }
  `,
})
export class StatusBar {
  private readonly messageFor = injectMessageFor();
  private readonly account = inject(Account);

  readonly list = input.required<AnyList>();
  /** What the list is of. */
  readonly what = input('employees');

  protected readonly text = computed(() =>
    statusText(this.list(), this.what(), this.account.user() !== undefined, this.messageFor),
  );
  protected readonly percent = computed(() => {
    const { objects, total = 0 } = this.list().progress();
    return total === 0 ? 0 : (100 * objects) / total;
  });
  /** Without a row there is room in the middle. */
  protected readonly isFirstFailure = computed(
    () => this.list().status() === 'error' && this.list().progress().objects === 0,
  );
}
