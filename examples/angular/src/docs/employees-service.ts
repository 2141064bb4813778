import { computed, Injectable } from '@angular/core';
import { walkResource } from 'pagewalk/angular';
import { Employee, employees } from './employee';

/** One list for all that show it: it lives as long as the application. */
@Injectable({ providedIn: 'root' })
export class EmployeesService {
  readonly list = walkResource({
    stream: ({ client }) => client.objects(employees, { codec: Employee }),
    key: (employee) => employee.id,
  });

  /** How many there are, for a badge. */
  readonly count = computed(() => {
    const { objects, total = objects } = this.list.progress();
    return this.list.hasMore() && total === objects ? `${objects}+` : String(total);
  });
}
