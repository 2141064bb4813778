/** A Postgres to work with. */
export interface Postgres {
  /** The connection string. */
  readonly url: string;
  /** Stops the server and removes its data, if it was started here. */
  stop(): Promise<void>;
}

/** The Postgres of `DATABASE_URL`, or one that is started for this process, with these settings (`-c`). */
export function startPostgres(settings?: Readonly<Record<string, string>>): Promise<Postgres>;

/** A Postgres that was started here, and can have a standby. */
export interface EmbeddedPostgres extends Postgres {
  /** Starts a standby of it, which streams what is written from now on, over this connection if one is given. */
  startStandby(primary?: string): Promise<Postgres>;
  /** Ends it as a crash does, and starts it again: what was committed but not yet written is lost. */
  crash(): Promise<void>;
}

/**
 * Starts a Postgres for this process, whatever `DATABASE_URL` says: the one of the npm package, or the programs in a folder, by
 * default that of `POSTGRES_BIN`.
 */
export function startEmbedded(
  settings?: Readonly<Record<string, string>>,
  bin?: string,
): Promise<EmbeddedPostgres>;
