import { AsyncPipe } from '@angular/common';
import { ChangeDetectionStrategy, Component } from '@angular/core';
import { rights } from 'pagewalk';
import { injectPagewalk } from 'pagewalk/angular';
import { scan, take } from 'rxjs';
import { type Employee, employees } from './employee';
import { RenderedWhere } from './rendered-where';

@Component({
  selector: 'example-employee-pipe',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [AsyncPipe, RenderedWhere],
  template: `
    <section>
      <h1>The first employees</h1>
      <ol role="list" class="rows" aria-label="The first employees">
        @for (employee of first$ | async; track employee.id) {
          <li>
            <span class="id">{{ employee.id }}</span>
            <span class="title">{{ employee.name }}</span>
            <span class="detail">{{ employee.team }}</span>
          </li>
        }
      </ol>
      <example-rendered-where />
    </section>
  `,
})
export class EmployeePipe {
  protected readonly first$ = injectPagewalk()
    .list(employees)
    .pipe(
      rights(),
      take(30),
      scan((all: ReadonlyArray<Employee>, { properties }) => [...all, properties], []),
    );
}
