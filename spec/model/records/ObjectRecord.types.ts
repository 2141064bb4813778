import { expectTypeOf } from 'expect-type';
import type { Either } from 'fp-ts/Either';
import * as t from 'io-ts';
import { filter, from } from 'rxjs';
import { type ObjectRecord, readRecord, unchecked } from '../../../src/model/records/ObjectRecord';
import type { Problem } from '../../../src/model/errors/WalkError';
import { DateFromString } from '../../support/transformingCodecs';

declare const record: ObjectRecord<{ readonly id: number }>;

// A record has what its codec decodes to. What stands beside it was not checked.
expectTypeOf(record.properties.id).toEqualTypeOf<number>();
expectTypeOf(unchecked(record).rid).toEqualTypeOf<unknown>();
// @ts-expect-error the property of an object, without .properties
export const forgotten: unknown = record.id;
// @ts-expect-error a misspelt .properties
export const misspelt: unknown = record.propertys;
// @ts-expect-error the same in an operator, where it would drop everything
from([record]).pipe(filter((each) => each.active === true));
expectTypeOf(readRecord(t.type({ since: DateFromString }))).returns.toEqualTypeOf<
  Either<ReadonlyArray<Problem>, ObjectRecord<{ since: Date }>>
>();

// @ts-expect-error a record is not to be written
record.properties = { id: 2 };
