import { left, right } from 'fp-ts/Either';
import { type Option, none, some } from 'fp-ts/Option';
import { type Props, UnknownRecord } from 'io-ts';
import { repeated } from '../../model/endpoints/descriptionProblem';
import { sentAs } from '../../model/endpoints/named';
import type { Answer, Draft, Paged, Paging, Part, Scheme, Slot, Source } from '../../model/endpoints/Paging';
import { PageSize, Snapshot } from '../../model/endpoints/walkOptionTypes';
import { type FieldPart, fieldParams, fieldPartOf, writePart } from '../../model/endpoints/writePart';
import { messageIn } from '../../model/errors/messageIn';
import { type BrokenRule, type PageFailure, unreadable } from '../../model/errors/WalkError';
import { isHeader } from '../../model/http';
import { parseExact } from '../../model/json/parseExact';
import { type PageToken, tooLong } from '../../model/PageToken';
import { at } from '../parts/at';
import { problemAt } from './signals';

/** What a page says about the next one. `unseen` are the sources at which it has nothing. */
export type Next<C> =
  | { readonly _tag: 'GoesOn'; readonly cursor: C; readonly unseen?: ReadonlyArray<string> | undefined }
  | { readonly _tag: 'Last'; readonly unseen?: ReadonlyArray<string> | undefined }
  | { readonly _tag: 'Breaks'; readonly rule: BrokenRule }
  /** It is not a page that the walk can emit. */
  | { readonly _tag: 'Fails'; readonly failure: PageFailure };

export const goesOn = <C>(cursor: C, unseen?: ReadonlyArray<string>): Next<C> => ({ _tag: 'GoesOn', cursor, unseen });
export const lastPage = (unseen?: ReadonlyArray<string>): Next<never> => ({ _tag: 'Last', unseen });
export const breaks = (rule: BrokenRule): Next<never> => ({ _tag: 'Breaks', rule });
export const fails = (failure: PageFailure): Next<never> => ({ _tag: 'Fails', failure });

/** A scheme that lacks only what the rest of a description says. */
export interface PagingParts<In extends Part> extends Omit<Scheme, 'read' | 'wordsIn' | 'bodyOf'> {
  /** Where cursors are written to, as far as the scheme says so beforehand. */
  readonly slots?: ReadonlyArray<Slot<In>>;
  /** Why the description of the scheme cannot be right. */
  readonly problem?: string | undefined;
  readonly next: (answer: Answer, items: ReadonlyArray<unknown>, before: Option<PageToken>) => Next<PageToken>;
}

/** What an endpoint says beside its scheme. */
interface Description {
  readonly method: 'GET' | 'POST';
  readonly fields?: Props;
  readonly items?: Source;
  readonly records?: string | Source;
  readonly errors?: Source;
  readonly pageSize?: Slot;
  readonly snapshot?: Slot;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fieldsIn?: FieldPart;
  readonly bodyAs?: string;
}

const hasMethod = (u: unknown, name: string): boolean =>
  typeof (Object(u) as Readonly<Record<string, unknown>>)[name] === 'function';

const labels = (slots: ReadonlyArray<Slot>): ReadonlyArray<string> => slots.map(({ label }) => label);

