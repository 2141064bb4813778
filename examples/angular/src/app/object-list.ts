import { CdkVirtualScrollViewport } from '@angular/cdk/scrolling';
import { ChangeDetectionStrategy, Component, input, viewChild } from '@angular/core';
import type { WalkWindow } from 'pagewalk/angular';
import type { Shown } from './object-kinds';
import { ObjectRow } from './object-row';
import { virtualList } from './server-rows';
import { SkeletonRows } from './skeleton-rows';

@Component({
  selector: 'example-object-list',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [ObjectRow, SkeletonRows, virtualList],
  template: `
    <cdk-virtual-scroll-viewport
      itemSize="56"
      minBufferPx="280"
      maxBufferPx="560"
      [exampleServerRows]="15"
      role="list"
      tabindex="0"
      [attr.aria-label]="label()"
      [attr.aria-busy]="rows().status() === 'loading'"
      [class.previous]="rows().isPrevious()"
    >
      <div
        *cdkVirtualFor="let row of rows(); let index = index; trackBy: byId"
        role="listitem"
        [exampleObjectRow]="row"
        [attr.aria-posinset]="index + 1"
        [attr.aria-setsize]="rows().status() === 'end' ? rows().progress().objects : -1"
        [attr.data-index]="index"
      ></div>
    </cdk-virtual-scroll-viewport>
    @if (rows().status() === 'loading' && rows().progress().objects === 0) {
      <example-skeleton-rows />
    }
  `,
})
export class ObjectList {
  readonly rows = input.required<WalkWindow<Shown>>();
  readonly label = input.required<string>();
  protected readonly byId = (index: number, row: Shown | undefined): Shown['id'] => row?.id ?? `row ${index}`;

  /** What scrolls. */
  readonly viewport = viewChild.required(CdkVirtualScrollViewport);
}
