import { ChangeDetectionStrategy, Component, computed, signal } from '@angular/core';
import * as t from 'io-ts';
import { endpoint } from 'pagewalk';
import { walkPage } from 'pagewalk/angular';
import { at, byOffset, query } from 'pagewalk/paging';
import { Employee } from './employee';

const employees = endpoint({
  name: 'employees',
  method: 'GET',
  path: '/employees',
  items: at('data'),
  paging: byOffset({ to: query('offset'), total: at('total') }),
  pageSize: query('limit'),
  fields: { sort: t.string, name: t.string },
});

@Component({
  selector: 'app-employee-table',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <input #name aria-label="Name" (change)="query.set({ sort: query().sort, name: name.value })" />
    <table [attr.aria-busy]="list.isLoading()">
      <tr>
        <th><button (click)="query.set({ sort: 'id', name: query().name })">Number</button></th>
        <th><button (click)="query.set({ sort: 'name', name: query().name })">Name</button></th>
      </tr>
      @for (row of list.value(); track row.properties.id) {
        <tr>
          <td>{{ row.properties.id }}</td>
          <td>{{ row.properties.name }}</td>
        </tr>
      }
    </table>
    @if (list.status() === 'error') {
      <button (click)="list.retry()">Try again</button>
    }
    <button [disabled]="index() === 0" (click)="page.set(index() - 1)">Back</button>
    Page {{ index() + 1 }} of {{ list.progress().total ?? 0 }} employees
    <button [disabled]="!list.hasMore()" (click)="page.set(index() + 1)">Next</button>
  `,
})
export class EmployeeTable {
  protected readonly query = signal({ sort: 'name', name: '' });
  /** Another sort or filter begins with the first page. */
  private readonly at = computed(() => ({ query: this.query(), page: signal(0) }));
  protected readonly index = computed(() => this.at().page());
  protected readonly page = { set: (index: number) => this.at().page.set(index) };
  protected readonly list = walkPage({
    params: () => this.query(),
    page: () => ({ index: this.index(), size: 25 }),
    stream: ({ params, page, client }) =>
      client.objects(employees, { ...params, properties: Employee, pageSize: page.size }),
    prefetch: true,
  });
}
