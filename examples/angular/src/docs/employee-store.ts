import { signalStore } from '@ngrx/signals';
import { Employee } from './employee';
import { withWalk } from './with-walk';

export const EmployeeStore = signalStore(
  withWalk({
    stream: ({ client }) =>
      client.list({
        ontologyRid: 'ri.ontology.main',
        objectType: 'employee',
        properties: Employee,
        pageSize: 5,
      }),
    key: (employee) => employee.properties.id,
  }),
);
