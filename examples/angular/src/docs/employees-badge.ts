import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { EmployeesService } from './employees-service';

@Component({
  selector: 'app-employees-badge',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `Employees <span class="badge">{{ employees.count() }}</span>`,
})
export class EmployeesBadge {
  protected readonly employees = inject(EmployeesService);
}
