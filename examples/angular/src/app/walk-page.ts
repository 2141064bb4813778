import { ChangeDetectionStrategy, Component, signal, viewChild } from '@angular/core';
import { injectObjectQuery, objectDataSource } from 'pagewalk/angular';
import { ActivityPanel } from './activity-panel';
import { ChoiceForm } from './choice-form';
import { FaultPanel } from './fault-panel';
import { type Choice, firstKind } from './object-kinds';
import { ObjectList } from './object-list';
import { walkActivity } from './walk-activity';
import { WalkStatusBar } from './walk-status-bar';

@Component({
  selector: 'example-walk-page',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [ActivityPanel, ChoiceForm, FaultPanel, ObjectList, WalkStatusBar],
  styleUrl: './walk-page.css',
  template: `
    <h1 class="unseen">Objects</h1>
    <section class="objects" aria-label="Objects">
      <example-choice-form [choice]="choice()" (choiceChange)="choose($event)" />
      <example-object-list [rows]="rows" [label]="choice().kind.label" (drawn)="drawn.set($event)" />
      <example-walk-status-bar [walk]="rows" [isRetrying]="activity.isRetrying()" />
    </section>
    <aside aria-label="What happens">
      <example-fault-panel />
      <example-activity-panel [activity]="activity" [held]="rows.progress().objects" [drawn]="drawn()" />
    </aside>
  `,
})
export class WalkPage {
  private readonly client = injectObjectQuery();
  private readonly list = viewChild.required(ObjectList);

  protected readonly choice = signal<Choice>({ kind: firstKind, revision: '1.0', snapshot: true });
  protected readonly drawn = signal(0);
  protected readonly activity = walkActivity(this.client);

  protected readonly rows = objectDataSource(
    (pace) => {
      const choice = this.choice();
      return choice.kind.walk(this.client, choice, pace);
    },
    { key: ({ id }) => id, highWaterMark: 50, resumeOn: 'online', debugName: 'objects' },
  );

  protected choose(choice: Choice): void {
    this.choice.set(choice);
    this.activity.reset();
    this.list().scrollToStart();
    this.rows.restart();
  }
}
