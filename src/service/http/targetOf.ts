import type { IncomingMessage } from 'node:http';

/**
 * The path and the query string of a request as they were sent: a URL parser would resolve `..` and decide things that
 * are the router's to decide. The target may be a whole address, which a server has to take too.
 */
export const targetOf = ({
  url = '/',
}: IncomingMessage): { readonly path: string; readonly query: URLSearchParams } => {
  const target = url.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  return mark < 0
    ? { path: target, query: new URLSearchParams() }
    : { path: target.slice(0, mark), query: new URLSearchParams(target.slice(mark)) };
};
