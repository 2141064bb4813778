import { ChangeDetectionStrategy, Component } from '@angular/core';
import { injectObjectQuery, walkSignals } from 'pagewalk/angular';
import { employees } from './employee';
import { statusText } from './status-text';

@Component({
  selector: 'example-employee-list',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <section>
      <h1>Employees</h1>
      <ol>
        @for (employee of list.value(); track list.track($index, employee)) {
          <li>
            <span>{{ employee.properties.name }}</span
            >, <span class="muted">{{ employee.properties.team }}</span>
          </li>
        }
      </ol>
      <footer>
        <p role="status" data-testid="status">{{ statusText(list) }}</p>
        @if (list.status() === 'error') {
          <button type="button" class="primary" (click)="list.retry()">Try again</button>
        } @else {
          <button type="button" [disabled]="!list.hasMore()" (click)="list.loadMore()">
            Load more
          </button>
        }
      </footer>
    </section>
  `,
})
export class EmployeeList {
  private readonly client = injectObjectQuery();

  protected readonly statusText = statusText;
  protected readonly list = walkSignals((pace) => this.client.list({ ...employees, ...pace }), {
    key: ({ properties }) => properties.id,
    serverStatus: true,
  });
}
