import {
  CdkFixedSizeVirtualScroll,
  CdkVirtualForOf,
  CdkVirtualScrollViewport,
} from '@angular/cdk/scrolling';
import { ChangeDetectionStrategy, Component, viewChild } from '@angular/core';
import { injectMessageFor, keepScroll, walkWindow } from 'pagewalk/angular';
import { Employee, employees } from './employee';

@Component({
  selector: 'app-employee-window',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [CdkFixedSizeVirtualScroll, CdkVirtualForOf, CdkVirtualScrollViewport],
  styles: 'cdk-virtual-scroll-viewport { height: 400px } div { height: 40px }',
  template: `
    <cdk-virtual-scroll-viewport
      itemSize="40"
      role="list"
      tabindex="0"
      aria-label="Employees"
      [attr.aria-busy]="rows.status() === 'loading'"
    >
      <div
        *cdkVirtualFor="let row of rows; let index = index"
        role="listitem"
        [attr.aria-posinset]="index + 1"
        [attr.aria-setsize]="rows.status() === 'end' ? rows.progress().objects : -1"
      >
        {{ index + 1 }} {{ row?.name ?? '…' }}
      </div>
    </cdk-virtual-scroll-viewport>
    <p role="status">
      {{ rows.progress().objects }} employees{{ rows.status() !== 'end' ? ' so far' : '' }}
    </p>
    @if (rows.status() === 'error') {
      <p role="alert">
        {{ messageFor(rows.error()) }}
        <button type="button" (click)="rows.retry()">Try again</button>
      </p>
    }
  `,
})
export class EmployeeWindow {
  private readonly viewport = viewChild(CdkVirtualScrollViewport);

  protected readonly messageFor = injectMessageFor();
  protected readonly rows = walkWindow({
    stream: ({ client }) => client.objects(employees, { codec: Employee, pageSize: 100 }),
    key: (employee) => employee.id,
    rowsAhead: 100, // as many rows are ready beyond the end of the viewport
    keepPages: 20, // of which no more than this many pages are in memory
    cacheKey: 'employees',
  });

  constructor() {
    keepScroll(this.rows, this.viewport);
  }
}
