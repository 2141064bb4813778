export { type KeptWalk, type PostgresPlaces, postgresPlaces, type PostgresPlacesOptions } from './postgresPlaces';
