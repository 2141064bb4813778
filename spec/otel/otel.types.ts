import type { Either } from 'fp-ts/Either';
import type { Observable } from 'rxjs';
import { durable, type Page, type WalkError } from '../../src/index';
import { observePlaces } from '../../src/otel/index';
import type { SqliteDatabase, SqlitePlaces } from '../../src/sqlite';

declare const places: SqlitePlaces<SqliteDatabase>;
declare const plain: Observable<Either<WalkError, Page<number>>>;

// Behind observePlaces, work may return what the store allows, and nothing else (law 45).
const id = 'x';
durable({ id, places: observePlaces(places), pages: () => plain, work: ({ data }) => data.length });
// @ts-expect-error the transaction is over when the work returns
durable({ id, places: observePlaces(places), pages: () => plain, work: () => Promise.resolve(1) });
