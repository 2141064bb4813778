/**
 * The limits of one exchange.
 *
 * @since 0.1.0
 */
export interface TransportLimits {
  /** Milliseconds for the whole exchange, from the request to the last byte of the body. Default 60,000; 0 for no limit. */
  readonly timeout?: number | undefined;
  /** The largest page that is read, in bytes after decompression. Default 100 MiB. Of an error, at most 64 KiB are read. */
  readonly maxResponseBytes?: number | undefined;
}

const checkLimit = (name: keyof TransportLimits, limit: unknown): void => {
  if (!(typeof limit === 'number' && limit >= 0)) throw new TypeError(`${name} must be a limit: a number, 0 or more`);
};

/** The limits of a transport, once they are known to be limits. */
export const limitsOf = ({
  timeout = 60_000,
  maxResponseBytes = 100 * 1024 * 1024,
}: TransportLimits): { readonly timeout: number; readonly limit: number } => {
  checkLimit('timeout', timeout);
  checkLimit('maxResponseBytes', maxResponseBytes);
  return { timeout, limit: maxResponseBytes };
};
