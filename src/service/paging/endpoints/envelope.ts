import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import type { HttpResponse } from '../../../model/http';
import { json } from '../../answers/ServiceError';
import type { OutgoingPage } from '../../faults/Misbehaviour';

/** A page as both revisions write it; where its token breaks a rule, with a null or an empty one. */
export const envelope = ({ data, fields, next }: OutgoingPage): HttpResponse =>
  json(200, {
    ...fields,
    data: data.map((properties) => (properties === null ? {} : { properties })),
    ...pipe(
      next,
      E.match(
        (rule) => ({ nextPageToken: rule === 'NullToken' ? null : '' }),
        O.match(
          () => ({}),
          (nextPageToken) => ({ nextPageToken }),
        ),
      ),
    ),
  });
