import { AsyncPipe } from '@angular/common';
import { ChangeDetectionStrategy, Component } from '@angular/core';
import { rights } from 'pagewalk';
import { injectPagewalk } from 'pagewalk/angular';
import { scan, take } from 'rxjs';
import { Employee } from './employee';

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
    .list({ ontologyRid: 'ri.ontology.main', objectType: 'employee', properties: Employee })
    .pipe(
      rights(),
      take(20),
      scan((names: ReadonlyArray<string>, { properties }) => [...names, properties.name], []),
    );
}
