import type { Signal } from '@angular/core';
import * as t from 'io-ts';
import { endpoint } from 'pagewalk';
import { walkPage } from 'pagewalk/angular';
import { at, byOffset, query } from 'pagewalk/paging';
import { Employee } from './employee';

const staff = endpoint({
  name: 'staff',
  method: 'GET',
  path: '/staff',
  items: at('data'),
  paging: byOffset({ to: query('offset'), total: at('total') }),
  pageSize: query('limit'),
  fields: { sort: t.string, name: t.string },
});

export const employeePage = (
  params: Signal<{ sort: string; name: string }>,
  page: Signal<number>,
) =>
  walkPage({
    params,
    page: () => ({ index: page(), size: 25 }),
    stream: ({ params, page, client }) =>
      client.objects(staff, { ...params, codec: Employee, pageSize: page.size }),
    prefetch: true,
    clamp: true,
  });
