import { ChangeDetectionStrategy, Component, computed, inject, viewChild } from '@angular/core';
import * as E from 'fp-ts/Either';
import { keepScroll, walkWindow } from 'pagewalk/angular';
import { map } from 'rxjs';
import { SearchText } from '../docs/search-text';
import { type Employee, nameBegins, searchEmployees } from './employees';
import { FaultPanel } from './fault-panel';
import { showEmployee, type Shown } from './object-kinds';
import { ObjectList } from './object-list';
import { StatusBar } from './status-bar';

const showLinked = (employee: Employee): Shown => ({ ...showEmployee(employee), link: `/search/${employee.id}` });

@Component({
  selector: 'example-search-page',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [FaultPanel, ObjectList, StatusBar],
  host: { class: 'with-aside' },
  template: `
    <h1 class="unseen">Search</h1>
    <section class="objects card" aria-label="Employees">
      <div class="search">
        <label>
          <span class="caption">Name begins with</span>
          <input #box type="search" autocomplete="off" [value]="text()" (input)="text.set(box.value)" />
        </label>
        <button type="button" class="skip" (click)="bar.focus()">Skip the list</button>
        @if (found.isPrevious() && found.status() === 'loading') {
          <span class="coming" aria-hidden="true"></span>
        }
      </div>
      <example-object-list [rows]="found" label="Employees found" />
      @if (isNobody()) {
        <div class="nobody">
          <p>Nobody has a name that begins with “{{ text().trim() }}”.</p>
          <button type="button" (click)="text.set(''); box.focus()">Clear the search</button>
        </div>
      }
      <example-status-bar #bar [list]="found" />
    </section>
    <aside aria-label="The service">
      <example-fault-panel class="card" />
    </aside>
  `,
})
export class SearchPage {
  private readonly list = viewChild.required(ObjectList);

  protected readonly text = inject(SearchText).text;

  protected readonly found = walkWindow({
    params: () => ({ text: this.text().trim() }),
    stream: ({ params, client }) => searchEmployees(client, nameBegins(params.text)).pipe(map(E.map(showLinked))),
    key: ({ id }) => id,
    debounceTime: 300,
    keepPrevious: true,
    cacheKey: 'search',
    rowsAhead: 50,
    refreshOn: ['online'],
    debugName: 'search',
  });

  protected readonly isNobody = computed(
    () => this.found.status() === 'end' && !this.found.isPrevious() && this.found.progress().objects === 0,
  );

  constructor() {
    keepScroll(this.found, () => this.list().viewport());
  }
}
