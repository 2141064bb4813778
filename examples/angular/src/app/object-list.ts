import { CdkFixedSizeVirtualScroll, CdkVirtualForOf, CdkVirtualScrollViewport } from '@angular/cdk/scrolling';
import { ChangeDetectionStrategy, Component, input, viewChild } from '@angular/core';
import { outputFromObservable, toObservable } from '@angular/core/rxjs-interop';
import type { InvalidObject } from 'pagewalk';
import type { ObjectDataSource } from 'pagewalk/angular';
import { map, switchMap } from 'rxjs';
import type { Shown } from './object-kinds';

@Component({
  selector: 'example-object-list',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [CdkFixedSizeVirtualScroll, CdkVirtualForOf, CdkVirtualScrollViewport],
  styleUrl: './object-list.css',
  template: `
    <cdk-virtual-scroll-viewport
      itemSize="56"
      minBufferPx="280"
      maxBufferPx="560"
      role="list"
      tabindex="0"
      [attr.aria-label]="label()"
      [attr.aria-busy]="rows().status() === 'loading'"
    >
      <div
        *cdkVirtualFor="let row of rows(); let index = index"
        role="listitem"
        class="row"
        [class.invalid]="row._tag === 'Left'"
        [attr.aria-posinset]="index + 1"
        [attr.aria-setsize]="rows().status() === 'end' ? rows().progress().objects : -1"
        [attr.data-index]="index"
        [attr.data-id]="row._tag === 'Right' ? row.right.id : null"
      >
        @if (row._tag === 'Right') {
          <span class="id">{{ row.right.id }}</span>
          <span class="what">
            <span class="title">{{ row.right.title }}</span>
            <span class="detail">{{ row.right.detail }}</span>
          </span>
          <span class="note">{{ row.right.note }}</span>
        } @else {
          <span class="id" aria-hidden="true">!</span>
          <span class="what">
            <span class="title">Invalid object</span>
            <span class="detail">{{ problemsOf(row.left) }}</span>
          </span>
          <span class="note">page {{ row.left.page + 1 }}</span>
        }
      </div>
    </cdk-virtual-scroll-viewport>
  `,
})
export class ObjectList {
  readonly rows = input.required<ObjectDataSource<Shown>>();
  readonly label = input.required<string>();

  private readonly viewport = viewChild.required(CdkVirtualScrollViewport);

  /** How many rows are in the document. */
  readonly drawn = outputFromObservable(
    toObservable(this.viewport).pipe(
      switchMap((viewport) => viewport.renderedRangeStream),
      map(({ start, end }) => end - start),
    ),
  );

  scrollToStart(): void {
    this.viewport().scrollToOffset(0);
  }

  protected problemsOf({ problems }: InvalidObject): string {
    return problems.map(({ at, message }) => `${at} ${message}`).join('; ');
  }
}
