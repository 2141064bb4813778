import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { HttpResponse } from '../../../model/http';
import { json } from '../../answers/ServiceError';
import type { OutgoingPage } from '../../faults/Misbehaviour';

const tokenIn = ({ next }: OutgoingPage): { readonly nextPageToken?: string | null } => {
  if (E.isLeft(next)) return { nextPageToken: next.left === 'NullToken' ? null : '' };
  return O.isSome(next.right) ? { nextPageToken: next.right.value } : {};
};

/** A page as both revisions write it; where its token breaks a rule, with a null or an empty one. */
export const envelope = (page: OutgoingPage): HttpResponse =>
  json(200, {
    ...page.fields,
    data: page.data.map((properties) => (properties === null ? {} : { properties })),
    ...tokenIn(page),
  });
