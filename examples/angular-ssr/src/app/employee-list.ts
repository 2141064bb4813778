import { ChangeDetectionStrategy, Component } from '@angular/core';
import { walkResource } from 'pagewalk/angular';
import { employees } from './employee';
import { SkeletonRows } from './skeleton-rows';
import { StatusBar } from './status-bar';

@Component({
  selector: 'example-employee-list',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [SkeletonRows, StatusBar],
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
    </section>
  `,
})
export class EmployeeList {
  protected readonly list = walkResource({
    stream: ({ client }) => client.list(employees),
    key: ({ properties }) => properties.id,
    serverStatus: true,
  });
}
