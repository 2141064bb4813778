/** What the server tells the application that it renders, as Angular's request context. */
export interface Backend {
  /** Where the service is for the server, which knows no relative addresses. */
  readonly origin: string;
  /** How long a render waits for its lists, in milliseconds. */
  readonly within: number;
  /** Who is signed in, by the cookie of the request. */
  readonly user: string | undefined;
}
