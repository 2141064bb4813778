import { ChangeDetectionStrategy, Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { Shown } from './object-kinds';

@Component({
  // An attribute, so that the element can be whatever its list needs.
  selector: '[exampleObjectRow]',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [RouterLink],
  host: {
    '[class.invalid]': 'row().isInvalid',
    '[attr.data-id]': 'row().isInvalid ? null : row().id',
  },
  styleUrl: './object-row.css',
  template: `
    @let shown = row();
    @if (shown.isInvalid) {
      <span class="id" aria-hidden="true">!</span>
    } @else {
      <span class="id">{{ shown.id }}</span>
    }
    <span class="what">
      @if (shown.link; as link) {
        <a class="title" [routerLink]="link">{{ shown.title }}</a>
      } @else {
        <span class="title">{{ shown.title }}</span>
      }
      <span class="detail">{{ shown.detail }}</span>
    </span>
    <span class="note">{{ shown.note }}</span>
  `,
})
export class ObjectRow {
  readonly row = input.required<Shown>({ alias: 'exampleObjectRow' });
}
