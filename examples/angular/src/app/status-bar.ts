import { ChangeDetectionStrategy, Component, computed, type ElementRef, input, viewChild } from '@angular/core';
import { explain } from 'pagewalk';
import { injectMessageFor, type WalkResource } from 'pagewalk/angular';
import { type AnyList, countText, lookOf, percentOf, statusText } from './status-text';

/** What a list does, and the buttons for it. One that grows by a button has a second one. */
@Component({
  selector: 'example-status-bar',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { '[class.first]': 'isFirstFailure()' },
  template: `
    <span class="progress" aria-hidden="true" [style.width.%]="percent()"></span>
    <span class="dot" [class]="look()" aria-hidden="true"></span>
    <p data-testid="status" [attr.role]="more() ? 'status' : null">{{ text() }}</p>
    <!-- The buttons are always there, so that they keep the focus. -->
    @if (more(); as list) {
      <button type="button" [attr.aria-disabled]="!list.isLoading()" (click)="pause()">Pause</button>
      <button type="button" class="primary" [attr.aria-disabled]="isBusyOrDone()" (click)="loadMore()">
        {{ label() }}
      </button>
    } @else {
      <button #action type="button" [class.primary]="isStopped()" (click)="act()">{{ label() }}</button>
      <p class="unseen" role="status">{{ announcement() }}</p>
    }
    @if (list().error(); as error) {
      <details>
        <summary>Details</summary>
        <p data-testid="details">{{ explained(error) }}</p>
      </details>
    }
  `,
})
export class StatusBar {
  private readonly messageFor = injectMessageFor();
  private readonly action = viewChild<ElementRef<HTMLElement>>('action');

  readonly list = input.required<AnyList>();
  /** The same list, where a button loads more of it. */
  readonly more = input<WalkResource<unknown>>();

  protected readonly explained = explain;
  protected readonly text = computed(() =>
    statusText(this.list(), this.more() ? 'There is more.' : 'Scroll for more.', this.messageFor),
  );
  protected readonly look = computed(() => lookOf(this.list()));
  protected readonly percent = computed(() => percentOf(this.list()));
  protected readonly isStopped = computed(() => ['error', 'paused'].includes(this.look()));
  protected readonly isBusyOrDone = computed(() => ['loading', 'end'].includes(this.list().status()));
  /** Without a row there is room in the middle. */
  protected readonly isFirstFailure = computed(() => this.look() === 'error' && this.list().progress().objects === 0);

  /** The first page and what stops a list are announced: every page would be too much to listen to. */
  protected readonly announcement = computed(() => {
    const progress = this.list().progress();
    switch (this.list().status()) {
      case 'loading':
        return '';
      case 'idle':
        return progress.pages === 1 ? countText(progress) : '';
      default:
        return this.text();
    }
  });

  protected readonly label = computed(() => {
    const isMore = this.more() !== undefined;
    switch (this.look()) {
      case 'error':
        return isMore ? 'Try again' : 'Retry';
      case 'paused':
        return 'Continue';
      case 'limit':
      case 'end':
        return isMore ? 'Load more' : 'Start over';
      default:
        return isMore ? 'Load more' : 'Pause';
    }
  });

  focus(): void {
    this.action()?.nativeElement.focus();
  }

  protected pause(): void {
    if (this.list().isLoading()) this.list().pause();
  }

  protected loadMore(): void {
    if (this.look() === 'paused') this.list().retry();
    else this.more()?.loadMore();
  }

  protected act(): void {
    if (this.isStopped()) this.list().retry();
    else if (['limit', 'end'].includes(this.look())) this.list().reload({ clear: true });
    else this.list().pause();
  }
}