/** What contradicts itself in a description, or the slots of its scheme; undefined: nothing. */
const problemIn = (description: Description, cursors: ReadonlyArray<Slot>): string | undefined => {
  const { method, fields = {}, items, records = 'whole', errors, pageSize, snapshot, headers = {} } = description;
  const { bodyAs = 'json', fieldsIn = fieldPartOf(method) } = description;
  if (items !== undefined && !hasMethod(items, 'read')) return "items must be a source, such as at('data')";
  if (errors !== undefined && !hasMethod(errors, 'read')) return "errors must be a source, such as at('errors')";
  if (records !== 'whole' && records !== 'properties' && !hasMethod(records, 'read')) {
    return "records must be 'whole', 'properties' or a source, such as at('attributes')";
  }
  if (bodyAs !== 'json' && (bodyAs !== 'form' || method === 'GET')) return "bodyAs must be 'json', or 'form' of a POST";
  const own = [pageSize, snapshot].filter((slot) => slot !== undefined);
  if (!own.every((slot) => hasMethod(slot, 'write') && slot.label !== slot.part)) {
    return "pageSize and snapshot must be slots with a name, such as query('limit')";
  }
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

/** An item whose properties are at a source, as a record: what else it has stays beside them. */
const recordAt = (source: Source, item: unknown): unknown => {
  const properties = source.read({ body: item, headers: {}, status: 200, request: { url: '' } });
  // A label of one name is that of the properties themselves. What lies deeper has other fields around it, which stay.
  const others = Object.entries(Object(item) as object).filter(([name]) => name !== source.label);
  return { ...Object.fromEntries<unknown>(others), properties };
};

/** The fields of a body as a form; of a list each item. */
const formOf = (fields: Draft['body']): string =>
  Array.from(fields.values(), (field) =>
    Object.entries(parseExact(`{${field}}`) as object).map(([name, value]) => writePart('query', name, value)),
  )
    .flat()
    .join('&');

const withoutBody = { 'content-type': 'application/x-www-form-urlencoded' };

/** Whether something at the source of errors says that there is one. */
const isSaid = (errors: unknown): boolean =>
  Boolean(errors) && (typeof errors !== 'object' || Object.keys(Object(errors) as object).length > 0);

/** What is said there: a text itself, or in it as in the body of an error; of a list, in its first entry (law 33). */
const wordsIn = (errors: unknown): string | undefined => {
  const entry = Array.isArray(errors) ? (errors[0] as unknown) : errors;
  return typeof entry === 'string' && entry ? entry : messageIn(entry, 'info');
};

const schemeOf = (
  { next, ...rest }: PagingParts<Part>,
  { items = at('data'), errors, bodyAs }: Description,
): Scheme => {
  const problemOf: Scheme['problemOf'] = (token) => tooLong(token) ?? rest.problemOf(token);
  return {
    ...rest,
    // What a place belongs to is a text that the label ends.
    label: ` ${rest.label}`,
    problemOf,
    ...(errors && { wordsIn: (answer) => wordsIn(errors.read(answer)) }),
    ...(bodyAs === 'form' && { bodyOf: formOf }),
    read: (answer, before) => {
      const said = errors?.read(answer);
      if (isSaid(said)) {
        const message = wordsIn(said);
        return left({ _tag: 'HttpFailure', status: answer.status, ...(message !== undefined && { message }) });
      }
      const data = items.read(answer);
      if (!Array.isArray(data)) return unreadable([problemAt(items, 'an array', data)]);
      const found = next(answer, data, before);
      if (found._tag === 'Fails') return left(found.failure);
      items.drop?.(answer);
      const page = { data, fields: UnknownRecord.is(answer.body) ? answer.body : {} };
      if (found._tag === 'Breaks') return right({ ...page, next: left(found.rule) });
      const seen = found.unseen?.length ? { ...page, unseen: found.unseen } : page;
      if (found._tag === 'Last') return right({ ...seen, next: right(none) });
      return right({
        ...seen,
        next: problemOf(found.cursor) === undefined ? right(some(found.cursor)) : left('UnsendableToken'),
      });
    },
  };
};

const lowerCased = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** What a description that is right says beside its scheme. */
const readDescription = ({ method, records = 'whole', ...rest }: Description): Omit<Paged, 'scheme'> => {
  const { fields = {}, fieldsIn = fieldPartOf(method), pageSize, snapshot, headers = {}, bodyAs } = rest;
  return {
    pageSize: pageSize !== undefined,
    snapshot: snapshot !== undefined,
    isWhole: records === 'whole',
    ...(records === 'whole' && { recordOf: (properties) => ({ properties }) }),
    ...(typeof records === 'object' && { recordOf: (item) => recordAt(records, item) }),
    headers: { ...(bodyAs === 'form' && withoutBody), ...lowerCased(headers) },
    params: {
      ...fieldParams(fields, fieldsIn),
      ...(pageSize && { pageSize: [PageSize, pageSize.write] }),
      ...(snapshot && { snapshot: [Snapshot, snapshot.write] }),
    },
  };
};

/** Makes a paging of all that is special to a scheme: it becomes a scheme when the rest of an endpoint is known. */
export const pagingOf = <In extends Part>(parts: PagingParts<In>): Paging<In> => {
  const paging: Omit<Paging<In>, '~paging'> = {
    describe: (given) => {
      const description = given as Description;
      const problem = parts.problem ?? problemIn(description, parts.slots ?? []);
      return problem === undefined
        ? right({ scheme: schemeOf(parts, description), ...readDescription(description) })
        : left(problem);
    },
  };
  return paging as Paging<In>;
};
