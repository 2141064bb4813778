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

/**
 * Whether what a credential source threw says that it could not be reached, which passes, rather than that there is no
 * credential. Only a response with a status says the latter.
 */
export const isUnreachable = (thrown: unknown): boolean => {
  const { name, message, status: own, response, code, cause } = Object(thrown) as Thrown;
  const status = own ?? response?.status;
  if (typeof status === 'number') return status === 0 || status === 408 || status === 429 || status >= 500;
  if (typeof code === 'string' || typeof cause?.code === 'string' || name === 'TimeoutError') return true;
  return thrown instanceof TypeError && ofFetch.test(String(message).slice(0, 100));
};
