export { infiniteQuery, type InfiniteQuery, type QueryPage } from './infiniteQuery';
