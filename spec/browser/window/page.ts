import '@angular/compiler';
import {
  CdkFixedSizeVirtualScroll,
  CdkVirtualForOf,
  CdkVirtualScrollViewport,
} from '@angular/cdk/scrolling';
import { ChangeDetectionStrategy, Component, provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { right } from 'fp-ts/Either';
import { delay, of } from 'rxjs';
import { injectListCache, providePagewalk, walkWindow } from '../../../src/angular/index';
import type { Transport } from '../../../src/transport/Transport';

/** What the address of the page asks for. */
const asked = new URLSearchParams(location.search);
const count = Number(asked.get('rows'));
const size = Number(asked.get('size'));

/** How many requests there were. */
export const requests = { sent: 0 };

const transport: Transport = ({ url }) => {
  const token = new URL(url, location.href).searchParams.get('pageToken');
  const first = Number(token ?? 0);
  const data = Array.from({ length: Math.min(size, count - first) }, (_, index) => ({
    properties: { id: first + index, name: `Employee number ${first + index}`, city: 'Reykjavík' },
  }));
  const next = first + size < count && { nextPageToken: String(first + size) };
  const body = JSON.stringify({ data, ...next });
  requests.sent += 1;
  return of(right({ status: 200, headers: { 'content-type': 'application/json' }, body })).pipe(
    delay(0),
  );
};

class WindowedList {
  readonly rows = walkWindow({
    stream: ({ client }) =>
      client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee' }),
    keepPages: 20,
    cacheKey: 'employees',
  });
  readonly cache = injectListCache();
}

Component({
  selector: 'app-root',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [CdkFixedSizeVirtualScroll, CdkVirtualForOf, CdkVirtualScrollViewport],
  styles: 'cdk-virtual-scroll-viewport { height: 600px } div { height: 30px }',
  template: `
    <cdk-virtual-scroll-viewport itemSize="30">
      <div *cdkVirtualFor="let row of rows; let index = index" [attr.data-index]="index">
        @if (row === undefined) {
          …
        } @else {
          <span [attr.data-id]="row.properties.id">{{ row.properties.name }}</span>
        }
      </div>
    </cdk-virtual-scroll-viewport>
    <button (click)="cache.invalidate('employees')">Invalidate</button>
    <p>{{ rows.status() }} {{ rows.progress().objects }}</p>
  `,
})(WindowedList);

void bootstrapApplication(WindowedList, {
  providers: [provideZonelessChangeDetection(), providePagewalk({ transport, retry: false })],
});
