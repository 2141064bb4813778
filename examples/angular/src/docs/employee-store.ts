import { signalStore } from '@ngrx/signals';
import { injectObjectQuery } from 'pagewalk/angular';
import { Employee } from './employee';
import { withWalk } from './with-walk';

export const EmployeeStore = signalStore(
  withWalk(
    () => {
      const client = injectObjectQuery();
      return (pace) =>
        client.list({
          ontologyRid: 'ri.ontology.main',
          objectType: 'employee',
          properties: Employee,
          pageSize: 5,
          ...pace,
        });
    },
    { key: (employee) => employee.properties.id },
  ),
);
