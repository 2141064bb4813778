/** What every contestant has to read: how many pages, and how long each takes to fetch and to work on. */
export interface Course {
  readonly pages: number;
  /** Objects in a page. */
  readonly pageSize: number;
  /** Milliseconds that the service takes for a page. */
  readonly latency: number;
  /** Milliseconds that the consumer takes for a page. */
  readonly work: number;
  /** Whether the consumer waits for something else (a database, say), or keeps the event loop busy itself. */
  readonly kind: 'waits' | 'computes';
}
