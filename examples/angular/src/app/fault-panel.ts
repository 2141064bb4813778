import { HttpClient } from '@angular/common/http';
import { afterNextRender, ChangeDetectionStrategy, Component, DestroyRef, inject, signal } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';

/** What can be broken, and what is said of it. Those that last stay until they are taken back. */
const faults = [
  { name: 'expire', label: 'Expire page token', said: 'The next page token will be refused.' },
  { name: 'unauthorized', label: 'Refuse credential', said: 'The next request will be answered 401.' },
  { name: 'reset', label: 'Reset connection', said: 'The next response will break off.' },
  { name: 'none', label: 'No faults', said: 'The service behaves again.' },
  { name: 'slow', label: 'Slow responses', said: 'Every response takes two seconds.', isLasting: true },
  { name: 'down', label: 'Service down', said: 'Every request will be answered 503.', isLasting: true },
];

@Component({
  selector: 'example-fault-panel',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h2>Break the service, and watch the list recover</h2>
    <div class="buttons">
      @for (fault of once; track fault.name) {
        <button type="button" (click)="change(fault.name, true, fault.said)">{{ fault.label }}</button>
      }
    </div>
    <div class="buttons">
      @for (fault of lasting; track fault.name) {
        <label class="switch">
          <input
            #box
            type="checkbox"
            role="switch"
            [checked]="atWork().includes(fault.name)"
            (change)="change(fault.name, box.checked, box.checked ? fault.said : 'It is over.')"
          />
          {{ fault.label }}
        </label>
      }
    </div>
    <p role="status">{{ said() }}</p>
  `,
})
export class FaultPanel {
  private readonly http = inject(HttpClient);
  private readonly destroyed = inject(DestroyRef);

  protected readonly once = faults.filter(({ isLasting }) => !isLasting);
  protected readonly lasting = faults.filter(({ isLasting }) => isLasting);
  protected readonly atWork = signal<ReadonlyArray<string>>([]);
  protected readonly said = signal('Choose one, then scroll or load more.');

  constructor() {
    afterNextRender(() => {
      this.http
        .get<ReadonlyArray<string>>('/faults')
        .pipe(takeUntilDestroyed(this.destroyed))
        .subscribe((atWork) => {
          this.atWork.set(atWork);
        });
    });
  }

  protected change(name: string, isOn: boolean, said: string): void {
    this.http
      .post<ReadonlyArray<string>>('/faults', { name, isOn })
      .pipe(takeUntilDestroyed(this.destroyed))
      .subscribe({
        next: (atWork) => {
          this.atWork.set(atWork);
          this.said.set(said);
        },
        error: () => {
          this.said.set('The fault could not be set: the server does not answer.');
        },
      });
  }
}
