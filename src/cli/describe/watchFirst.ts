import * as E from 'fp-ts/Either';
import type { Client } from '../../index';
import type { Answer, Scheme } from '../../model/endpoints/Paging';
import type { Gate } from '../terminal/gate';
import { plainWords } from '../terminal/text';
import type { Walk } from '../walk/walks';
import { errorIn, type ErrorWords } from './recognise';

/** What is said of an answer that has an error instead of items, though its status says that all is well. */
export const errorText = ({ path, words }: ErrorWords, { said }: Gate): string => {
  const shown = said(plainWords(words))();
  return `the service answered with an error${shown === '' ? '' : `: ${shown}`} (--errors ${path} tells it from a page)`;
};

/**
 * A walk whose first answer is looked at before it is read: what names its next page may be anywhere in it (law 32). An
 * answer that is no page is looked at for an error.
 */
export const watchFirst = (walk: Walk, look: (answer: Answer) => string | undefined): Walk => {
  let next: string | undefined;
  let isSeen = false;
  let error: ErrorWords | undefined;
  const watched = (scheme: Scheme): Scheme => ({
    ...scheme,
    ...(scheme.begin && { begin: (...first) => watched(scheme.begin?.(...first) ?? scheme) }),
    read: (answer, before) => {
      if (!isSeen) next = look(answer);
      isSeen = true;
      const page = scheme.read(answer, before);
      error = E.isLeft(page) ? errorIn(answer.body) : undefined;
      return page;
    },
  });
  const watching = (client: Client): Client => ({
    ...client,
    pages: (endpoint, params) => client.pages({ ...endpoint, scheme: watched(endpoint.scheme) }, params),
  });
  return {
    ...walk,
    nextElsewhere: () => next,
    errorText: (gate) => (error === undefined ? '' : errorText(error, gate)),
    pages: (client, valve, place, mark) => {
      // A walk that was resumed does not know what others have seen.
      isSeen ||= place !== undefined;
      return walk.pages(watching(client), valve, place, mark);
    },
  };
};
