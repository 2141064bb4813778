import { Component, linkedSignal, signal } from '@angular/core';
import { employeePage } from './employee-pages';

@Component({
  template: `
    <input #name aria-label="Name" (change)="query.set({ name: name.value, sort: query().sort })" />
    <button (click)="query.set({ name: name.value, sort: 'name' })">Sort by name</button>
    <table [attr.aria-rowcount]="list.progress().total">
      @for (row of list.value(); track row.id) {
        <tr>
          <td>{{ row.id }}</td>
          <td>{{ row.name }}</td>
        </tr>
      }
    </table>
    <button [hidden]="!list.error()" (click)="list.retry()">Try again</button>
    <button [disabled]="!page()" (click)="page.set(page() - 1)">Back</button> Page {{ page() + 1 }}
    <button [disabled]="!list.hasMore()" (click)="page.set(page() + 1)">Next</button>
  `,
})
export class EmployeeTable {
  protected readonly query = signal({ sort: 'id', name: '' });
  protected readonly page = linkedSignal({ source: this.query, computation: () => 0 });
  protected readonly list = employeePage(this.query, this.page);
}
