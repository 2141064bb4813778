import { ChangeDetectionStrategy, Component, computed, effect, inject, input } from '@angular/core';
import { MatPaginatorModule } from '@angular/material/paginator';
import { MatSortModule } from '@angular/material/sort';
import { MatTableModule } from '@angular/material/table';
import { type NavigationExtras, type Params, Router } from '@angular/router';
import { employeePage } from './employee-pages';

@Component({
  selector: 'app-employee-table',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [MatPaginatorModule, MatSortModule, MatTableModule],
  template: `
    <input
      #box
      aria-label="Name"
      [value]="name()"
      (change)="go({ name: box.value || null, page: null })"
    />
    <table
      mat-table
      [dataSource]="list.value()"
      matSort
      matSortDisableClear
      [matSortActive]="sort()"
      matSortDirection="asc"
      (matSortChange)="go({ sort: $event.active, page: null })"
    >
      <ng-container matColumnDef="id">
        <th mat-header-cell *matHeaderCellDef mat-sort-header>Number</th>
        <td mat-cell *matCellDef="let row">{{ row.id }}</td>
      </ng-container>
      <ng-container matColumnDef="name">
        <th mat-header-cell *matHeaderCellDef mat-sort-header>Name</th>
        <td mat-cell *matCellDef="let row">{{ row.name }}</td>
      </ng-container>
      <tr mat-header-row *matHeaderRowDef="columns"></tr>
      <tr mat-row *matRowDef="let row; columns: columns"></tr>
    </table>
    <button type="button" [hidden]="!list.error()" (click)="list.retry()">Try again</button>
    <mat-paginator
      aria-label="Pages of employees"
      hidePageSize
      [pageSize]="25"
      [length]="list.progress().total ?? 0"
      [pageIndex]="list.index()"
      (page)="go({ page: $event.pageIndex + 1 })"
    />
  `,
})
export class EmployeeTable {
  private readonly router = inject(Router);

  // From the address, by withComponentInputBinding(): ?page=3&sort=name. Pages are counted from 1 there.
  readonly page = input<string>();
  readonly sort = input('id', { transform: (text?: string) => text ?? 'id' });
  readonly name = input('', { transform: (text?: string) => text ?? '' });
  private readonly index = computed(() => Number(this.page() ?? 1) - 1);

  protected readonly columns = ['id', 'name'];
  protected readonly list = employeePage(
    computed(() => ({ sort: this.sort(), name: this.name() })),
    this.index,
  );

  constructor() {
    // An old address may name a page beyond the end: the last one is shown, and the address says so.
    effect(() => {
      const page = this.list.index() + 1;
      if (this.list.lastIndex() !== undefined && page !== this.index() + 1)
        this.go({ page }, { replaceUrl: true });
    });
  }

  protected go(queryParams: Params, extras: NavigationExtras = {}): void {
    void this.router.navigate([], { queryParams, queryParamsHandling: 'merge', ...extras });
  }
}
