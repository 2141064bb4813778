import '@angular/compiler';
import { of } from 'rxjs';
import { heapUsed } from '../../support/cost/heap';
import { ok } from '../../support/scriptedTransport';
import { key } from '../support/employees';
import type { Transport } from '../../../src/transport/Transport';
import { windowedList } from './lists';

/** What is alive, in megabytes. */
const heap = (): number => heapUsed() / 2 ** 20;

/** Records as they come from a service, with tokens of a usual length. */
const serviceOf =
  (rows: number, size: number): Transport =>
  ({ url }) => {
    const token = new URL(url, 'http://host').searchParams.get('pageToken');
    const first = token === null ? 0 : Number(token.slice(100));
    const data = Array.from({ length: Math.min(size, rows - first) }, (_, index) => ({
      properties: {
        id: first + index,
        name: `Employee number ${first + index}`,
        city: 'Reykjavík',
        team: 'Research',
      },
    }));
    const next = first + size;
    return of(ok({ data, ...(next < rows && { nextPageToken: `${'t'.repeat(100)}${next}` }) }));
  };

export interface Measured {
  /** The most that was alive beyond what was at the start, in megabytes. */
  readonly most: number;
  /** Rows that were shown in a wrong place, or not at all. */
  readonly wrong: number;
  readonly length: number;
}

/** Scrolls through a list to its end and back to its start. */
export const scrolledBothWays = async (
  rows: number,
  size: number,
  looks: number,
): Promise<Measured> => {
  const {
    view,
    rows: seen,
    app,
  } = windowedList({ transport: serviceOf(rows, size) }, { keepPages: 20, rowsAhead: 100 });
  const before = heap();
  let [most, wrong, count] = [0, 0, 0];
  const look = async (start: number): Promise<void> => {
    await view.scrollTo(start, start + 50);
    for (const [index, row] of seen()
      .slice(start, start + 50)
      .entries()) {
      if (row === undefined || key(row) !== start + index) wrong += 1;
    }
    count += 1;
    if (count % looks === 0) most = Math.max(most, heap() - before);
  };
  for (let start = 0; start < rows; start += size / 2) await look(start);
  for (let start = rows - size / 2; start >= 0; start -= size / 2) await look(start);
  most = Math.max(most, heap() - before);
  const { length } = seen();
  app.leave();
  return { most, wrong, length };
};
