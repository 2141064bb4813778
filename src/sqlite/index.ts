export type { SqliteDatabase } from '../stores/sqlite/connection';
export {
  type SqlitePlaces,
  sqlitePlaces,
  type SqlitePlacesOptions,
} from '../stores/sqlite/sqlitePlaces';
