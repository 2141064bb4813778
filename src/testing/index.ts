export {
  type MemoryExchange,
  type MemoryService,
  memoryService,
  type MemoryServiceOptions,
} from './memoryService';
export { paged } from './paged';
export { type RouteAnswer, type RouteRequest } from './routes';
