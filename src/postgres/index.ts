export type { KeptWalk, KeptWalksFilter } from './keptWalks';
export { type PostgresPlaces, postgresPlaces, type PostgresPlacesOptions } from './postgresPlaces';
