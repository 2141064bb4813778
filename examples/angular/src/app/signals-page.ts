import { ChangeDetectionStrategy, Component } from '@angular/core';
import { injectObjectQuery, walkSignals } from 'pagewalk/angular';
import { FaultPanel } from './fault-panel';
import { LoadMoreBar } from './load-more-bar';
import { aircraft, type Choice } from './object-kinds';
import { ObjectRow } from './object-row';
import { SkeletonRows } from './skeleton-rows';

const choice: Choice = { kind: aircraft, revision: '1.0', snapshot: true, pageSize: 25 };

@Component({
  selector: 'example-signals-page',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [FaultPanel, LoadMoreBar, ObjectRow, SkeletonRows],
  styleUrls: ['./walk-page.css', './signals-page.css'],
  template: `
    <section class="objects" aria-labelledby="signals-title">
      <header>
        <h1 id="signals-title">A page at a time</h1>
        <p>The rows, the status and the error are signals. Each press of the button asks for one page.</p>
      </header>
      <ol role="list" tabindex="0" [attr.aria-label]="label" [attr.aria-busy]="list.isLoading()">
        @for (row of list.objects(); track list.trackRow($index, row)) {
          <li [exampleObjectRow]="row"></li>
        }
      </ol>
      @if (list.isLoading() && list.progress().objects === 0) {
        <example-skeleton-rows />
      }
      <example-load-more-bar [walk]="list" />
    </section>
    <aside aria-label="The service">
      <example-fault-panel />
    </aside>
  `,
})
export class SignalsPage {
  private readonly client = injectObjectQuery();

  protected readonly label = choice.kind.label;
  protected readonly list = walkSignals((pace) => choice.kind.walk(this.client, choice, pace), {
    key: ({ id }) => id,
    resumeOn: 'online',
    debugName: 'signals',
  });
}
