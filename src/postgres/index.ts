export { type PostgresBudget, postgresBudget, type PostgresBudgetOptions } from './budget/postgresBudget';
export type { KeptWalk, KeptWalksFilter } from './keptWalks';
export { type PostgresPlaces, postgresPlaces, type PostgresPlacesOptions } from './postgresPlaces';
