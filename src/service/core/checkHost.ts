import * as E from 'fp-ts/Either';
import { type Checked, serviceError } from '../answers/ServiceError';
import type { ArrivedRequest } from './Exchange';

/** The names and addresses of the machine itself. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d*)?$/i;

/** The host that a request is for: that of a target which is a whole address counts for more than the header. */
const hostOf = ({ target, headers }: ArrivedRequest): string | undefined =>
  (target.startsWith('/') ? undefined : /^https?:\/\/([^/?#]*)/i.exec(target)?.[1]) ?? headers.host;

/**
 * Refuses a request for another host: the name of somebody's web page can be made to lead here (DNS rebinding), and the
 * browser would take what it reads for the page's own. 421 is what HTTP has for a request that came to the wrong server.
 *
 * The port may be any, for a proxy or a tunnel passes its own on, and no page of a stranger has such a host. A request
 * that names no host, which HTTP/1.0 allows, does not come from a browser.
 */
export const checkHost = (request: ArrivedRequest): Checked<void> => {
  const host = hostOf(request);
  return host === undefined || loopback.test(host)
    ? E.right(undefined)
    : E.left(serviceError(421, 'ForeignHost', { host, expected: 'localhost, 127.0.0.1 or [::1]' }));
};
