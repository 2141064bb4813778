import { postgresPlaces } from '../../../src/stores/postgres/postgresPlaces';
import { killMarks } from '../../walk/durable/support/killMarks';
import { withDatabase } from './support/withDatabase';

describe('law 37: marks in Postgres, and kill -9', function () {
  it('nothing that changed is missing, at whatever moment a worker is killed', () =>
    withDatabase(async ({ url, pool, rows }) => {
      await postgresPlaces(pool).migrate();
      await rows('create table copies (id integer primary key, version integer)');
      const copies = async () =>
        new Map(
          (await rows('select * from copies')).map(({ id, version }) => [
            id as number,
            version as number,
          ]),
        );
      const happened = await killMarks({ url }, copies);
      if (this.ctx.test) this.ctx.test.title += `: ${happened}`;
    }));
});
