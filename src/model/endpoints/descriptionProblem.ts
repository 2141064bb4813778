import type * as t from 'io-ts';
import { isHeader } from '../http';
import { sentAs } from '../scheme/named';
import type { Paging, Slot, Source } from '../scheme/Paging';
import { isTemplate, placeholders } from './path';

import { isReserved } from './walkOptionTypes';

/** A description as JavaScript lets it be written. */
interface Description {
  readonly method: string;
  readonly path: string;
  readonly fields?: t.Props;
  readonly revision?: string;
  readonly paging?: Paging;
  readonly items?: Source;
  readonly records?: string;
  readonly pageSize?: Slot | boolean | undefined;
  readonly snapshot?: Slot | boolean | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fieldsIn?: string;
}

const hasMethod = (u: unknown, name: string): boolean =>
  typeof (Object(u) as Readonly<Record<string, unknown>>)[name] === 'function';

const isSlot = (u: unknown): u is Slot => hasMethod(u, 'write');

const repeated = (names: ReadonlyArray<string>): string | undefined =>
  names.find((name, index) => names.indexOf(name) !== index);

/** What a description of a revision must not say. */
const ofRevision = (description: Description): string | undefined => {
  const { revision = '' } = description;
  if (!['1.0', '2.0'].includes(revision)) return "say paging, or the revision '1.0' or '2.0'";
  const foreign = (['items', 'records', 'headers', 'fieldsIn'] as const).find(
    (name) => description[name] !== undefined,
  );
  if (foreign !== undefined) return `${foreign} goes with paging, not with a revision`;
  const slot = (['pageSize', 'snapshot'] as const).find((name) => isSlot(description[name]));
  if (slot !== undefined) return `${slot} is true or false with a revision`;
  return revision === '2.0' && description.snapshot ? 'revision 2.0 has no snapshot parameter' : undefined;
};

/** What is wrong with the scheme of a description, and with all that goes with it. */
const ofPaging = (description: Description, paging: Paging): string | undefined => {
  const { method, fields = {}, items, records, headers = {}, fieldsIn } = description;
  if (!('scheme' in Object(paging))) return "paging must be a scheme, such as byLink(link('next'))";
  if (paging.problem !== undefined) return paging.problem;
  if (items !== undefined && !hasMethod(items, 'read')) return "items must be a source, such as at('data')";
  if (records !== undefined && !['whole', 'properties'].includes(records))
    return "records must be 'whole' or 'properties'";
  const own = [description.pageSize, description.snapshot].filter((slot) => slot !== undefined);
  if (!own.every(isSlot)) return "pageSize and snapshot must be slots, such as query('limit')";
  const slots = [...own, ...paging.slots];
  if (method === 'GET' && (fieldsIn === 'body' || slots.some(({ part }) => part === 'body'))) {
    return 'a GET has no body; use POST, or put it into the query string or a header';
  }
  const part = fieldsIn === 'query' || method === 'GET' ? 'query' : 'body';
  const sent = Object.entries(fields).map(([name, type]) => `${part} ${sentAs(name, type)}`);
  const clash = repeated([...slots.map(({ label }) => label)]) ?? repeated([...sent, ...own.map(({ label }) => label)]);
  if (clash !== undefined) return `two things go to the same slot: ${clash}`;
  const header = Object.entries(headers).find((entry) => !isHeader(entry));
  return header && `the header ${header[0]} cannot be sent`;
};

/** What contradicts itself in a description; undefined: nothing. */
export const problemOf = (description: object): string | undefined => {
  const { path, fields = {}, revision, paging } = description as Description;
  const names = [...placeholders(path), ...Object.keys(fields)];
  const clash = names.find(isReserved) ?? repeated(names);
  if (clash !== undefined) return `the name ${clash} is taken`;
  if (!isTemplate(path)) return `the path ${path} is not a template`;
  if (paging !== undefined && revision !== undefined) return 'say paging or a revision, not both';
  return paging === undefined ? ofRevision(description as Description) : ofPaging(description as Description, paging);
};
