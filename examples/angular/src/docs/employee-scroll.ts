import {
  CdkFixedSizeVirtualScroll,
  CdkVirtualForOf,
  CdkVirtualScrollViewport,
} from '@angular/cdk/scrolling';
import { ChangeDetectionStrategy, Component } from '@angular/core';
import type { TypeOf } from 'io-ts';
import { injectMessageFor, walkDataSource } from 'pagewalk/angular';
import { Employee, employees } from './employee';

type Row = TypeOf<typeof Employee>;

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
      [attr.aria-busy]="rows.status() === 'loading'"
    >
      <div
        *cdkVirtualFor="let employee of rows; let index = index; trackBy: byId"
        role="listitem"
        [attr.aria-posinset]="index + 1"
        [attr.aria-setsize]="
          rows.status() === 'end' ? rows.progress().objects - rows.invalid().length : -1
        "
      >
        {{ index + 1 }} {{ employee.name }}
      </div>
    </cdk-virtual-scroll-viewport>
    <p role="status">
      {{ rows.progress().objects }} employees{{ rows.status() !== 'end' ? ' so far' : '' }}
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
  protected readonly messageFor = injectMessageFor();
  protected readonly byId = (_index: number, { id }: Row): number => id;
  protected readonly rows = walkDataSource({
    stream: ({ client }) => client.objects(employees, { codec: Employee, pageSize: 100 }),
    key: (employee) => employee.id,
    rowsAhead: 100,
  });
}
