import { ChangeDetectionStrategy, Component, model } from '@angular/core';
import { type Choice, objectKinds } from './object-kinds';

const revisions = [
  { revision: '1.0', label: 'List' },
  { revision: '2.0', label: 'Search' },
] as const;

@Component({
  selector: 'example-choice-form',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <label class="field">
      <span class="caption">Object type</span>
      <select #type (change)="pickKind(type.value)">
        @for (kind of kinds; track kind.objectType) {
          <option [value]="kind.objectType" [selected]="kind === choice().kind">{{ kind.label }}</option>
        }
      </select>
    </label>
    <div class="field" role="radiogroup" aria-labelledby="revision-caption">
      <span class="caption" id="revision-caption">Service call</span>
      <div class="segments">
        @for (entry of revisions; track entry.revision) {
          <label>
            <input
              type="radio"
              name="revision"
              [checked]="choice().revision === entry.revision"
              (change)="choice.set({ kind: choice().kind, snapshot: choice().snapshot, revision: entry.revision })"
            />
            <span>{{ entry.label }}</span>
          </label>
        }
      </div>
    </div>
    <label class="switch">
      <input
        #snapshot
        type="checkbox"
        role="switch"
        [checked]="choice().snapshot && choice().revision === '1.0'"
        [disabled]="choice().revision !== '1.0'"
        (change)="choice.set({ kind: choice().kind, revision: choice().revision, snapshot: snapshot.checked })"
      />
      Snapshot
    </label>
  `,
})
export class ChoiceForm {
  readonly choice = model.required<Choice>();

  protected readonly kinds = objectKinds;
  protected readonly revisions = revisions;

  protected pickKind(objectType: string): void {
    const kind = objectKinds.find((known) => known.objectType === objectType);
    if (kind !== undefined) this.choice.set({ ...this.choice(), kind });
  }
}
