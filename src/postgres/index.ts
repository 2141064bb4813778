export { type PostgresBudget, postgresBudget, type PostgresBudgetOptions } from './budget/postgresBudget';
export { type PostgresPlaces, postgresPlaces, type PostgresPlacesOptions } from './postgresPlaces';
