import { AsyncPipe } from '@angular/common';
import { ChangeDetectionStrategy, Component } from '@angular/core';
import { rights } from 'pagewalk';
import { injectObjectQuery } from 'pagewalk/angular';
import { scan, take } from 'rxjs';
import { type Employee, employees } from './employee';

@Component({
  selector: 'example-employee-pipe',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [AsyncPipe],
  template: `
    <section>
      <h1>The first employees</h1>
      <ol>
        @for (employee of first$ | async; track employee.id) {
          <li>{{ employee.name }}, {{ employee.team }}</li>
        }
      </ol>
    </section>
  `,
})
export class EmployeePipe {
  protected readonly first$ = injectObjectQuery()
    .list(employees)
    .pipe(
      rights(),
      take(30),
      scan((all: ReadonlyArray<Employee>, { properties }) => [...all, properties], []),
    );
}
