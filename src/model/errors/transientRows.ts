/** What a field of an error has to be. */
type Is = (value: unknown) => boolean;

/** An error that may not come again when the same call is made once more: these fields, all of them, are as they say. */
export type TransientRow = Readonly<Record<string, Is>>;

/** Longer texts say nothing more. */
const maxText = 4_096;

const text =
  (pattern: RegExp): Is =>
  (value) =>
    typeof value === 'string' && pattern.test(value.slice(0, maxText));

const oneOf =
  (...values: ReadonlyArray<unknown>): Is =>
  (value) =>
    values.includes(value);

const listWith =
  (...values: ReadonlyArray<unknown>): Is =>
  (value) =>
    Array.isArray(value) && values.some((one) => value.includes(one));

const absent: Is = (value) => value === undefined || value === null;
const present: Is = (value) => !absent(value);
const anObject: Is = (value) => typeof value === 'object' && value !== null;
const success: Is = (value) => typeof value === 'number' && value >= 200 && value < 300;

const sqlState = text(/^(?:(?:08|40|53)[\dA-Z]{3}|57P0[\dA-Z]|55P03)$/);
const prisma = text(/^P(?:1001|1002|1008|1017|2024|2034)$/);

const words = text(
  /fetch failed|Failed to fetch|Load failed|NetworkError|socket hang up|stream has been aborted|connection terminated|connection timeout|timeout expired|timeout exceeded when trying to connect/i,
);

/**
 * Which errors without a status may pass (law 43). An error, or one of its causes, is as one of these rows says; every other one
 * comes again with every call. Above each row is who throws it; what the libraries themselves throw is in docs/maintainers/calls.md.
 */
export const transientRows: ReadonlyArray<TransientRow> = [
  // rxjs, the platform
  { name: text(/^TimeoutError$/) },
  // Any library
  { retryable: oneOf(true) },
  // The AWS SDK
  { $retryable: anObject },
  { $retryable: oneOf(true) },
  // Sockets
  {
    code: text(
      /^(?:ECONN(?:RESET|REFUSED|ABORTED)|EPIPE|ETIMEDOUT|ESOCKET|EHOST(?:UNREACH|DOWN)|ENET[A-Z]+)$/,
    ),
  },
  // DNS
  { code: text(/^(?:EAI_AGAIN|ENOTFOUND|ETIMEOUT)$/) },
  // undici
  { code: text(/^UND_ERR_/) },
  // axios
  { code: text(/^ERR_NETWORK$/) },
  // Streams
  { code: text(/^ERR_STREAM_(?:PREMATURE_CLOSE|DESTROYED)$/) },
  // HTTP/2
  { code: text(/^ERR_HTTP2_/) },
  // gRPC
  { code: oneOf(4, 8, 10, 14), details: present },
  { code: oneOf(4, 8, 10, 14), metadata: present },
  // Postgres
  { code: sqlState },
  // MySQL
  { sqlState },
  { code: text(/^(?:PROTOCOL_CONNECTION_LOST|ER_LOCK_)/) },
  // SQLite
  { code: text(/^SQLITE_BUSY/) },
  // Prisma
  { code: prisma },
  // Prisma, before it is connected
  { errorCode: prisma },
  // MongoDB
  { name: text(/^MongoNetwork(?:Timeout)?Error$/) },
  {
    errorLabels: listWith('RetryableReadError', 'RetryableError', 'TransientTransactionError'),
  },
  // MongoDB, where its driver would read again
  {
    name: text(/^MongoServerError$/),
    code: oneOf(6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436),
  },
  // HttpClient of Angular
  { name: text(/^HttpErrorResponse$/), status: oneOf(0) },
  // fetch, node:http, pg
  { code: absent, message: words },
  // OpenAI
  { code: absent, message: text(/^Request timed out\.$/) },
  // Axios, in mid-response
  { code: text(/^ERR_BAD_RESPONSE$/), 'response.status': success, message: words },
];
