import { HttpClient } from '@angular/common/http';
import { ChangeDetectionStrategy, Component, inject, signal } from '@angular/core';
import { EmployeeSearch } from '../docs/employee-search';
import { LiveEmployees } from './live-employees';
import { FaultPanel } from './fault-panel';

/** The recipes of the documentation, at work. */
@Component({
  selector: 'example-recipes-page',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [EmployeeSearch, FaultPanel, LiveEmployees],
  template: `
    <section class="card" aria-labelledby="recipes-title">
      <header>
        <h1 id="recipes-title">From the guide</h1>
        <label class="switch">
          <input type="checkbox" role="switch" [checked]="isLive()" (change)="isLive.set(!isLive())" />
          Live
        </label>
      </header>
      @if (isLive()) {
        <app-live-employees />
        <button type="button" (click)="change()">Change the first employee</button>
      } @else {
        <app-employee-search />
      }
    </section>
    <aside aria-label="More recipes">
      <example-fault-panel class="card" />
    </aside>
  `,
})
export class RecipesPage {
  private readonly http = inject(HttpClient);

  protected readonly isLive = signal(false);

  protected change(): void {
    this.http.post('/change', null).subscribe();
  }
}
