import '@angular/compiler';
import type { WalkSource } from '../../../src/list/WalkSource';
import { windowOver } from '../support/lists';
import { application, handling } from '../support/angular';
import { type Employee, sourceOver } from '../support/employees';
import { type Book, viewport } from './book';

/** A list with a window, a viewport that looks at it, and what the viewport sees. */
export const windowedList = (
  service: Pick<Book, 'transport'>,
  options: Partial<Parameters<typeof windowOver<Employee>>[1]> = {},
  source: WalkSource<Employee> = sourceOver(service),
) => {
  const { handled: thrown, handler } = handling();
  const app = application(handler);
  const list = app.run(() => windowOver(source, { keepPages: 3, rowsAhead: 0, ...options }));
  const view = viewport();
  let rows: ReadonlyArray<Employee | undefined> = [];
  let emitted = 0;
  list.connect(view).subscribe((now) => {
    rows = now;
    emitted += 1;
  });
  return { app, list, view, rows: () => rows, emitted: () => emitted, thrown };
};

/** Scrolls to the end of a list, ten rows at a time. */
export const toEnd = async (
  { view }: Pick<ReturnType<typeof windowedList>, 'view'>,
  rows: number,
): Promise<void> => {
  for (let start = 0; start < rows; start += 10) await view.scrollTo(start);
};
