import * as E from 'fp-ts/Either';
import { delay, of } from 'rxjs';
import { createClient } from '../../src/client/createClient';
import type { Transport } from '../../src/transport/Transport';
import { marbles } from '../support/marbles';
import { ok } from '../support/scriptedTransport';

const list = { ontologyRid: 'ri.o', objectType: 'employee' };
const record = (id: number) => ({ properties: { id } });
const objects = { a: E.right(record(1)), b: E.right(record(2)), c: E.right(record(3)) };

describe('a walk in virtual time', () => {
  for (const readAhead of [0, 1] as const) {
    it(
      `readAhead ${readAhead}: a marble test of a pipeline sees every object`,
      marbles(({ expectObservable }) => {
        const first = ok({ data: [record(1), record(2)], nextPageToken: 't' });
        const second = ok({ data: [record(3)] });
        const transport: Transport = ({ url }) => of(url.includes('pageToken') ? second : first).pipe(delay(5));
        expectObservable(createClient({ transport }).list({ ...list, readAhead })).toBe('5ms (ab) 1ms (c|)', objects);
      }),
    );
  }
});
