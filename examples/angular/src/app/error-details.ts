import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';
import { explain, type WalkError } from 'pagewalk';

/** What developers want to know of an error, for those who open it. */
@Component({
  selector: 'example-error-details',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <details>
      <summary>Details</summary>
      <p data-testid="details">{{ text() }}</p>
    </details>
  `,
  styles: `
    :host {
      flex-basis: 100%;
      order: 1;
      font-size: 0.85rem;
      overflow-wrap: anywhere;
    }

    summary {
      cursor: pointer;
    }
  `,
})
export class ErrorDetails {
  readonly error = input.required<WalkError>();

  protected readonly text = computed(() => explain(this.error()));
}
