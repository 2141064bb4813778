import { ChangeDetectionStrategy, Component } from '@angular/core';
import { walkResource } from 'pagewalk/angular';
import { setStatus } from '../docs/set-status';
import { FaultPanel } from './fault-panel';
import { aircraft, type Choice } from './object-kinds';
import { ObjectRow } from './object-row';
import { SkeletonRows } from './skeleton-rows';
import { StatusBar } from './status-bar';

const choice: Choice = { kind: aircraft, revision: '1.0', snapshot: true, pageSize: 25 };

@Component({
  selector: 'example-signals-page',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [FaultPanel, ObjectRow, SkeletonRows, StatusBar],
  host: { class: 'with-aside' },
  template: `
    <section class="objects card" aria-labelledby="signals-title">
      <header class="intro">
        <h1 id="signals-title">A page at a time</h1>
        <p>The rows, the status and the error are signals. Each press of the button asks for one page.</p>
      </header>
      <ol role="list" tabindex="0" [attr.aria-label]="label" [attr.aria-busy]="list.status() === 'loading'">
        @for (row of list.value(); track row.id) {
          <li [exampleObjectRow]="row"></li>
        }
      </ol>
      @if (list.status() === 'loading' && list.progress().objects === 0) {
        <example-skeleton-rows />
      }
      <example-status-bar [list]="list" [more]="list" />
    </section>
    <aside aria-label="The service">
      <example-fault-panel class="card" />
    </aside>
  `,
})
export class SignalsPage {
  protected readonly label = choice.kind.label;
  protected readonly list = walkResource({
    stream: ({ client }) => choice.kind.walk(client, choice),
    key: ({ id }) => id,
    refreshOn: ['online'],
    debugName: 'signals',
  });

  constructor() {
    setStatus(this.list);
  }
}
