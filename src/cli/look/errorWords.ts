import { messageIn, wordPaths } from '../../model/errors/messageIn';
import type { Gate } from '../terminal/gate';
import { plainWords } from '../terminal/text';

/** What a response without items says of an error, and where. */
export interface ErrorWords {
  readonly path: string;
  readonly words: string;
}

export const errorIn = (body: unknown): ErrorWords | undefined => {
  const fields = Object(body) as Readonly<Record<string, unknown>>;
  const path = ['error', 'errors', 'fault', 'message', 'description', 'title'].find((name) =>
    Boolean(fields[name]),
  );
  const paths = `${wordPaths} description fault fault.faultstring error.description error.details errors.0`;
  return path === undefined ? undefined : { path, words: messageIn(body, paths) ?? '' };
};

/** What is said of a response that has an error instead of items, though its status says that all is well. */
export const errorText = ({ path, words }: ErrorWords, { said }: Gate): string => {
  const shown = said(plainWords(words))();
  return `the service responded with an error${shown === '' ? '' : `: ${shown}`} (--errors ${path} tells it from a page)`;
};
