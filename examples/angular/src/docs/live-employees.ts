import { ChangeDetectionStrategy, Component, computed, signal } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { type ObjectRecord, type WalkError, watchChanges } from 'pagewalk';
import { injectObjectQuery, messageFor } from 'pagewalk/angular';
import type { TypeOf } from 'io-ts';
import { Employee } from './employee';

type Employees = ReadonlyMap<number, ObjectRecord<TypeOf<typeof Employee>>>;

@Component({
  selector: 'app-live-employees',
  changeDetection: ChangeDetectionStrategy.OnPush,
  styleUrl: './employees.css',
  template: `
    <ol role="list" tabindex="0" aria-label="Employees, live">
      @for (employee of list(); track employee.properties.id) {
        <li [attr.data-id]="employee.properties.id">{{ employee.properties.name }}</li>
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
  private readonly rows = signal<Employees>(new Map());

  protected readonly messageFor = messageFor;
  protected readonly list = computed(() => [...this.rows().values()]);
  /** Why the last turn broke off; the next one tries again. */
  protected readonly error = signal<WalkError | undefined>(undefined);

  constructor() {
    const walk = injectObjectQuery().search({ apiFamily: 'demo', objectType: 'employee', properties: Employee });
    watchChanges(walk, { key: (employee) => employee.properties.id, every: 2_000 })
      .pipe(takeUntilDestroyed())
      .subscribe((result) => {
        if (result._tag === 'Left') {
          this.error.set(result.left);
          return;
        }
        const change = result.right;
        this.error.set(undefined);
        this.rows.update((before) => {
          const after = new Map(before);
          if (change._tag === 'Removed') after.delete(change.key);
          else after.set(change.key, change.record);
          return after;
        });
      });
  }
}
