import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { type ObjectRecord, type Page, type PageToken, resumeFrom, type WalkError } from '../../../src/index';
import type { Thing } from './Thing';

/** A value that the consumer got: its text, as the model writes it, and the token that one may go on with. */
export interface Seen {
  readonly text: string;
  readonly token: O.Option<PageToken>;
  readonly isEnd: boolean;
}

const textOfError = (error: WalkError): string => {
  if (error._tag === 'InvalidObject') {
    const { id, version } = (error.record as { readonly properties: Readonly<Record<string, unknown>> }).properties;
    return `!${String(id)}.${String(version)} at ${error.page}.${error.index}`;
  }
  const { pages, objects, attempts, resumed } = error.progress;
  return `${error._tag} ${pages} ${objects} ${attempts}${resumed === true ? ' resumed' : ''}`;
};

const textOfRecord = ({ properties: { id, version } }: ObjectRecord<Thing>): string => `${id}.${version}`;

const seenError = (error: WalkError): Seen => ({
  text: textOfError(error),
  token: pipe(
    resumeFrom(error),
    O.map(({ pageToken }) => pageToken),
  ),
  isEnd: error._tag !== 'InvalidObject',
});

export const seenObject: (result: E.Either<WalkError, ObjectRecord<Thing>>) => Seen = E.match(seenError, (record) => ({
  text: textOfRecord(record),
  token: O.none,
  isEnd: false,
}));

export const seenPage: (result: E.Either<WalkError, Page<Thing>>) => Seen = E.match(seenError, (page) => ({
  text: page.data.map(E.match(textOfError, textOfRecord)).join(),
  token: page.nextPageToken,
  isEnd: false,
}));
