import '@angular/compiler';
import { expect } from 'chai';
import type { ServerResponse } from 'node:http';
import { firstValueFrom, Subject } from 'rxjs';
import { withServer } from '../support/withServer';
import { post } from '../transport/exchange';
import { overHttpClient } from './support/transports';
import { settled } from './support/until';

describe('law 9: leaving httpClientTransport aborts the request', () => {
  const cases: ReadonlyArray<readonly [when: string, begin: (response: ServerResponse) => void]> = [
    ['that waits for its response', () => undefined],
    ['that has got half of the body', (response) => response.write('{"data":[')],
  ];

  for (const [when, begin] of cases) {
    it(when, async () => {
      const arrived = new Subject<ServerResponse>();
      await withServer(
        (_, response) => {
          begin(response);
          arrived.next(response);
        },
        async (url) => {
          const emitted: Array<unknown> = [];
          const response = firstValueFrom(arrived);
          const subscription = overHttpClient(url)(post('/p', '{}')).subscribe({
            next: (value) => emitted.push(value),
            complete: () => emitted.push('complete'),
          });
          const left = response.then((it) => new Promise((resolve) => it.once('close', resolve)));
          await response;
          subscription.unsubscribe();
          await left;
          await settled();
          expect(emitted).to.deep.equal([]);
        },
      );
    });
  }
});
