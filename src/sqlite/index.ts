export type { SqliteDatabase } from './connection';
export { type SqlitePlaces, sqlitePlaces, type SqlitePlacesOptions } from './sqlitePlaces';
