import { survivesKills } from '../spec/client/calls/sources/killed';
import { ids, servers } from './apis';
import { isInstalled, startServer } from './startServer';

describe('law 43: a scan of the AWS SDK on dynalite', () => {
  it('is killed twice, and loses nothing', async function () {
    const { program, fill } = servers.dynalite ?? {};
    if (!program || !isInstalled(program)) this.skip();
    const started = await startServer(program);
    try {
      await fill?.(started);
      await survivesKills('dynamodb', ids, started.url);
    } finally {
      await started.stop();
    }
  });
});
