import { ChangeDetectionStrategy, Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { Shown } from './object-kinds';

@Component({
  // An attribute, so that the element can be whatever its list needs.
  selector: '[exampleObjectRow]',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [RouterLink],
  host: {
    class: 'object',
    '[class.invalid]': 'row()?.isInvalid',
    '[attr.data-id]': 'row()?.isInvalid ? null : row()?.id',
  },
  template: `
    @if (row(); as shown) {
      <span class="id" [attr.aria-hidden]="shown.isInvalid">{{ shown.isInvalid ? '!' : shown.id }}</span>
      <span class="what">
        @if (shown.link; as link) {
          <a class="title" [routerLink]="link">{{ shown.title }}</a>
        } @else {
          <span class="title">{{ shown.title }}</span>
        }
        <span class="detail">{{ shown.detail }}</span>
      </span>
      <span class="note">{{ shown.note }}</span>
    }
  `,
})
export class ObjectRow {
  /** Undefined where its page is not in memory. */
  readonly row = input.required<Shown | undefined>({ alias: 'exampleObjectRow' });
}
