import { walkResource } from 'pagewalk/angular';
import { Employee, employees } from './employee';

/** A component, without its decorator. */
export class FreshEmployees {
  readonly list = walkResource({
    stream: ({ client }) => client.objects(employees, { codec: Employee }),
    key: (employee) => employee.id,
    cacheKey: 'employees',
    staleTime: 60_000, // shown again after a minute or more, it is reloaded
    refreshEvery: 30_000, // and every half a minute while it is on the screen
    refreshOn: ['visible', 'online'], // and when somebody comes back to it, or the network does
  });
}
