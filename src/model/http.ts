/** A request as the library hands it to a transport: everything is a string, and encoded already. @since 0.1.0 */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query string, relative to the base address that the transport knows. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What it is for. A transport does not send it; one that copies requests hands it on. @since 1.0.0 */
  readonly purpose?: RequestPurpose | undefined;
}

/** What the client sends a request for: it may leave long after its walk has asked for it. @inline */
export interface RequestPurpose {
  /** The path of the endpoint, with its placeholders: `/books/{id}`. */
  readonly endpoint: string;
  /** The same path with the params of the walk. The path of the request itself may hold a cursor. */
  readonly path: string;
  /** The `request` event of the walk, if anybody hears it. */
  readonly event?: object | undefined;
}

/** A response as a transport hands it back, whatever its status. Header names are read in any case. @since 0.1.0 */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The address that was asked: base address and `url`. Without it, only relative links of a response can be followed. */
  readonly url?: string;
}

const jsonType = 'application/json';

/** The headers of a request by its method: a GET has no body. */
export const jsonHeaders = {
  GET: { accept: jsonType },
  POST: { accept: jsonType, 'content-type': jsonType },
};

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d*)?$/i;

/** Whether a host, with or without a port, is this machine. */
export const isLoopback = (host: string): boolean => loopback.test(host);

/** Whether a header can be sent: its name is a token, and its value has only characters of Latin-1 that print. */
export const isHeader = ([name, value]: readonly [string, unknown]): boolean =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(name) &&
  typeof value === 'string' &&
  /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

type HeaderFields = Readonly<Record<string, string>>;

/**
 * Header fields by their names in lower case, as fetch has them: the values of a field that came more than once are joined by a
 * comma and a blank. What has no value is left out.
 */
export const readHeaders = (
  fields: Readonly<Record<string, string | ReadonlyArray<string> | null | undefined>>,
): HeaderFields => {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    headers[name.toLowerCase()] = typeof value === 'string' ? value : [value].flat().join(', ');
  }
  return headers;
};

/** The response of any transport: one may give names in capitals, lists, the headers of fetch, a Map, or none. Others stay. */
export const withReadHeaders = (response: HttpResponse): HttpResponse => {
  const given = Object(response.headers) as HeaderFields | Iterable<readonly [string, string]>;
  const headers = Symbol.iterator in given ? Object.fromEntries(given) : given;
  const isRead = (name: string): boolean =>
    name === name.toLowerCase() && typeof headers[name] === 'string';
  return headers === response.headers && Object.keys(headers).every(isRead)
    ? response
    : { ...response, headers: readHeaders(headers) };
};

/** Whether a status says that a response is a page, and not an error. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** How much is read of a response that is not a page: bytes as it arrives, characters once it is decoded (law 22). */
export const maxErrorBytes = 64 * 1024;
