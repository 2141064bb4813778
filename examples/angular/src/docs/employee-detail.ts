import { ChangeDetectionStrategy, Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { injectObjectQuery, messageFor, walkResource } from 'pagewalk/angular';
import { Employee } from './employee';

@Component({
  selector: 'app-employee-detail',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [RouterLink],
  styleUrl: './employees.css',
  template: `
    <p><a routerLink="/search">Back to the list</a></p>
    @for (employee of found.value(); track found.track($index, employee)) {
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
      } @else if (found.isLoading()) {
        Loading…
      } @else if (found.hasValue() && found.value().length === 0) {
        There is no such employee.
      }
    </p>
  `,
})
export class EmployeeDetail {
  private readonly client = injectObjectQuery();

  /** From the address, by withComponentInputBinding(); another one begins another walk. */
  readonly id = input.required<string>();

  protected readonly messageFor = messageFor;
  protected readonly found = walkResource({
    params: () => ({ id: Number(this.id()) }),
    stream: ({ params, pace }) =>
      this.client.search({
        apiFamily: 'demo',
        objectType: 'employee',
        properties: Employee,
        query: { type: 'eq', field: 'id', value: params.id },
        ...pace,
      }),
    key: (employee) => employee.properties.id,
  });
}
