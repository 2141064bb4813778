import { ChangeDetectionStrategy, Component } from '@angular/core';
import { injectObjectQuery, walkSignals } from 'pagewalk/angular';
import { ActivityPanel } from './activity-panel';
import { FaultPanel } from './fault-panel';
import { LoadMoreBar } from './load-more-bar';
import { aircraft, type Choice } from './object-kinds';
import { ObjectRow } from './object-row';
import { SkeletonRows } from './skeleton-rows';
import { walkActivity } from './walk-activity';

const choice: Choice = { kind: aircraft, revision: '1.0', snapshot: true, pageSize: 25 };

@Component({
  selector: 'example-signals-page',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [ActivityPanel, FaultPanel, LoadMoreBar, ObjectRow, SkeletonRows],
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
      <example-load-more-bar [walk]="list" [isRetrying]="activity.isRetrying()" />
    </section>
    <aside aria-label="What happens">
      <example-fault-panel />
      <example-activity-panel [activity]="activity" [held]="list.progress().objects" [drawn]="list.objects().length" />
    </aside>
  `,
})
export class SignalsPage {
  private readonly client = injectObjectQuery();

  protected readonly label = choice.kind.label;
  protected readonly activity = walkActivity(this.client);
  protected readonly list = walkSignals((pace) => choice.kind.walk(this.client, choice, pace), {
    key: ({ id }) => id,
    resumeOn: 'online',
  });
}
