import {
  CdkFixedSizeVirtualScroll,
  CdkVirtualForOf,
  CdkVirtualScrollViewport,
} from '@angular/cdk/scrolling';
import { ChangeDetectionStrategy, Component, signal, viewChild } from '@angular/core';
import { injectMessageFor, keepScroll, walkWindow } from 'pagewalk/angular';
import { Employee } from './employee';

@Component({
  selector: 'app-employee-finder',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [CdkFixedSizeVirtualScroll, CdkVirtualForOf, CdkVirtualScrollViewport],
  styleUrl: './employees.css',
  template: `
    <label>
      Name at or after
      <input #box type="search" [value]="text()" (input)="text.set(box.value)" />
    </label>
    <cdk-virtual-scroll-viewport
      itemSize="40"
      role="list"
      tabindex="0"
      aria-label="Employees found"
      [attr.aria-busy]="found.status() === 'loading'"
      [class.previous]="found.isPrevious()"
    >
      <div *cdkVirtualFor="let employee of found" role="listitem">
        {{ employee?.properties?.name ?? '…' }}
      </div>
    </cdk-virtual-scroll-viewport>
    <p role="status">
      @if (found.status() === 'error') {
        {{ messageFor(found.error()) }}
        <button type="button" (click)="found.retry()">Try again</button>
      } @else {
        {{ found.progress().objects }} employees{{ found.status() !== 'end' ? ' so far' : '' }}
      }
    </p>
  `,
})
export class EmployeeFinder {
  private readonly viewport = viewChild(CdkVirtualScrollViewport);

  protected readonly text = signal('');
  protected readonly messageFor = injectMessageFor();

  protected readonly found = walkWindow({
    params: () => ({ text: this.text().trim() }),
    stream: ({ params, client }) =>
      client.search({
        apiFamily: 'demo',
        objectType: 'employee',
        properties: Employee,
        query: { type: 'gte', field: 'name', value: params.text },
      }),
    key: (employee) => employee.properties.id,
    debounceTime: 300,
    keepPrevious: true,
  });

  constructor() {
    keepScroll(this.found, this.viewport);
  }
}
