import { Location } from '@angular/common';
import { ChangeDetectionStrategy, Component, inject, input } from '@angular/core';

/** One reading, to come back from: the list is where it was left. */
@Component({
  selector: 'example-reading-page',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <article class="card text">
      <h1>Reading {{ id() }}</h1>
      <p>Go back: the list is at the same row, and nothing is loaded again.</p>
      <p><button type="button" (click)="location.back()">Back to the list</button></p>
    </article>
  `,
})
export class ReadingPage {
  readonly id = input.required<string>();

  protected readonly location = inject(Location);
}
