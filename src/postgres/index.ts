export { type PostgresBudget, postgresBudget } from '../stores/postgres/budget/postgresBudget';
export { type PostgresPlaces, postgresPlaces } from '../stores/postgres/postgresPlaces';
