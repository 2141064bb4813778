import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as RA from 'fp-ts/ReadonlyArray';
import * as t from 'io-ts';
import type { ErrorReading, HttpResponse } from '../../index';
import { classify } from '../../model/errors/classify';
import { canonicalJson } from '../../model/json/canonicalJson';
import { parseJson } from '../../model/json/parseExact';
import { PageToken } from '../../model/PageToken';
import { Scalar } from '../../model/records/properties';
import { readRecord } from '../../model/records/ObjectRecord';
import { sha256 } from '../../node/sha256';
import type { Gate, Said } from '../terminal/gate';
import { grouped } from '../terminal/text';

/** What a check needs to know of a page, in little memory. */
export interface PageReply {
  readonly _tag: 'Page';
  readonly count: number;
  readonly token: 'absent' | 'null' | 'empty' | 'given' | 'too long' | 'of a wrong type';
  readonly nextPageToken: O.Option<PageToken>;
  /** What is wrong with the first record that is not an object record. */
  readonly badRecord: string | undefined;
  /** The first property whose value is not a scalar. */
  readonly nested: Said | undefined;
  /** Whether no two of its first objects are the same. */
  readonly isDistinct: boolean;
  /** The same for the same objects in the same order. */
  readonly digest: string;
}

export type Reply =
  | PageReply
  | { readonly _tag: 'NoPage'; readonly problem: string }
  | {
      readonly _tag: 'Refused';
      readonly reading: Pick<ErrorReading, '_tag' | 'status'>;
      readonly errorName: Said;
      readonly isShaped: boolean;
    }
  | { readonly _tag: 'Silent'; readonly problem: Said; readonly code?: string | undefined };

export const tellReply = (answer: Reply): string => {
  switch (answer._tag) {
    case 'Page':
      return `a page of ${answer.count}`;
    case 'NoPage':
      return answer.problem;
    case 'Refused':
      return [answer.reading.status, answer.errorName()].filter(Boolean).join(' ');
    case 'Silent':
      return `no response (${answer.problem()})`;
  }
};

const readProperties = readRecord(t.UnknownRecord);

/** Looks until the first one: a page may have very many records. */
const badRecordIn = (data: ReadonlyArray<unknown>): string | undefined => {
  const index = data.findIndex((record) => E.isLeft(readProperties(record)));
  const read = index < 0 ? undefined : readProperties(data[index]);
  if (read === undefined || E.isRight(read)) return undefined;
  const [problem] = read.left;
  return `record ${index + 1}: ${problem?.at ?? ''} ${problem?.message ?? ''}`;
};

const WithProperties = t.type({ properties: t.UnknownRecord });

const nestedIn = (record: unknown): O.Option<string> =>
  WithProperties.is(record)
    ? O.fromNullable(
        Object.keys(record.properties).find((name) => !Scalar.is(record.properties[name])),
      )
    : O.none;

/** No request carries a longer token (law 31). */
const maxTokenLength = 65_536;

/** What has more records is not a page (law 31). */
const maxRecords = 1_000_000;

/** How many objects are compared with each other. */
const maxCompared = 1_000;

const WithData = t.intersection([
  t.type({ data: t.UnknownArray }),
  t.partial({ nextPageToken: t.unknown }),
]);

/** What tells records apart, whatever the order of their fields. */
const digestOf = (value: unknown): string => sha256(canonicalJson(value), 'base64url');

const kindOf = (token: unknown): PageReply['token'] => {
  if (token === undefined) return 'absent';
  if (token === null) return 'null';
  if (typeof token !== 'string') return 'of a wrong type';
  if (token.length > maxTokenLength) return 'too long';
  return token === '' ? 'empty' : 'given';
};

const replyOf = (
  { data, nextPageToken }: t.TypeOf<typeof WithData>,
  { hide, said }: Gate,
): Reply => {
  if (typeof nextPageToken === 'string') hide(nextPageToken);
  const token = kindOf(nextPageToken);
  const first = data.slice(0, maxCompared);
  return {
    _tag: 'Page',
    count: data.length,
    token,
    nextPageToken:
      token === 'given' && PageToken.is(nextPageToken) ? O.some(nextPageToken) : O.none,
    badRecord: badRecordIn(data),
    nested: pipe(data, RA.findFirstMap(nestedIn), O.map(said), O.toUndefined),
    isDistinct: data.length > 0 && new Set(first.map(digestOf)).size === first.length,
    digest: digestOf(data),
  };
};

/** The shape in which public services of this kind report errors; the conventions leave it open. */
const ErrorShape = t.type({ errorCode: t.string, errorName: t.string });

/** Reads a response as leniently as possible, so that every rule can be judged by itself. */
export const readReply = (
  response: HttpResponse,
  sent: { readonly pageToken: boolean },
  gate: Gate,
): Reply => {
  const json = O.tryCatch(() => parseJson(response.body));
  if (response.status < 200 || response.status > 299) {
    const isShaped = O.isSome(json) && ErrorShape.is(json.value.value);
    const { _tag, status, errorName = '' } = classify(response, sent);
    return {
      _tag: 'Refused',
      reading: { _tag, status },
      errorName: gate.said(errorName),
      isShaped,
    };
  }
  if (O.isNone(json))
    return { _tag: 'NoPage', problem: `status ${response.status} with a body that is not JSON` };
  const { value, isTooDeep } = json.value;
  if (isTooDeep) return { _tag: 'NoPage', problem: 'it is nested too deeply' };
  if (!WithData.is(value)) return { _tag: 'NoPage', problem: 'data is not an array' };
  if (value.data.length > maxRecords) {
    return { _tag: 'NoPage', problem: `data has more than ${grouped(maxRecords)} records` };
  }
  return replyOf(value, gate);
};
