import { ChangeDetectionStrategy, Component } from '@angular/core';
import { explain } from 'pagewalk';
import { injectObjectQuery, walkSignals } from 'pagewalk/angular';
import { employees } from './employee';

@Component({
  selector: 'example-employee-list',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h1>Employees</h1>
    <ol>
      @for (employee of list.value(); track list.track($index, employee)) {
        <li>{{ employee.properties.name }}, {{ employee.properties.team }}</li>
      }
    </ol>
    <p role="status" data-testid="status">{{ list.status() }}: {{ list.progress().objects }}</p>
    @if (list.error(); as error) {
      <p role="alert">{{ explain(error) }}</p>
      <button type="button" (click)="list.retry()">Try again</button>
    } @else {
      <button type="button" [disabled]="!list.hasMore()" (click)="list.loadMore()">
        Load more
      </button>
    }
  `,
})
export class EmployeeList {
  private readonly client = injectObjectQuery();

  protected readonly explain = explain;
  protected readonly list = walkSignals((pace) => this.client.list({ ...employees, ...pace }), {
    key: ({ properties }) => properties.id,
  });
}
