import { expect } from 'chai';
import type { ServerResponse } from 'node:http';
import { firstValueFrom, Subject } from 'rxjs';
import { pause } from '../../support/collect';
import { withServer } from '../../support/withServer';
import { exchange, get, post } from '../support/exchange';
import { transports } from '../support/transports';

/** Resolves when the connection is gone before the response was whole. */
const aborted = (response: ServerResponse): Promise<boolean> =>
  new Promise((resolve) => response.once('close', () => resolve(!response.writableFinished)));

for (const [name, { to }] of Object.entries(transports)) {
  describe(`law 9: leaving ${name} aborts the request`, () => {
    const cases: ReadonlyArray<readonly [when: string, begin: (response: ServerResponse) => void]> =
      [
        ['that waits for its response', () => undefined],
        ['that has got the headers', (response) => response.writeHead(200).flushHeaders()],
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
            const response = firstValueFrom(arrived);
            const emitted: Array<unknown> = [];
            const subscription = to(url)(post('/p', '{}')).subscribe({
              next: (value) => emitted.push(value),
              error: (error: unknown) => emitted.push(error),
              complete: () => emitted.push('complete'),
            });
            const left = aborted(await response);
            // What has begun may arrive; where it has not yet, leaving has to do the same.
            await pause(10);
            subscription.unsubscribe();
            // The server never ends by itself: this waits for the abort.
            expect(await left).to.be.true;
            expect(emitted).to.deep.equal([]);
          },
        );
      });
    }

    it('before it is sent, if the subscriber leaves at once', async () => {
      const requests: Array<string | undefined> = [];
      await withServer(
        (request, response) => {
          requests.push(request.url);
          response.end();
        },
        async (url) => {
          const transport = to(url);
          transport(get('/left')).subscribe().unsubscribe();
          await exchange(transport, get('/after'));
          expect(requests).to.deep.equal(['/after']);
        },
      );
    });
  });
}
