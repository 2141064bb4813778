import { expectTypeOf } from 'expect-type';
import * as t from 'io-ts';
import type { Observable } from 'rxjs';
import {
  type Client,
  type Key,
  type ObjectRecord,
  type ObjectStream,
  orThrow,
  pastLimit,
  polite,
  type Polite,
  type PoliteState,
  retryExpired,
  type Transport,
} from '../../../src/index';

declare const client: Client;
declare const transport: Transport;

const Thing = t.type({ id: t.number });
type Thing = t.TypeOf<typeof Thing>;
const search = { apiFamily: 'demo', objectType: 'thing', properties: Thing };

const everything = pastLimit({
  ranges: [{ from: 0, to: 9 }],
  walk: (range) => {
    expectTypeOf(range).toEqualTypeOf<{ from: number; to: number }>();
    return client.search(search).pipe(retryExpired({ key: (thing) => thing.properties.id }));
  },
  split: (range, reached) => {
    expectTypeOf(reached.objects).toEqualTypeOf<number>();
    expectTypeOf(reached.last).toEqualTypeOf<ObjectRecord<Thing> | undefined>();
    return [{ ...range, from: (reached.last?.properties.id ?? range.from) + 1 }];
  },
  key: (record) => {
    expectTypeOf(record).toEqualTypeOf<ObjectRecord<Thing>>();
    return record.properties.id;
  },
  concurrency: 4,
});
expectTypeOf(everything).toEqualTypeOf<ObjectStream<ObjectRecord<Thing>>>();
expectTypeOf(everything.pipe(orThrow())).toEqualTypeOf<Observable<ObjectRecord<Thing>>>();

const ranges = [0, 1] as const;
pastLimit({ ranges, walk: () => client.search(search), split: () => [] });
pastLimit<number, ObjectRecord<Thing>, Key>({
  ranges,
  walk: () => client.search(search),
  split: () => [1],
  key: undefined,
});
// @ts-expect-error a part is a range
pastLimit({ ranges: [0], walk: () => client.search(search), split: () => ['1'] });
// @ts-expect-error a key equals itself when it is read again
pastLimit({ ranges: [0], walk: () => client.search(search), split: () => [1], key: (record) => record });
// @ts-expect-error a range that cannot be split is not walked for ever
pastLimit({ ranges: [0], walk: () => client.search(search) });

expectTypeOf(polite({})).toEqualTypeOf<Polite>();
expectTypeOf(polite({ concurrent: 8, perMinute: 5_000 })(transport)).toEqualTypeOf<Transport>();
expectTypeOf(polite({ concurrent: undefined }).state).toEqualTypeOf<Observable<PoliteState>>();
// @ts-expect-error a limit is a number
polite({ concurrent: '8' });
