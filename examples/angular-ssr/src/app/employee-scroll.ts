import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { ActivatedRoute } from '@angular/router';
import { walkDataSource } from 'pagewalk/angular';
import { employees } from './employee';
import { virtualList } from './virtual-list';

@Component({
  selector: 'example-employee-scroll',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [virtualList],
  template: `
    <section>
      <h1>Employees, as you scroll</h1>
      <cdk-virtual-scroll-viewport
        itemSize="56"
        [exampleServerRows]="15"
        class="rows"
        role="list"
        tabindex="0"
        aria-label="Employees"
        [attr.aria-busy]="rows.status() === 'loading'"
      >
        <div *cdkVirtualFor="let employee of rows" role="listitem">
          <span class="id">{{ employee.properties.id }}</span>
          <span class="title">{{ employee.properties.name }}</span>
          <span class="detail">{{ employee.properties.team }}</span>
        </div>
      </cdk-virtual-scroll-viewport>
      @if (rows.progress().objects === 0 && rows.status() !== 'error') {
        <example-skeleton-rows />
      }
      <example-status-bar [list]="rows" />
      <example-rendered-where />
    </section>
  `,
})
export class EmployeeScroll {
  private readonly skip = inject(ActivatedRoute).snapshot.data['skip'] === true;

  protected readonly rows = walkDataSource({
    stream: ({ client }) => client.list({ ...employees, pageSize: 100 }),
    key: ({ properties }) => properties.id,
    rowsAhead: 50,
    server: { skip: this.skip },
  });
}
