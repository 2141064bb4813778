import { AsyncPipe } from '@angular/common';
import { ChangeDetectionStrategy, Component } from '@angular/core';
import { rights } from 'pagewalk';
import { injectPagewalk } from 'pagewalk/angular';
import { scan, take } from 'rxjs';
import { Employee, employees } from './employee';

@Component({
  selector: 'app-first-employees',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [AsyncPipe],
  template: `
    <ul>
      @for (name of names$ | async; track $index) {
        <li>{{ name }}</li>
      }
    </ul>
  `,
})
export class FirstEmployees {
  protected readonly names$ = injectPagewalk()
    .objects(employees, { codec: Employee })
    .pipe(
      rights(),
      take(20),
      scan((names: ReadonlyArray<string>, { name }) => [...names, name], []),
    );
}
