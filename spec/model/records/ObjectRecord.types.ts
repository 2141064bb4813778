import { expectTypeOf } from 'expect-type';
import type { Either } from 'fp-ts/Either';
import * as t from 'io-ts';
import { type ObjectRecord, readRecord } from '../../../src/model/records/ObjectRecord';
import type { Problem } from '../../../src/model/errors/WalkError';
import { DateFromString } from '../../support/transformingCodecs';

declare const record: ObjectRecord<{ readonly id: number }>;

// A record has what its codec decodes to, and unknown values beside it.
expectTypeOf(record.properties.id).toEqualTypeOf<number>();
expectTypeOf(record.rid).toEqualTypeOf<unknown>();
expectTypeOf(readRecord(t.type({ since: DateFromString }))).returns.toEqualTypeOf<
  Either<ReadonlyArray<Problem>, ObjectRecord<{ since: Date }>>
>();

// @ts-expect-error a record is not to be written
record.properties = { id: 2 };
