import { ChangeDetectionStrategy, Component } from '@angular/core';
import { injectMessageFor, PwLoadMore, walkResource } from 'pagewalk/angular';
import { Employee, employees } from './employee';

@Component({
  selector: 'app-endless-employees',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [PwLoadMore],
  template: `
    @for (employee of list.value(); track employee.id) {
      <p>{{ employee.name }}</p>
    }
    <p role="status">{{ list.isLoading() ? 'Loading…' : messageFor(list.error()) }}</p>
    <button type="button" [pwLoadMore]="list">
      {{ list.status() === 'error' ? 'Try again' : 'More' }}
    </button>
  `,
})
export class EndlessEmployees {
  protected readonly messageFor = injectMessageFor();
  protected readonly list = walkResource({
    stream: ({ client }) => client.objects(employees, { codec: Employee }),
    key: (employee) => employee.id,
  });
}
