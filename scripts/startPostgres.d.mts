/** A Postgres to work with. */
export interface Postgres {
  /** The connection string. */
  readonly url: string;
  /** Stops the server and removes its data, if it was started here. */
  stop(): Promise<void>;
}

/** The Postgres of `DATABASE_URL`, or one that is started for this process, with these settings (`-c`). */
export function startPostgres(settings?: Readonly<Record<string, string>>): Promise<Postgres>;
