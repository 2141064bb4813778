/**
 * A request as the library hands it to a transport: everything is a string, and encoded already.
 *
 * @since 0.1.0
 */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query string, relative to the base address that the transport knows. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * A response as a transport hands it back, whatever its status. Header names are in lower case.
 *
 * @since 0.1.0
 */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How much is read of a response that is not a page: bytes as it arrives, characters once it is decoded (law 22). */
export const maxErrorBytes = 64 * 1024;
