import { ChangeDetectionStrategy, Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { injectMessageFor, walkResource } from 'pagewalk/angular';
import { Employee } from './employee';

@Component({
  selector: 'app-employee-detail',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [RouterLink],
  styleUrl: './employees.css',
  template: `
    <p><a routerLink="/search">Back to the list</a></p>
    @for (employee of found.value(); track employee.properties.id) {
      <article>
        <h1>{{ employee.properties.name }}</h1>
        <dl>
          <dt>Number</dt>
          <dd>{{ employee.properties.id }}</dd>
        </dl>
      </article>
    }
    <p role="status">
      @if (found.status() === 'error') {
        {{ messageFor(found.error()) }}
      } @else if (found.status() === 'loading') {
        Loading…
      } @else if (found.progress().pages > 0 && found.value().length === 0) {
        There is no such employee.
      }
    </p>
  `,
})
export class EmployeeDetail {
  /** From the address, by withComponentInputBinding(); another one begins another walk. */
  readonly id = input.required<string>();

  protected readonly messageFor = injectMessageFor();
  protected readonly found = walkResource({
    params: () => ({ id: Number(this.id()) }),
    stream: ({ params, client }) =>
      client.search({
        apiFamily: 'demo',
        objectType: 'employee',
        properties: Employee,
        query: { type: 'eq', field: 'id', value: params.id },
      }),
    key: (employee) => employee.properties.id,
  });
}
