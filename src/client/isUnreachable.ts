/** What libraries throw where there was no response, or none that counts: `status` of HttpClient, `response` of axios. */
interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly status?: unknown;
  readonly response?: { readonly status?: unknown };
  readonly code?: unknown;
  readonly cause?: { readonly code?: unknown };
}

/** What browsers say of a fetch without a response. */
const ofFetch = /fetch|network|load failed/i;

/** The codes of sockets, DNS, TLS, undici and axios. Those of Node's arguments, of files and of libraries for logins say otherwise. */
const ofNetwork = /^(?!ERR_(?!NETWORK|STREAM)|ENOENT|EACCES)[A-Z_]+$/;

/**
 * Whether what a credential source threw says that it could not be reached, which passes, rather than that there is no
 * credential. Only a response with a status says the latter.
 */
export const isUnreachable = (thrown: unknown): boolean => {
  const { name, message, status: own, response, code, cause } = Object(thrown) as Thrown;
  const status = own ?? response?.status;
  if (typeof status === 'number') return status === 0 || status === 408 || status === 429 || status >= 500;
  const isOfNetwork = (known: unknown): boolean => typeof known === 'string' && ofNetwork.test(known);
  if (isOfNetwork(code) || isOfNetwork(cause?.code) || name === 'TimeoutError') return true;
  return thrown instanceof TypeError && ofFetch.test(String(message).slice(0, 100));
};
