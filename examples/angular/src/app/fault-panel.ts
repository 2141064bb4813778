import { HttpClient } from '@angular/common/http';
import { ChangeDetectionStrategy, Component, DestroyRef, inject, signal } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';

interface Fault {
  readonly name: string;
  readonly label: string;
  /** What is said when it is armed. */
  readonly told: string;
}

/** Faults that strike once. */
const once: ReadonlyArray<Fault> = [
  { name: 'expire', label: 'Expire page token', told: 'The next page token will be refused.' },
  { name: 'unauthorized', label: 'Refuse credential', told: 'The next request will be answered 401.' },
  { name: 'reset', label: 'Reset connection', told: 'The next response will break off.' },
];

/** Faults that stay until they are taken back. */
const lasting: ReadonlyArray<Fault> = [
  { name: 'slow', label: 'Slow responses', told: 'Every response takes two seconds.' },
  { name: 'down', label: 'Service down', told: 'Every request will be answered 503.' },
];

const none: Fault = { name: 'none', label: 'No faults', told: 'The service behaves again.' };

@Component({
  selector: 'example-fault-panel',
  changeDetection: ChangeDetectionStrategy.OnPush,
  styleUrl: './fault-panel.css',
  template: `
    <h2>Break the service, and watch the list recover</h2>
    <div class="buttons">
      @for (fault of once; track fault.name) {
        <button type="button" (click)="strike(fault)">{{ fault.label }}</button>
      }
      <button type="button" (click)="strike(none)">{{ none.label }}</button>
    </div>
    <div class="buttons">
      @for (fault of lasting; track fault.name) {
        <label class="switch">
          <input type="checkbox" role="switch" [checked]="atWork().includes(fault.name)" (change)="toggle(fault)" />
          {{ fault.label }}
        </label>
      }
    </div>
    <p role="status">{{ told() }}</p>
  `,
})
export class FaultPanel {
  private readonly http = inject(HttpClient);
  private readonly destroyed = inject(DestroyRef);

  protected readonly once = once;
  protected readonly lasting = lasting;
  protected readonly none = none;
  protected readonly atWork = signal<ReadonlyArray<string>>([]);
  protected readonly told = signal('Choose one, then scroll or load more.');

  constructor() {
    this.http
      .get<ReadonlyArray<string>>('/faults')
      .pipe(takeUntilDestroyed())
      .subscribe((atWork) => {
        this.atWork.set(atWork);
      });
  }

  protected strike(fault: Fault): void {
    this.change(fault.name, true, fault.told);
  }

  protected toggle(fault: Fault): void {
    const isOn = !this.atWork().includes(fault.name);
    this.change(fault.name, isOn, isOn ? fault.told : none.told);
  }

  private change(name: string, isOn: boolean, told: string): void {
    this.http
      .post<ReadonlyArray<string>>('/faults', { name, isOn })
      .pipe(takeUntilDestroyed(this.destroyed))
      .subscribe({
        next: (atWork) => {
          this.atWork.set(atWork);
          this.told.set(told);
        },
        error: () => {
          this.told.set('The fault could not be set: the server does not answer.');
        },
      });
  }
}
