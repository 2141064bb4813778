import { expect } from 'chai';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { firstValueFrom, Subject } from 'rxjs';
import { withServer } from '../../support/withServer';
import { get, post } from '../support/exchange';
import { transports } from '../support/transports';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves when the connection is gone before the response was whole. */
const aborted = (response: ServerResponse): Promise<boolean> =>
  new Promise((resolve) => response.once('close', () => resolve(!response.writableFinished)));

for (const [name, { to }] of Object.entries(transports)) {
  describe(`law 9: leaving ${name} aborts the request`, () => {
    const cases: ReadonlyArray<readonly [when: string, begin: (response: ServerResponse) => void]> = [
      ['that waits for its response', () => undefined],
      [
        'that has got the headers',
        (response) => {
          response.writeHead(200).flushHeaders();
        },
      ],
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
            await pause(10);
            subscription.unsubscribe();
            // The server never ends by itself: this waits for the abort.
            expect(await left).to.be.true;
            await pause(10);
            expect(emitted).to.deep.equal([]);
          },
        );
      });
    }

    it('before it is sent, if the subscriber leaves at once', async () => {
      const requests: Array<IncomingMessage> = [];
      await withServer(
        (request, response) => {
          requests.push(request);
          response.end();
        },
        async (url) => {
          to(url)(get('/p')).subscribe().unsubscribe();
          await pause(20);
          expect(requests).to.have.lengthOf(0);
        },
      );
    });
  });
}
