export { type MemoryExchange, type MemoryService, memoryService, type MemoryServiceOptions } from './memoryService';
export { paged } from './paged';
