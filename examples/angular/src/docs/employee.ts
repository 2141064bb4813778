import * as t from 'io-ts';
import { endpoint } from 'pagewalk';
import { at, byLastItem, query } from 'pagewalk/paging';

export const Employee = t.type({ id: t.number, name: t.string });

export const employees = endpoint({
  name: 'employees',
  method: 'GET',
  path: '/employees',
  paging: byLastItem({ from: at('id'), to: query('starting_after'), more: at('has_more') }),
  pageSize: query('limit'),
});
