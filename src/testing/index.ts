export { type MemoryExchange, type MemoryService, type MemoryServiceOptions } from './MemoryServiceOptions';
export { memoryService } from './memoryService';
