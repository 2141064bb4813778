import { ChangeDetectionStrategy, Component } from '@angular/core';
import { describe } from 'pagewalk';
import { injectObjectQuery, walkSignals } from 'pagewalk/angular';
import { employees } from './employee';

@Component({
  selector: 'example-employee-list',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h1>Employees</h1>
    <ol>
      @for (row of list.objects(); track $index) {
        @if (row._tag === 'Right') {
          <li>{{ row.right.properties.name }}, {{ row.right.properties.team }}</li>
        }
      }
    </ol>
    <p role="status" data-testid="status">{{ list.status() }}: {{ list.progress().objects }}</p>
    @if (list.error(); as error) {
      <p role="alert">{{ describe(error) }}</p>
      <button type="button" (click)="list.retry()">Try again</button>
    } @else {
      <button type="button" [disabled]="list.status() === 'end'" (click)="list.loadMore()">Load more</button>
    }
  `,
})
export class EmployeeList {
  private readonly client = injectObjectQuery();

  protected readonly describe = describe;
  protected readonly list = walkSignals((pace) => this.client.list({ ...employees, ...pace }), {
    key: ({ properties }) => properties.id,
  });
}
