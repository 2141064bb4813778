import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { EmployeeStore } from './employee-store';

@Component({
  selector: 'app-store-employees',
  changeDetection: ChangeDetectionStrategy.OnPush,
  providers: [EmployeeStore],
  styleUrl: './employees.css',
  template: `
    <ul aria-label="Employees of the store">
      @for (employee of store.objects(); track employee.id) {
        <li>{{ employee.name }}</li>
      }
    </ul>
    @if (store.message(); as message) {
      <p role="alert">{{ message }}</p>
    }
    <button
      type="button"
      [attr.aria-disabled]="store.status() === 'loading' || store.status() === 'end'"
      (click)="store.loadMore()"
    >
      {{ store.message() ? 'Try again' : 'More of the store' }}
    </button>
  `,
})
export class StoreEmployees {
  protected readonly store = inject(EmployeeStore);
}
