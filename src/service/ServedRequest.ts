/**
 * An exchange that is over, as the option `onRequest` is told of it. It holds no page token and no credential.
 *
 * @since 0.1.0
 */
export interface ServedRequest {
  readonly method: string;
  /** The path without its query string. */
  readonly path: string;
  /** The status that was sent; undefined where the connection ended before one was. */
  readonly status: number | undefined;
  /** Whether the connection ended, by the client or by a fault, before the response was whole. */
  readonly aborted: boolean;
}
