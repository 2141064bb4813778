import { DecimalPipe } from '@angular/common';
import { ChangeDetectionStrategy, Component, input } from '@angular/core';
import type { WalkActivity } from './walk-activity';

@Component({
  selector: 'example-activity-panel',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [DecimalPipe],
  styleUrl: './activity-panel.css',
  template: `
    <h2 id="activity-title">Activity, newest first</h2>
    <dl>
      <div>
        <dt>Requests</dt>
        <dd data-testid="requests">{{ activity().requests() | number }}</dd>
      </div>
      <div>
        <dt>Pages</dt>
        <dd data-testid="pages">{{ activity().pages() | number }}</dd>
      </div>
      <div>
        <dt>Objects held</dt>
        <dd data-testid="held">{{ held() | number }}</dd>
      </div>
      <div>
        <dt>Rows drawn</dt>
        <dd data-testid="drawn">{{ drawn() | number }}</dd>
      </div>
    </dl>
    <ol tabindex="0" aria-label="Events, newest first" data-testid="events">
      @for (line of activity().lines(); track line.number) {
        <li>
          <span class="type" [class]="line.type">{{ line.type }}</span>
          <span class="text">{{ line.text }}</span>
        </li>
      } @empty {
        <li class="none">Nothing yet.</li>
      }
    </ol>
  `,
})
export class ActivityPanel {
  readonly activity = input.required<WalkActivity>();
  /** Objects that the list holds. */
  readonly held = input.required<number>();
  /** Rows of it that are in the document. */
  readonly drawn = input.required<number>();
}
