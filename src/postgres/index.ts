export { type PostgresBudget, postgresBudget } from './budget/postgresBudget';
export { type PostgresPlaces, postgresPlaces } from './postgresPlaces';
