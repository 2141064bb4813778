import type { Props } from 'io-ts';
import { repeated } from '../../model/endpoints/descriptionProblem';
import { PageSize, Snapshot } from '../../model/endpoints/walkOptionTypes';
import { isHeader } from '../../model/http';
import { sentAs } from '../../model/endpoints/named';
import type { Paged, Slot, Source } from '../../model/endpoints/Paging';
import { type FieldPart, fieldParams, fieldPartOf } from '../../model/endpoints/writePart';

/** What an endpoint says beside its scheme. */
export interface Description {
  readonly method: 'GET' | 'POST';
  readonly fields?: Props;
  readonly items?: Source;
  readonly records?: string;
  readonly pageSize?: Slot;
  readonly snapshot?: Slot;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fieldsIn?: FieldPart;
}

const hasMethod = (u: unknown, name: string): boolean =>
  typeof (Object(u) as Readonly<Record<string, unknown>>)[name] === 'function';

const labels = (slots: ReadonlyArray<Slot>): ReadonlyArray<string> => slots.map(({ label }) => label);

/** What contradicts itself in a description, or the slots of its scheme; undefined: nothing. */
export const descriptionProblem = (description: Description, cursors: ReadonlyArray<Slot>): string | undefined => {
  const { method, fields = {}, items, records, pageSize, snapshot, headers = {} } = description;
  if (items !== undefined && !hasMethod(items, 'read')) return "items must be a source, such as at('data')";
  if (!['whole', 'properties', undefined].includes(records)) return "records must be 'whole' or 'properties'";
  const own = [pageSize, snapshot].filter((slot) => slot !== undefined);
  if (!own.every((slot) => hasMethod(slot, 'write'))) {
    return "pageSize and snapshot must be slots, such as query('limit')";
  }
  const { fieldsIn = fieldPartOf(method) } = description;
  const slots = [...own, ...cursors];
  if (method === 'GET' && [fieldsIn, ...slots.map(({ part }) => part)].includes('body')) {
    return 'a GET has no body; use POST, or put it into the query string or a header';
  }
  const sent = Object.entries(fields).map(([name, type]) => `${fieldsIn} ${sentAs(name, type)}`);
  const clash = repeated(labels(slots)) ?? repeated([...sent, ...labels(own)]);
  if (clash !== undefined) return `two things go to the same slot: ${clash}`;
  const header = Object.entries(headers).find((entry) => !isHeader(entry));
  return header && `the header ${header[0]} cannot be sent`;
};

/** What a description that is right says beside its scheme. */
export const readDescription = ({ method, records, ...rest }: Description): Omit<Paged, 'scheme'> => {
  const { fields = {}, fieldsIn = fieldPartOf(method), pageSize, snapshot, headers = {} } = rest;
  return {
    pageSize: pageSize !== undefined,
    snapshot: snapshot !== undefined,
    isWhole: records !== 'properties',
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    params: {
      ...fieldParams(fields, fieldsIn),
      ...(pageSize && { pageSize: [PageSize, pageSize.write] }),
      ...(snapshot && { snapshot: [Snapshot, snapshot.write] }),
    },
  };
};
