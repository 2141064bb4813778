import { expect } from 'chai';
import { once } from 'node:events';
import { guarded, type Serve } from '../../../src/service/http/openServer';
import { withServer } from '../../support/withServer';
import { ask } from '../support/plain';

const serving = <R>(serve: Serve, use: (url: string) => Promise<R>): Promise<R> =>
  withServer(
    guarded(serve, () => 'i-1'),
    use,
  );

describe('an exception that nobody foresaw', () => {
  const emitWarning = process.emitWarning.bind(process);
  let warnings: Array<unknown>;

  beforeEach(() => {
    warnings = [];
    process.emitWarning = (...warning: ReadonlyArray<unknown>) => void warnings.push(warning);
  });

  afterEach(() => {
    process.emitWarning = emitWarning;
  });

  it('is a 500 with its instance id and nothing of its own, and the process lives', async () => {
    const failure = new Error('a secret');
    await serving(
      () => Promise.reject(failure),
      async (url) => {
        const { status, body } = await ask(url);
        expect([status, body]).to.deep.equal([
          500,
          { errorCode: 'INTERNAL', errorName: 'Internal', errorInstanceId: 'i-1', parameters: {} },
        ]);
        expect(warnings).to.deep.equal([[failure, { detail: 'errorInstanceId i-1' }]]);
        expect((await ask(url)).status).to.equal(500);
      },
    );
  });

  it('cuts the connection when the answer has begun', async () => {
    const serve: Serve = (_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{');
      return Promise.reject(new Error('half-way'));
    };
    await serving(serve, async (url) => {
      const response = await fetch(url);
      const failure: unknown = await response.text().catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(Error);
    });
  });

  it('is of no interest when the client has gone', async () => {
    const serve: Serve = async (request, response) => {
      request.socket.destroy();
      await once(response, 'close');
      throw new Error('nobody listens');
    };
    await serving(serve, async (url) => {
      const failure: unknown = await fetch(url).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(Error);
      expect(warnings).to.deep.equal([]);
    });
  });
});
