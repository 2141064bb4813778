import { ChangeDetectionStrategy, Component } from '@angular/core';
import { injectMessageFor, walkResource } from 'pagewalk/angular';
import { Employee, employees } from './employee';

@Component({
  selector: 'app-employee-list',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <ul>
      @for (employee of list.value(); track employee.id) {
        <li>{{ employee.name }}</li>
      }
    </ul>
    @if (list.invalid().length > 0) {
      <p>{{ list.invalid().length }} employees cannot be read.</p>
    }
    <p role="status">
      @switch (list.status()) {
        @case ('loading') {
          Loading…
        }
        @case ('end') {
          All {{ list.progress().objects }} employees.
        }
        @case ('error') {
          {{ messageFor(list.error()) }}
        }
      }
    </p>
    <!-- Always there, so that it keeps the focus. -->
    <button
      type="button"
      [attr.aria-disabled]="list.status() === 'end' || list.status() === 'loading'"
      (click)="list.loadMore()"
    >
      {{ list.status() === 'error' ? 'Try again' : 'More' }}
    </button>
  `,
})
export class EmployeeList {
  protected readonly messageFor = injectMessageFor();
  protected readonly list = walkResource({
    stream: ({ client }) => client.objects(employees, { codec: Employee }),
    key: (employee) => employee.id,
  });
}
