import {
  CdkFixedSizeVirtualScroll,
  CdkVirtualForOf,
  CdkVirtualScrollViewport,
} from '@angular/cdk/scrolling';
import { ChangeDetectionStrategy, Component } from '@angular/core';
import { injectObjectQuery, messageFor, objectDataSource } from 'pagewalk/angular';
import { Employee } from './employee';

@Component({
  selector: 'app-employee-window',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [CdkFixedSizeVirtualScroll, CdkVirtualForOf, CdkVirtualScrollViewport],
  styles: 'cdk-virtual-scroll-viewport { height: 400px } div { height: 30px }',
  template: `
    <cdk-virtual-scroll-viewport itemSize="30" role="list" tabindex="0" aria-label="Employees">
      <div
        *cdkVirtualFor="let row of rows; let index = index; trackBy: rows.trackRow"
        role="listitem"
        [attr.aria-posinset]="index + 1"
        [attr.aria-setsize]="rows.hasMore() ? -1 : rows.progress().objects"
        [attr.aria-busy]="row === undefined"
      >
        @if (row === undefined) {
          …
        } @else if (row._tag === 'Right') {
          {{ index + 1 }} {{ row.right.properties.name }}
        } @else {
          This employee cannot be read.
        }
      </div>
    </cdk-virtual-scroll-viewport>
    @if (rows.status() === 'error') {
      <p role="alert">
        {{ messageFor(rows.error()) }}
        <button type="button" (click)="rows.retry()">Try again</button>
      </p>
    }
  `,
})
export class EmployeeWindow {
  private readonly client = injectObjectQuery();

  protected readonly messageFor = messageFor;
  protected readonly rows = objectDataSource(
    (pace) =>
      this.client.search({
        apiFamily: 'demo',
        objectType: 'employee',
        properties: Employee,
        ...pace,
      }),
    { window: { pages: 20 }, key: (employee) => employee.properties.id },
  );
}
