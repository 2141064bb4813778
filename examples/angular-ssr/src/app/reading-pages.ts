import { ChangeDetectionStrategy, Component, computed, signal } from '@angular/core';
import { walkPage } from 'pagewalk/angular';
import { readings } from './million-rows';
import { RenderedWhere } from './rendered-where';

const size = 20;

@Component({
  selector: 'example-reading-pages',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [RenderedWhere],
  template: `
    <section>
      <h1>Page buttons</h1>
      <ol role="list" class="rows" aria-label="Readings" [attr.aria-busy]="list.isLoading()">
        @for (reading of list.value(); track reading.id) {
          <li>
            <span class="id">{{ reading.id }}</span>
            <span class="title">{{ reading.sensor }}</span>
          </li>
        }
      </ol>
      <p>
        <button type="button" [disabled]="index() === 0" (click)="index.set(index() - 1)">
          Back
        </button>
        <span role="status" data-testid="status">Page {{ index() + 1 }} of {{ pages() }}</span>
        <button type="button" [disabled]="!list.hasMore()" (click)="index.set(index() + 1)">
          Next
        </button>
      </p>
      <example-rendered-where />
    </section>
  `,
})
export class ReadingPages {
  protected readonly index = signal(0);
  protected readonly list = walkPage({
    page: () => ({ index: this.index(), size }),
    stream: ({ page, client }) => client.objects(readings, { pageSize: page.size }),
  });
  protected readonly pages = computed(() => Math.ceil((this.list.progress().total ?? 0) / size));
}
