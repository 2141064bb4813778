import { Effect, Result, Schema, Stream } from 'effect';
import { effectObjects } from './effectPages.mjs';

const employee = {
  id: Schema.Number,
  name: Schema.String,
  email: Schema.String,
  department: Schema.String,
  active: Schema.Boolean,
  level: Schema.Number,
  salary: Schema.Number,
  startDate: Schema.String,
};

const wide = Object.fromEntries(
  Array.from({ length: 99 }, (_, n) => [
    `field${n}`,
    n % 3 === 0 ? Schema.String : n % 3 === 1 ? Schema.Number : Schema.Boolean,
  ]),
);

const texts = Schema.Array(Schema.Record(Schema.String, Schema.String));

const schemas = {
  employee: Schema.Struct(employee),
  wide: Schema.Struct({ id: Schema.Number, ...wide }),
  person: Schema.Struct({ id: Schema.Number, name: texts, address: texts, email: texts }),
};

const schemaOf = ({ shape, transforms }) =>
  transforms ? Schema.Struct({ ...employee, startDate: Schema.DateFromString }) : schemas[shape];

/** Effect over axios, every object decoded with Schema; an object that is refused is a value. */
export const read = (lane, { take, refuse }) => {
  const properties = schemaOf(lane.course);
  const decode = Schema.decodeUnknownResult(Schema.Struct({ rid: Schema.String, properties }));
  const results = Stream.map(effectObjects(lane), (record) => ({ record, result: decode(record) }));
  return Effect.runPromise(
    Stream.runForEachArray(results, (batch) =>
      Effect.sync(() => {
        for (const { record, result } of batch) {
          if (Result.isSuccess(result)) take(result.success);
          else refuse(record);
        }
      }),
    ),
  );
};
