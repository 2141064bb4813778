import {
  afterRenderEffect,
  ChangeDetectionStrategy,
  Component,
  type ElementRef,
  viewChild,
} from '@angular/core';
import { walkResource } from 'pagewalk/angular';
import { Employee, employees } from './employee';

@Component({
  selector: 'app-endless-employees',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    @for (employee of list.value(); track employee.id) {
      <p>{{ employee.name }}</p>
    }
    <div #end>{{ list.isLoading() ? 'Loading…' : '' }}</div>
    <button type="button" [hidden]="!list.error()" (click)="list.loadMore()">Try again</button>
  `,
})
export class EndlessEmployees {
  private readonly end = viewChild.required<ElementRef<Element>>('end');

  protected readonly list = walkResource({
    stream: ({ client }) => client.objects(employees, { codec: Employee }),
    key: (employee) => employee.id,
  });

  constructor() {
    // In the browser only. Another observer after each page: the end may still be in view then.
    afterRenderEffect((onCleanup) => {
      if (this.list.status() !== 'idle') return;
      const observer = new IntersectionObserver(
        ([seen]) => {
          if (seen?.isIntersecting) this.list.loadMore();
        },
        { rootMargin: '400px' },
      );
      observer.observe(this.end().nativeElement);
      onCleanup(() => observer.disconnect());
    });
  }
}
