import { CdkVirtualScrollViewport } from '@angular/cdk/scrolling';
import { ChangeDetectionStrategy, Component, computed, Injectable, inject, signal, viewChild } from '@angular/core';
import { toObservable, toSignal } from '@angular/core/rxjs-interop';
import { RouterLink } from '@angular/router';
import { injectMessageFor, injectPagewalk, keepScroll, walkWindow } from 'pagewalk/angular';
import { filter, scan, startWith, switchMap } from 'rxjs';
import { readingParams, readings, stations } from './readings';
import { virtualList } from './server-rows';

/** The station whose readings are shown; it outlives the page. */
@Injectable({ providedIn: 'root' })
export class ChosenStation {
  readonly station = signal('');
}

const number = new Intl.NumberFormat('en');

@Component({
  selector: 'example-million-page',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [RouterLink, virtualList],
  template: `
    <section class="card million" aria-labelledby="million-title">
      <header class="intro">
        <h1 id="million-title">A million rows</h1>
        <p>Drag the scroll bar anywhere: only the pages that you see are loaded, and few of them stay in memory.</p>
      </header>
      <form (submit)="$event.preventDefault(); go(row.valueAsNumber)">
        <label>
          <span class="caption">Station</span>
          <select #choice (change)="station.set(choice.value)">
            <option value="" [selected]="station() === ''">All</option>
            @for (name of stations; track name) {
              <option [value]="name" [selected]="station() === name">{{ name }}</option>
            }
          </select>
        </label>
        <label>
          <span class="caption">Row</span>
          <input #row type="number" min="1" [max]="rows.progress().objects" value="700000" />
        </label>
        <button type="submit">Go to row</button>
      </form>
      <cdk-virtual-scroll-viewport
        itemSize="30"
        [exampleServerRows]="25"
        role="list"
        tabindex="0"
        aria-label="Readings"
        [attr.aria-busy]="rows.status() === 'loading'"
      >
        <div
          *cdkVirtualFor="let reading of rows; let index = index"
          role="listitem"
          [attr.aria-posinset]="index + 1"
          [attr.aria-setsize]="rows.progress().objects"
          [attr.data-index]="index"
          [attr.data-id]="reading?.id"
        >
          <span class="index">{{ format(index + 1) }}</span>
          @if (reading === undefined) {
            <span class="placeholder" aria-hidden="true"></span><span class="unseen">Not loaded yet</span>
          } @else {
            <a [routerLink]="['/million', reading.id]">{{ reading.sensor }} {{ reading.id }}, {{ reading.station }}</a>
            <span class="value">{{ reading.value.toFixed(1) }}</span>
            <button
              type="button"
              [attr.aria-label]="'Round reading ' + reading.id"
              title="Round the value"
              (click)="round(reading.id)"
            >
              ≈
            </button>
            <button
              type="button"
              [attr.aria-label]="'Remove reading ' + reading.id"
              title="Remove the row"
              (click)="remove(reading.id)"
            >
              ×
            </button>
          }
        </div>
      </cdk-virtual-scroll-viewport>
      <footer>
        <p role="status" data-testid="status">{{ text() }}</p>
        <p class="muted" data-testid="memory">
          {{ format(rows.value().length) }} rows in memory, {{ format(requests()) }} requests
        </p>
        <button type="button" [attr.aria-disabled]="edits().length === 0" (click)="undo()">Undo</button>
        @if (rows.status() === 'error') {
          <button type="button" class="primary" (click)="rows.retry()">Try again</button>
        }
      </footer>
    </section>
  `,
})
export class MillionPage {
  private readonly client = injectPagewalk();
  private readonly messageFor = injectMessageFor();
  private readonly viewport = viewChild(CdkVirtualScrollViewport);

  protected readonly stations = stations;
  protected readonly station = inject(ChosenStation).station;
  protected readonly format = (value: number): string => number.format(value);

  protected readonly rows = walkWindow({
    params: () => ({ station: this.station() || undefined }),
    stream: ({ params, client }) => client.objects(readings, { ...readingParams, ...params }),
    key: (reading) => reading.id,
    cacheKey: 'readings',
    keepPages: 5,
    rowsAhead: 40,
    debugName: 'readings',
  });

  /** Changes of rows that can be taken back. */
  protected readonly edits = signal<ReadonlyArray<{ readonly rollback: () => void }>>([]);

  /** Requests since the page was opened, or another station chosen. */
  protected readonly requests = toSignal(
    toObservable(this.station).pipe(
      switchMap(() =>
        this.client.events.pipe(
          filter(({ type }) => type === 'request'),
          scan((count) => count + 1, 0),
          startWith(0),
        ),
      ),
    ),
    { initialValue: 0 },
  );

  protected readonly text = computed(() => {
    if (this.rows.status() === 'error') return this.messageFor(this.rows.error());
    const rows = `${this.format(this.rows.progress().objects)} rows`;
    return this.rows.status() === 'loading' ? `Loading. ${rows}` : rows;
  });

  constructor() {
    keepScroll(this.rows, this.viewport);
  }

  protected go(row: number): void {
    if (row >= 1) this.viewport()?.scrollToIndex(row - 1);
  }

  protected round(id: number): void {
    const change = this.rows.edit.patch(id, (reading) => ({ ...reading, value: Math.round(reading.value) }));
    this.edits.update((edits) => [...edits, change]);
  }

  protected remove(id: number): void {
    const change = this.rows.edit.remove(id);
    this.edits.update((edits) => [...edits, change]);
  }

  protected undo(): void {
    this.edits().at(-1)?.rollback();
    this.edits.update((edits) => edits.slice(0, -1));
  }
}
