import * as E from 'fp-ts/Either';
import { type Complaint, misuse } from '../terminal/Complaint';

/** The address of a service. The message does not repeat it: it may hold a password, which has no place there. */
export const readBaseUrl = (text: string): E.Either<Complaint, string> => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return E.left(misuse('--base-url must be an address such as https://objects.example.com'));
  }
  if (url.username !== '' || url.password !== '') {
    return E.left(
      misuse('--base-url must hold no user name and no password; give a token by --token-env or --token-file'),
    );
  }
  if (url.search !== '' || url.hash !== '') {
    return E.left(misuse('--base-url must end with its path: no query string, no fragment'));
  }
  return E.right(url.href.replace(/\/$/, ''));
};
