import {
  ChangeDetectionStrategy,
  Component,
  type EnvironmentProviders,
  inject,
  REQUEST_CONTEXT,
} from '@angular/core';
import * as t from 'io-ts';
import { bearer, endpoint } from 'pagewalk';
import { providePagewalk, walkWindow } from 'pagewalk/angular';
import { at, byOffset, query } from 'pagewalk/paging';
import type { Backend } from './backend';
import { Session } from './session';
import { virtualList } from './virtual-list';

const Reading = t.type({
  id: t.number,
  sensor: t.string,
  station: t.string,
  value: t.number,
});

export const readings = endpoint({
  name: 'readings',
  method: 'GET',
  path: '/api/readings',
  items: at('data'),
  paging: byOffset({ to: query('offset'), total: at('totalCount') }),
  pageSize: query('limit'),
  codec: Reading,
});

/** A client of the route. It has the features of the application: its rows travel, and belong to the user. */
export const provideReadings = (): EnvironmentProviders =>
  providePagewalk(() => {
    const backend = inject(REQUEST_CONTEXT, { optional: true }) as Backend | null;
    const session = inject(Session);
    return { baseURL: backend?.origin ?? '/', auth: bearer(() => session.credential()) };
  });

@Component({
  selector: 'example-million-rows',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [virtualList],
  template: `
    <section>
      <h1>A million rows</h1>
      <cdk-virtual-scroll-viewport
        #viewport
        itemSize="30"
        [exampleServerRows]="25"
        class="rows low"
        role="list"
        tabindex="0"
        aria-label="Readings"
        [attr.aria-busy]="rows.status() === 'loading'"
      >
        <div *cdkVirtualFor="let reading of rows; let index = index" role="listitem">
          <span class="id">{{ index + 1 }}</span>
          @if (reading === undefined) {
            <span class="title placeholder">…</span>
          } @else {
            <span class="title">
              {{ reading.sensor }}
              <span class="detail"> {{ reading.station }}, {{ reading.value }} </span>
            </span>
          }
        </div>
      </cdk-virtual-scroll-viewport>
      @if (rows.progress().objects === 0 && rows.status() !== 'error') {
        <example-skeleton-rows />
      }
      <example-status-bar [list]="rows" what="rows">
        <button type="button" (click)="viewport.scrollToIndex(699_999)">Row 700,000</button>
      </example-status-bar>
      <example-rendered-where />
    </section>
  `,
})
export class MillionRows {
  protected readonly rows = walkWindow({
    stream: ({ client }) => client.objects(readings, { pageSize: 200 }),
    pages: 5,
    rowsAhead: 40,
  });
}
