import * as t from 'io-ts';
import type { ListParams } from 'pagewalk';

const Employee = t.type({ id: t.number, name: t.string, team: t.string, starred: t.boolean });

export type Employee = t.TypeOf<typeof Employee>;

export const employees: ListParams<Employee> = {
  ontologyRid: 'ri.ontology.main',
  objectType: 'employee',
  properties: Employee,
  pageSize: 20,
  snapshot: true,
};
