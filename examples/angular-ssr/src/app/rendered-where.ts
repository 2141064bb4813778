import { isPlatformServer } from '@angular/common';
import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  Injectable,
  makeStateKey,
  PLATFORM_ID,
  signal,
  TransferState,
} from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { injectPagewalk } from 'pagewalk/angular';

const renderedKey = makeStateKey<boolean>('rendered on the server');

/** Whether the page that is shown came with the HTML. One that somebody goes to in the application does not. */
@Injectable({ providedIn: 'root' })
class Arrival {
  private readonly state = inject(TransferState);
  readonly isOnServer = isPlatformServer(inject(PLATFORM_ID));

  take(): boolean {
    if (this.isOnServer) this.state.set(renderedKey, true);
    const isRendered = this.state.get(renderedKey, false);
    if (!this.isOnServer) this.state.remove(renderedKey);
    return isRendered;
  }
}

/** A line that says where a page was rendered, and how many requests the browser has sent for it. */
@Component({
  selector: 'example-rendered-where',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `<p data-testid="where">{{ text() }}</p>`,
})
export class RenderedWhere {
  private readonly arrival = inject(Arrival);
  private readonly isRendered = this.arrival.take();
  private readonly requests = signal(0);

  protected readonly text = computed(() => {
    const count = this.requests();
    const where = this.isRendered ? 'Rendered on the server' : 'Rendered in your browser';
    return `${where}, ${count} ${count === 1 ? 'request' : 'requests'} from here.`;
  });

  constructor() {
    // What the server asks for is not counted: the text must be the same there and here.
    if (this.arrival.isOnServer) return;
    injectPagewalk()
      .events.pipe(takeUntilDestroyed())
      .subscribe(({ type }) => {
        if (type === 'request') this.requests.update((count) => count + 1);
      });
  }
}
