export type { Budget } from '../transport/Budget';
export { memoryStore } from './memory/memoryStore';
export { placesOf } from './port/placesOf';
export type {
  LastWork,
  RowFilter,
  Store,
  StoreEntry,
  StoreFence,
  StoreIndex,
  StoreRow,
} from './port/Store';
export type { StorePlaces } from './port/StorePlaces';
