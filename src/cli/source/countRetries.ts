import { defer } from 'rxjs';
import type { HttpRequest, Transport } from '../../index';

const isSame = (one: HttpRequest | undefined, other: HttpRequest): boolean =>
  one?.url === other.url && one.body === other.body;

/** Counts the requests of one walk that ask for the same page as the request before them. */
export const countRetries = (transport: Transport, onRetry: () => void): Transport => {
  let last: HttpRequest | undefined;
  return (request) =>
    defer(() => {
      if (isSame(last, request)) onRetry();
      last = request;
      return transport(request);
    });
};
