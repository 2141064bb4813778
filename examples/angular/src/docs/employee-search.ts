import {
  ChangeDetectionStrategy,
  Component,
  type ElementRef,
  inject,
  viewChild,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import { injectMessageFor, keepScroll, walkResource } from 'pagewalk/angular';
import { Employee } from './employee';
import { SearchText } from './search-text';

const lastLetter = '\uffff';

@Component({
  selector: 'app-employee-search',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [RouterLink],
  styleUrl: './employees.css',
  template: `
    <label>
      Name begins with
      <input #box type="search" [value]="text()" (input)="text.set(box.value)" />
    </label>
    <button type="button" class="skip" (click)="next.focus()">Skip the list</button>
    <ol
      #scroller
      role="list"
      tabindex="0"
      aria-label="Employees found"
      [attr.aria-busy]="found.status() === 'loading'"
    >
      @for (employee of found.value(); track employee.properties.id) {
        <li [class.previous]="found.isPrevious()" [attr.data-id]="employee.properties.id">
          <a [routerLink]="['/search', employee.properties.id]">{{ employee.properties.name }}</a>
        </li>
      }
      @if (found.status() === 'loading' && !found.isPrevious()) {
        @for (row of skeleton; track row) {
          <li class="skeleton" aria-hidden="true"></li>
        }
      }
    </ol>
    <p role="status">
      @if (found.status() === 'error') {
        {{ messageFor(found.error()) }}
      } @else if (found.progress().pages > 0 && found.value().length === 0) {
        Nobody has such a name.
      } @else {
        {{ found.progress().objects }} employees{{ found.status() !== 'end' ? ' so far' : '' }}
      }
    </p>
    <!-- Always there, so that it keeps the focus. -->
    <button
      #next
      type="button"
      [attr.aria-disabled]="found.status() === 'end' || found.status() === 'loading'"
      (click)="found.loadMore()"
    >
      {{ found.status() === 'error' ? 'Try again' : 'More' }}
    </button>
  `,
})
export class EmployeeSearch {
  private readonly scroller = viewChild<ElementRef<HTMLElement>>('scroller');

  protected readonly text = inject(SearchText).text;
  protected readonly messageFor = injectMessageFor();
  protected readonly skeleton = [1, 2, 3];

  protected readonly found = walkResource({
    params: () => ({ text: this.text().trim() }),
    stream: ({ params, client }) =>
      client.search({
        apiFamily: 'demo',
        objectType: 'employee',
        properties: Employee,
        query: {
          type: 'and',
          value: [
            { type: 'gte', field: 'name', value: params.text },
            { type: 'lt', field: 'name', value: params.text + lastLetter },
          ],
        },
      }),
    key: (employee) => employee.properties.id,
    debounceTime: 300,
    keepPrevious: true,
    cacheKey: 'employee search',
  });

  constructor() {
    keepScroll(this.found, this.scroller);
  }
}
