import { CdkFixedSizeVirtualScroll, CdkVirtualForOf, CdkVirtualScrollViewport } from '@angular/cdk/scrolling';
import { ChangeDetectionStrategy, Component } from '@angular/core';
import { describe, untilLimit } from 'pagewalk';
import { injectObjectQuery, objectDataSource } from 'pagewalk/angular';
import { Employee } from './employee';

@Component({
  selector: 'app-employee-scroll',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [CdkFixedSizeVirtualScroll, CdkVirtualForOf, CdkVirtualScrollViewport],
  styles: 'cdk-virtual-scroll-viewport { height: 400px } div { height: 40px }',
  template: `
    <cdk-virtual-scroll-viewport itemSize="40" tabindex="0" aria-label="Employees">
      <div *cdkVirtualFor="let row of rows; let index = index">
        @if (row._tag === 'Right') {
          {{ index + 1 }} {{ row.right.properties.name }}
        } @else {
          {{ index + 1 }} cannot be read: {{ row.left.problems[0]?.message }}
        }
      </div>
    </cdk-virtual-scroll-viewport>
    <p role="status">
      {{ rows.progress().objects }} employees so far
      @if (rows.status() === 'loading') {
        , more to come…
      }
    </p>
    @if (rows.status() === 'error') {
      <p role="alert">
        @if (rows.error(); as error) {
          {{ describe(error) }}
        }
        <button type="button" (click)="rows.retry()">Try again</button>
      </p>
    }
  `,
})
export class EmployeeScroll {
  private readonly client = injectObjectQuery();

  protected readonly describe = describe;
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
