import { ChangeDetectionStrategy, Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { InvalidObject } from 'pagewalk';
import type { Row } from 'pagewalk/angular';
import type { Shown } from './object-kinds';

@Component({
  // An attribute, so that the element can be whatever its list needs.
  selector: '[exampleObjectRow]',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [RouterLink],
  host: {
    '[class.invalid]': "row()._tag === 'Left'",
    '[attr.data-id]': 'id()',
  },
  styleUrl: './object-row.css',
  template: `
    @let shown = row();
    @if (shown._tag === 'Right') {
      <span class="id">{{ shown.right.id }}</span>
      <span class="what">
        @if (shown.right.link; as link) {
          <a class="title" [routerLink]="link">{{ shown.right.title }}</a>
        } @else {
          <span class="title">{{ shown.right.title }}</span>
        }
        <span class="detail">{{ shown.right.detail }}</span>
      </span>
      <span class="note">{{ shown.right.note }}</span>
    } @else {
      <span class="id" aria-hidden="true">!</span>
      <span class="what">
        <span class="title">Invalid object</span>
        <span class="detail">{{ problemsOf(shown.left) }}</span>
      </span>
      <span class="note">page {{ shown.left.page + 1 }}</span>
    }
  `,
})
export class ObjectRow {
  readonly row = input.required<Row<Shown>>({ alias: 'exampleObjectRow' });

  protected id(): number | null {
    const row = this.row();
    return row._tag === 'Right' ? row.right.id : null;
  }

  protected problemsOf({ problems }: InvalidObject): string {
    return problems.map(({ at, message }) => `${at} ${message}`).join('; ');
  }
}
