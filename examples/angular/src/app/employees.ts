import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import type { Client, Query, WalkError } from 'pagewalk';
import { map, type Observable } from 'rxjs';

export const Employee = t.type({
  id: t.number,
  name: t.string,
  team: t.string,
  active: t.boolean,
  startDate: t.string,
});

export type Employee = t.TypeOf<typeof Employee>;

const lastLetter = '\uffff';

/** Finds the employees whose name begins so. */
export const nameBegins = (text: string): Query => ({
  type: 'and',
  value: [
    { type: 'gte', field: 'name', value: text },
    { type: 'lt', field: 'name', value: text + lastLetter },
  ],
});

/** Searches employees. */
export const searchEmployees = (
  client: Pick<Client, 'search'>,
  query: Query,
): Observable<E.Either<WalkError, Employee>> =>
  client
    .search({ apiFamily: 'demo', objectType: 'employee', properties: Employee, query })
    .pipe(map(E.map(({ properties }) => properties)));
