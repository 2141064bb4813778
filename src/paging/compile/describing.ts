import { identity } from 'fp-ts/function';
import { type AnyDescription, repeated } from '../../model/endpoints/EndpointDescription';
import { fieldParams, fieldPartOf, sentAs } from '../../model/endpoints/fields';
import type { Paged, Params } from '../../model/paging/scheme';
import type { Slot } from '../../model/paging/draft';
import type { Source } from '../../model/paging/sources';
import { codecOption, pageSizeParam, snapshotParam } from '../../model/endpoints/walkOptionTypes';
import { isHeader, readHeaders } from '../../model/http';
import { checkKnown } from '../../model/optionChecks';
import { readItem } from '../../model/records/ObjectRecord';
import { deltaParam } from './deltaOf';
import { namedOr } from '../slots/at';
import { formContentType } from './formBody';

/** What an endpoint with a paging says of itself. */
export type Description = AnyDescription<Slot>;

const hasMethod = (u: unknown, name: string): boolean =>
  typeof (Object(u) as Readonly<Record<string, unknown>>)[name] === 'function';

const givenSlots = (slot: Slot | undefined): ReadonlyArray<Slot> =>
  slot === undefined ? [] : [Object(slot) as Slot];

const labels = (slots: ReadonlyArray<Slot>): ReadonlyArray<string> =>
  slots.map(({ label }) => label);

/** What contradicts itself in a description, or the slots of its scheme; undefined: nothing. The first of several is reported. */
export const problemIn = (
  {
    method,
    fields = {},
    fieldsIn = fieldPartOf(method),
    items,
    records = 'whole',
    errors,
    pageSize,
    snapshot,
    headers = {},
    bodyAs = 'json',
    checkEnd = true,
    checkLists = true,
    delta,
  }: Description,
  cursors: ReadonlyArray<Slot>,
): string | undefined => {
  const { from, to, ...unknown } = Object(delta) as Partial<NonNullable<typeof delta>>;
  checkKnown('endpoint: delta', unknown);
  // What is not a slot has neither a part nor a label. It may be null.
  const own = [pageSize, snapshot].flatMap(givenSlots);
  const deltaSlots = givenSlots(to);
  const parts = [...own, ...cursors, ...deltaSlots].map(({ part }) => part);
  const sent = Object.entries(fields).map(([name, type]) => `${fieldsIn} ${sentAs(name, type)}`);
  const clash =
    repeated(labels([...own, ...cursors])) ??
    repeated([...sent, ...labels([...own, ...deltaSlots])]);
  const header = Object.entries(headers).find((entry) => !isHeader(entry))?.[0];
  const isNamed = (slot: Slot): boolean => hasMethod(slot, 'write') && slot.label !== slot.part;
  const isSource = (u: unknown): boolean => u === undefined || hasMethod(u, 'read');
  const isSlot = to === undefined || hasMethod(to, 'write');
  const rules: ReadonlyArray<readonly [isKept: boolean, problem: string]> = [
    [isSource(items), `items must be a source, such as at('${namedOr(items, 'data')}')`],
    [isSource(errors), `errors must be a source, such as at('${namedOr(errors, 'errors')}')`],
    [
      records === 'whole' || records === 'properties' || hasMethod(records, 'read'),
      "records must be 'whole', 'properties' or a source, such as at('attributes')",
    ],
    [typeof checkEnd === 'boolean', 'checkEnd must be true or false'],
    [typeof checkLists === 'boolean', 'checkLists must be true or false'],
    [
      bodyAs === 'json' || ((bodyAs as string) === 'form' && method === 'POST'),
      "bodyAs must be 'json', or 'form' of a POST",
    ],
    [own.every(isNamed), "pageSize and snapshot must be slots with a name, such as query('limit')"],
    [
      delta === undefined || (hasMethod(from, 'read') && isSlot),
      "delta must have a source and may have a slot, such as { from: at('deltaLink') } or { from, to: query('since') }",
    ],
    [
      method === 'POST' || ![fieldsIn, ...parts].includes('body'),
      'a GET has no body; use POST, or put it into the query string or a header',
    ],
    [clash === undefined, `two things go to the same slot: ${clash}`],
    [header === undefined, `the header ${header} cannot be sent`],
  ];
  return rules.find(([isKept]) => !isKept)?.[1];
};

const itemParams: Params = {
  codec: codecOption,
  properties: {
    problemOf: (u) => (u === undefined ? '' : 'is not a parameter of this endpoint: use codec'),
  },
};

const objectAt =
  (records: Source) =>
  (body: unknown): unknown =>
    records.read({ body, headers: {}, status: 200, request: { url: '' } });

/** How the items of a page are read: each is the object, or has it at a source. */
const readerAt =
  (records: Source | 'whole'): NonNullable<Paged['readerOf']> =>
  (codec) =>
    records === 'whole' ? readItem(codec) : readItem(codec, records.label, objectAt(records));

/** How the object of an item is found, if lists in objects are looked at (law 47). */
export const objectReader = ({
  records = 'whole',
  checkEnd = true,
  checkLists = true,
}: Description): ((item: unknown) => unknown) | undefined => {
  if (!checkEnd || !checkLists) return undefined;
  return typeof records === 'string' ? identity : objectAt(records);
};

/** What a description that is right says beside its scheme. */
export const readDescription = ({
  method,
  records = 'whole',
  ...rest
}: Description): Omit<Paged, 'scheme'> => {
  const {
    fields = {},
    fieldsIn = fieldPartOf(method),
    pageSize,
    snapshot,
    headers = {},
    bodyAs,
    delta,
  } = rest;
  return {
    pageSize: pageSize !== undefined,
    snapshot: snapshot !== undefined,
    isWhole: records !== 'properties',
    ...(records !== 'properties' && { readerOf: readerAt(records) }),
    headers: { ...(bodyAs === 'form' && formContentType), ...readHeaders(headers) },
    params: {
      ...(records === 'properties' ? { properties: codecOption } : itemParams),
      ...fieldParams(fields, fieldsIn),
      ...(pageSize && { pageSize: { ...pageSizeParam, write: pageSize.write } }),
      ...(snapshot && { snapshot: { ...snapshotParam, write: snapshot.write } }),
      ...(delta && { delta: deltaParam }),
    },
  };
};
