import {
  CdkFixedSizeVirtualScroll,
  CdkVirtualForOf,
  CdkVirtualScrollViewport,
} from '@angular/cdk/scrolling';
import { ChangeDetectionStrategy, Component } from '@angular/core';
import { untilLimit } from 'pagewalk';
import { injectObjectQuery, messageFor, objectDataSource } from 'pagewalk/angular';
import { Employee } from './employee';

@Component({
  selector: 'app-employee-scroll',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [CdkFixedSizeVirtualScroll, CdkVirtualForOf, CdkVirtualScrollViewport],
  styles: 'cdk-virtual-scroll-viewport { height: 400px } div { height: 40px }',
  template: `
    <cdk-virtual-scroll-viewport
      itemSize="40"
      role="list"
      tabindex="0"
      aria-label="Employees"
      [attr.aria-busy]="rows.isLoading()"
    >
      <div
        *cdkVirtualFor="let employee of rows.valid; let index = index; trackBy: rows.track"
        role="listitem"
        [attr.aria-posinset]="index + 1"
        [attr.aria-setsize]="rows.hasMore() ? -1 : rows.progress().objects - rows.invalid().length"
      >
        {{ index + 1 }} {{ employee.properties.name }}
      </div>
    </cdk-virtual-scroll-viewport>
    <p role="status">
      {{ rows.progress().objects }} employees{{ rows.hasMore() ? ' so far' : '' }}
      @if (rows.invalid().length > 0) {
        , {{ rows.invalid().length }} of which cannot be read
      }
    </p>
    @if (rows.status() === 'error') {
      <p role="alert">
        {{ messageFor(rows.error()) }}
        <button type="button" (click)="rows.retry()">Try again</button>
      </p>
    }
  `,
})
export class EmployeeScroll {
  private readonly client = injectObjectQuery();

  protected readonly messageFor = messageFor;
  protected readonly rows = objectDataSource(
    (pace) =>
      this.client
        .list({
          ontologyRid: 'ri.ontology.main',
          objectType: 'employee',
          properties: Employee,
          pageSize: 100,
          snapshot: true,
          ...pace,
        })
        .pipe(untilLimit()),
    { key: (employee) => employee.properties.id, highWaterMark: 100 },
  );
}
