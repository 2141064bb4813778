import { HttpClient } from '@angular/common/http';
import { ChangeDetectionStrategy, Component, computed, inject, input, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { injectListCache, injectMessageFor, walkResource } from 'pagewalk/angular';
import { searchEmployees } from './employees';

@Component({
  selector: 'example-employee-page',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [RouterLink],
  template: `
    <a class="back" routerLink="/search">Back to the search</a>
    <article class="card text" [attr.aria-busy]="found.status() === 'loading'">
      @if (employee(); as shown) {
        <header>
          <h1>{{ shown.name }}</h1>
          <span class="badge" [class.active]="shown.active">{{ shown.active ? 'active' : 'left' }}</span>
          <button type="button" (click)="save(shown.id, !shown.active)">
            {{ shown.active ? 'Mark as left' : 'Mark as active' }}
          </button>
        </header>
        <dl>
          <dt>Number</dt>
          <dd>{{ shown.id }}</dd>
          <dt>Team</dt>
          <dd>{{ shown.team }}</dd>
          <dt>Started</dt>
          <dd>{{ shown.startDate }}</dd>
        </dl>
        <p class="saving" role="status">{{ saving() }}</p>
      } @else if (found.status() === 'loading') {
        <p role="status">Loading.</p>
      } @else {
        <div class="message">
          <h1>Employee {{ id() }}</h1>
          <p role="status">{{ message() }}</p>
          @if (found.error()) {
            <button type="button" class="primary" (click)="found.retry()">Retry</button>
          }
        </div>
      }
    </article>
  `,
})
export class EmployeePage {
  private readonly messageFor = injectMessageFor();
  private readonly http = inject(HttpClient);
  private readonly cache = injectListCache();

  /** From the address, by withComponentInputBinding(); another one begins another walk. */
  readonly id = input.required<string>();

  protected readonly found = walkResource({
    params: () => ({ id: Number(this.id()) }),
    stream: ({ params, client }) => searchEmployees(client, { type: 'eq', field: 'id', value: params.id }),
    key: ({ id }) => id,
    refreshOn: ['online'],
    debugName: 'employee',
  });

  protected readonly employee = computed(() => this.found.value()[0]);
  protected readonly saving = signal('');
  protected readonly message = computed(() => {
    const error = this.found.error();
    return error === undefined ? 'There is no such employee.' : this.messageFor(error);
  });

  /** Shows the change at once. If it cannot be saved, it is taken back. */
  protected save(id: number, active: boolean): void {
    const edit = this.found.edit.patch(id, (employee) => ({ ...employee, active }));
    this.saving.set('Saving…');
    this.http.post('/employee', { id, active }).subscribe({
      next: () => {
        edit.commit();
        this.cache.invalidate('search');
        this.saving.set('Saved.');
      },
      error: () => {
        edit.rollback();
        this.saving.set('That could not be saved, and was taken back.');
      },
    });
  }
}
