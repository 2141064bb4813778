import { postgresPlaces } from '../../../../src/postgres';
import { spendNights, strategies } from '../../support/nights';
import { withDatabase } from '../support/withDatabase';

describe('thirty nights with kill -9 over Postgres, against the truth', function () {
  this.timeout(1_200_000);
  for (const strategy of strategies) {
    it(strategy, () =>
      withDatabase(async ({ url, pool, rows }) => {
        await postgresPlaces(pool).migrate();
        await rows('create table copies (id integer primary key, version integer, run text)');
        const copies = async () =>
          new Map(
            (await rows('select * from copies')).map(({ id, version }) => [
              Number(id),
              Number(version),
            ]),
          );
        const happened = await spendNights({ strategy, store: 'postgres', where: url }, copies);
        if (this.ctx.test) this.ctx.test.title += `: ${happened}`;
      }),
    );
  }
});
