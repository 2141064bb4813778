import { ChangeDetectionStrategy, Component, input } from '@angular/core';
import { describe } from 'pagewalk';
import { injectObjectQuery, walkSignals } from 'pagewalk/angular';
import { Employee } from './employee';

@Component({
  selector: 'app-employee-list',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <ul>
      @for (row of list.objects(); track $index) {
        @if (row._tag === 'Right') {
          <li>{{ row.right.properties.name }}</li>
        } @else {
          <li>An employee that cannot be read: {{ row.left.problems[0]?.message }}</li>
        }
      }
    </ul>
    @switch (list.status()) {
      @case ('idle') {
        <button type="button" (click)="list.loadMore()">More</button>
      }
      @case ('loading') {
        <p role="status">Loading…</p>
      }
      @case ('end') {
        <p role="status">All {{ list.progress().objects }} employees.</p>
      }
      @case ('error') {
        <p role="alert">
          @if (list.error(); as error) {
            {{ describe(error) }}
          }
          <button type="button" (click)="list.retry()">Try again</button>
        </p>
      }
    }
  `,
})
export class EmployeeList {
  private readonly client = injectObjectQuery();

  readonly ontologyRid = input.required<string>();

  protected readonly describe = describe;
  protected readonly list = walkSignals(
    (pace) =>
      this.client.list({
        ontologyRid: this.ontologyRid(),
        objectType: 'employee',
        properties: Employee,
        snapshot: true,
        ...pace,
      }),
    { key: (employee) => employee.properties.id },
  );
}
