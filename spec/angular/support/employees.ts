import type * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import type { Observable } from 'rxjs';
import {
  createClient,
  type ObjectRecord,
  type WalkError,
  type WalkOptions,
} from '../../../src/index';
import { answer, type ScriptedTransport } from '../../support/scriptedTransport';

export const Employee = t.type({ id: t.number });

export type Employee = ObjectRecord<t.TypeOf<typeof Employee>>;

export const key = (employee: Employee): number => employee.properties.id;

export const employee = (id: unknown) => ({ properties: { id } });

/** Records `from` up to `to`, as a page of them is. */
export const employees = (from: number, to: number): ReadonlyArray<ReturnType<typeof employee>> =>
  Array.from({ length: to - from }, (_, index) => employee(from + index));

/** Pages of so many employees each. */
export const pagesOfEmployees = (
  pages: number,
  size: number,
): ReadonlyArray<ReadonlyArray<unknown>> =>
  Array.from({ length: pages }, (_, page) => employees(page * size, (page + 1) * size));

export const expired = answer(400, { errorName: 'InvalidPageToken' });

/** What a list is made of in a component: a walk that takes its pace. */
export const sourceOver =
  ({
    transport,
  }: Pick<ScriptedTransport, 'transport'>): ((
    options: WalkOptions,
  ) => Observable<E.Either<WalkError, Employee>>) =>
  (options) =>
    createClient({ transport, retry: false }).list({
      ontologyRid: 'ri.o',
      objectType: 'employee',
      properties: Employee,
      ...options,
    });

/** The ids of the rows. */
export const idsOf = (rows: ReadonlyArray<Employee>): ReadonlyArray<number> => rows.map(key);

/** The page tokens that were sent, '' for none. */
export const tokensOf = ({
  requests,
}: Pick<ScriptedTransport, 'requests'>): ReadonlyArray<string> =>
  requests.map(({ url }) => new URL(url, 'http://host').searchParams.get('pageToken') ?? '');
