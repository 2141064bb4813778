import { signalStore } from '@ngrx/signals';
import { Employee, employees } from './employee';
import { withWalk } from './with-walk';

export const EmployeeStore = signalStore(
  withWalk({
    stream: ({ client }) => client.objects(employees, { codec: Employee, pageSize: 5 }),
    key: (employee) => employee.id,
  }),
);
