import { ChangeDetectionStrategy, Component, inject, signal, viewChild } from '@angular/core';
import { ActivatedRoute } from '@angular/router';
import { walkWindow } from 'pagewalk/angular';
import { ChoiceForm } from './choice-form';
import { FaultPanel } from './fault-panel';
import { type Choice, firstKind } from './object-kinds';
import { ObjectList } from './object-list';
import { StatusBar } from './status-bar';

@Component({
  selector: 'example-walk-page',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [ChoiceForm, FaultPanel, ObjectList, StatusBar],
  host: { class: 'with-aside' },
  template: `
    <h1 class="unseen">Objects</h1>
    <section class="objects card" aria-label="Objects">
      <example-choice-form [choice]="choice()" (choiceChange)="choose($event)" />
      <example-object-list [rows]="rows" [label]="choice().kind.label" />
      <example-status-bar [list]="rows" />
    </section>
    <aside aria-label="The service">
      <example-fault-panel class="card" />
    </aside>
  `,
})
export class WalkPage {
  private readonly list = viewChild.required(ObjectList);

  protected readonly choice = signal<Choice>({ kind: firstKind, revision: '1.0', snapshot: true });
  protected readonly rows = walkWindow({
    stream: ({ client }) => {
      const choice = this.choice();
      return choice.kind.walk(client, choice);
    },
    key: ({ id }) => id,
    rowsAhead: 50,
    refreshOn: ['online'],
    debugName: 'objects',
    server: { skip: inject(ActivatedRoute).snapshot.data['skip'] === true },
  });

  protected choose(choice: Choice): void {
    this.choice.set(choice);
    this.list().viewport().scrollToOffset(0);
    this.rows.reload({ clear: true });
  }
}
