import { ChangeDetectionStrategy, Component, computed, signal } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { type WalkError, watchChanges } from 'pagewalk';
import { injectMessageFor, injectPagewalk } from 'pagewalk/angular';
import type { TypeOf } from 'io-ts';
import { Employee, employees } from '../docs/employee';

@Component({
  selector: 'app-live-employees',
  changeDetection: ChangeDetectionStrategy.OnPush,
  styleUrl: '../docs/employees.css',
  template: `
    <ol role="list" tabindex="0" aria-label="Employees, live">
      @for (employee of list(); track employee.id) {
        <li [attr.data-id]="employee.id">{{ employee.name }}</li>
      }
    </ol>
    <p role="status">
      @if (error(); as failure) {
        {{ messageFor(failure) }} The list may be out of date.
      } @else {
        {{ list().length }} employees
      }
    </p>
  `,
})
export class LiveEmployees {
  private readonly rows = new Map<number, TypeOf<typeof Employee>>();
  /** A Map that changes is still the same one: what a signal can see is how often it changed. */
  private readonly changes = signal(0);

  protected readonly messageFor = injectMessageFor();
  protected readonly list = computed(() => (this.changes(), [...this.rows.values()]));
  /** Why the last turn broke off; the next one tries again. */
  protected readonly error = signal<WalkError | undefined>(undefined);

  constructor() {
    const walk = injectPagewalk().objects(employees, { codec: Employee, pageSize: 500 });
    watchChanges(walk, { key: (employee) => employee.id, every: 2_000 })
      .pipe(takeUntilDestroyed())
      .subscribe((result) => {
        if (result._tag === 'Left') {
          this.error.set(result.left);
          return;
        }
        const change = result.right;
        if (change._tag === 'Removed') this.rows.delete(change.key);
        else this.rows.set(change.key, change.record);
        this.error.set(undefined);
        this.changes.update((before) => before + 1);
      });
  }
}
