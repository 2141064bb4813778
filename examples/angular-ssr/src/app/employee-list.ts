import { HttpClient } from '@angular/common/http';
import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { walkResource } from 'pagewalk/angular';
import { type Employee, employees } from './employee';
import { RenderedWhere } from './rendered-where';
import { SkeletonRows } from './skeleton-rows';
import { StatusBar } from './status-bar';

@Component({
  selector: 'example-employee-list',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [RenderedWhere, SkeletonRows, StatusBar],
  template: `
    <section>
      <h1>Employees</h1>
      <ol
        role="list"
        class="rows"
        aria-label="Employees"
        [attr.aria-busy]="list.status() === 'loading'"
      >
        @for (employee of list.value(); track employee.properties.id) {
          <li>
            <span class="id">{{ employee.properties.id }}</span>
            <span class="title">{{ employee.properties.name }}</span>
            <span class="detail">{{ employee.properties.team }}</span>
            <button
              type="button"
              class="star"
              [attr.aria-label]="'Star ' + employee.properties.name"
              [attr.aria-pressed]="employee.properties.starred"
              (click)="star(employee.properties)"
            >
              {{ employee.properties.starred ? '★' : '☆' }}
            </button>
          </li>
        }
      </ol>
      @if (list.status() === 'loading' && list.progress().objects === 0) {
        <example-skeleton-rows />
      }
      <example-status-bar [list]="list">
        <button type="button" [disabled]="list.status() === 'end'" (click)="list.loadMore()">
          Load more
        </button>
      </example-status-bar>
      <example-rendered-where />
    </section>
  `,
})
export class EmployeeList {
  private readonly http = inject(HttpClient);

  protected readonly list = walkResource({
    stream: ({ client }) => client.list(employees),
    key: ({ properties }) => properties.id,
    server: { status: true },
  });

  /** Shows the star at once. If it cannot be saved, it is taken back. */
  protected star({ id, starred }: Employee): void {
    const edit = this.list.edit.patch(id, ({ properties, ...rest }) => ({
      ...rest,
      properties: { ...properties, starred: !starred },
    }));
    this.http.post('/star', { id, isStarred: !starred }).subscribe({
      next: edit.commit,
      error: edit.rollback,
    });
  }
}
