import { type } from 'arktype';
import { Schema } from 'effect';
import { expectTypeOf } from 'expect-type';
import type { Observable } from 'rxjs';
import * as v from 'valibot';
import { z } from 'zod';
import { walkResource, walkWindow } from '../../src/angular/index';
import {
  type Client,
  listObjects,
  type ObjectRecord,
  rights,
  searchObjects,
  type StandardSchemaV1,
} from '../../src/index';

declare const client: Client;

const list = { ontologyRid: 'ri.o', objectType: 'employee' };
const search = { apiFamily: 'demo', objectType: 'person' };
const query = { type: 'empty' };

type Objects<A> = ReturnType<typeof client.list<A>>;
type Pages<A> = ReturnType<typeof client.pages<typeof listObjects, A>>;

// zod: what a transform gives is the type, not what it takes.
const Zod = z.object({
  id: z.number(),
  since: z.coerce.date(),
  tags: z.string().transform((text) => text.split(',')),
});
interface OfZod {
  id: number;
  since: Date;
  tags: Array<string>;
}
expectTypeOf(client.list({ ...list, properties: Zod })).toEqualTypeOf<Objects<OfZod>>();
expectTypeOf(client.search({ ...search, properties: Zod })).toEqualTypeOf<Objects<OfZod>>();
expectTypeOf(client.objects(searchObjects, { ...search, query, properties: Zod })).toEqualTypeOf<
  Objects<OfZod>
>();
expectTypeOf(client.pages(listObjects, { ...list, properties: Zod })).toEqualTypeOf<Pages<OfZod>>();

// valibot
const Valibot = v.object({ id: v.number(), name: v.optional(v.string(), 'nobody') });
interface OfValibot {
  id: number;
  name: string;
}
expectTypeOf(client.list({ ...list, properties: Valibot })).toEqualTypeOf<Objects<OfValibot>>();

// arktype
const Arktype = type({ id: 'number', since: 'string.date.parse', 'note?': 'string' });
interface OfArktype {
  id: number;
  since: Date;
  note?: string;
}
expectTypeOf(client.list({ ...list, properties: Arktype })).toEqualTypeOf<Objects<OfArktype>>();

// Effect
const Effect = Schema.standardSchemaV1(
  Schema.Struct({ id: Schema.NumberFromString, since: Schema.Date }),
);
interface OfEffect {
  readonly id: number;
  readonly since: Date;
}
expectTypeOf(client.list({ ...list, properties: Effect })).toEqualTypeOf<Objects<OfEffect>>();

// A function over any schema can name the type that it takes.
const reading = <A>(properties: StandardSchemaV1<unknown, A>) =>
  client.list({ ...list, properties }).pipe(rights());
expectTypeOf(reading(Zod)).toEqualTypeOf<Observable<ObjectRecord<OfZod>>>();

// The Angular entry takes the same walks.
const rows = walkWindow({ stream: ({ client: its }) => its.list({ ...list, properties: Zod }) });
expectTypeOf(rows.value()).toEqualTypeOf<ReadonlyArray<ObjectRecord<OfZod>>>();
const found = walkResource({
  stream: ({ client: its }) => its.search({ ...search, properties: Valibot }),
});
expectTypeOf(found.value()).toEqualTypeOf<ReadonlyArray<ObjectRecord<OfValibot>>>();

// @ts-expect-error -- neither a codec nor a schema
client.list({ ...list, properties: { id: 'number' } });
// @ts-expect-error -- an Effect schema is a Standard Schema once `Schema.standardSchemaV1` made one of it
client.list({ ...list, properties: Schema.Struct({ id: Schema.Number }) });
