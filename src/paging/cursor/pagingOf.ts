import { type Either, filterOrElse, isLeft, isRight, left, right } from 'fp-ts/Either';
import { type Option, isNone, isSome, none, some, tryCatch } from 'fp-ts/Option';
import { UnknownRecord } from 'io-ts';
import { type AnyDescription, repeated } from '../../model/endpoints/EndpointDescription';
import { fieldParams, fieldPartOf, sentAs, writePart } from '../../model/endpoints/fields';
import {
  type Answer,
  type Broken,
  copyOf,
  type Draft,
  type Envelope,
  type NextPage,
  type Paged,
  type Paging,
  type Params,
  type Part,
  type Scheme,
  type Slot,
  type Source,
} from '../../model/endpoints/Paging';
import { codecOption, pageSizeParam, snapshotParam } from '../../model/endpoints/walkOptionTypes';
import { messageIn } from '../../model/errors/messageIn';
import { secretsInQuery } from '../../model/errors/secretParameter';
import type { BrokenRule, PageFailure } from '../../model/errors/WalkError';
import { isHeader, readHeaders } from '../../model/http';
import { parseExact } from '../../model/json/parseExact';
import { readItem } from '../../model/records/ObjectRecord';
import { type PageToken, tooLong } from '../../model/PageToken';
import { at } from '../parts/at';
import { deltaOf, deltaParam } from './deltaOf';
import { doubtsOf } from './doubtsOf';
import type { LookElsewhere } from './elsewhere';
import { isAbsent, wrong } from './signals';

/** What a page says beside the next one: the sources at which it has nothing, and how many objects and pages there are. */
type Beside = Pick<Envelope, 'unseen' | 'total' | 'last'>;

/** What a page says about the next one; a Left is not a page that the walk can emit. */
export type Next<C> = Either<PageFailure, Following<C>>;

interface Following<C> extends Beside {
  readonly next: Either<Broken, Option<C>>;
  /** Its items are those of the page before, and not of another page. */
  readonly repeats?: boolean;
  /** Where to look for a next page, if it is the last one only because it names none where the scheme looks. */
  readonly doubt?: LookElsewhere | undefined;
}

export const goesOn = <C>(cursor: C, beside?: Beside): Next<C> => right({ next: right(some(cursor)), ...beside });
export const lastPage = (beside?: Omit<Following<never>, 'next'>): Next<never> =>
  right({ next: right(none), ...beside });
export const breaks = (rule: BrokenRule, beside?: Beside): Next<never> => right({ next: left({ rule }), ...beside });

export type Refuse = Parameters<NonNullable<Scheme['begin']>>[1];

/** A scheme that lacks only what the rest of a description says. */
export interface PagingParts<In extends Part> extends Omit<
  Scheme,
  'read' | 'begin' | 'doubts' | 'wordsIn' | 'bodyOf' | 'secretsOf'
> {
  /** What no error may repeat of a token, by default all of it. `asked` is the address of request 1. */
  readonly secretsOf?: (pageToken: PageToken, asked: string) => ReadonlyArray<string>;
  /** The same for a walk whose first request is this. */
  readonly begin?: (draft: Draft, refuse: Refuse) => PagingParts<In>;
  /** Whether the path and the query of any link are asked for at the base address. */
  readonly anyOrigin?: boolean;
  /** Where cursors are written to, as far as the scheme says so beforehand. */
  readonly slots?: ReadonlyArray<Slot<In>>;
  readonly problem?: string | undefined;
  readonly next: (answer: Answer, items: ReadonlyArray<unknown>, before: Option<PageToken>) => Next<PageToken>;
}

type Description = AnyDescription<Slot>;

const hasMethod = (u: unknown, name: string): boolean =>
  typeof (Object(u) as Readonly<Record<string, unknown>>)[name] === 'function';

const labels = (slots: ReadonlyArray<Slot>): ReadonlyArray<string> => slots.map(({ label }) => label);

/** What contradicts itself in a description, or the slots of its scheme; undefined: nothing. */
const problemIn = (description: Description, cursors: ReadonlyArray<Slot>): string | undefined => {
  const { method, fields = {}, items, records = 'whole', errors, pageSize, snapshot, headers = {} } = description;
  const { fieldsIn = fieldPartOf(method), checkEnd = true, delta } = description;
  const bodyAs: string = description.bodyAs ?? 'json';
  if (items !== undefined && !hasMethod(items, 'read')) return "items must be a source, such as at('data')";
  if (errors !== undefined && !hasMethod(errors, 'read')) return "errors must be a source, such as at('errors')";
  if (records !== 'whole' && records !== 'properties' && !hasMethod(records, 'read')) {
    return "records must be 'whole', 'properties' or a source, such as at('attributes')";
  }
  if (typeof checkEnd !== 'boolean') return 'checkEnd must be true or false';
  if (bodyAs !== 'json' && (bodyAs !== 'form' || method === 'GET')) return "bodyAs must be 'json', or 'form' of a POST";
  const own = [pageSize, snapshot].filter((slot) => slot !== undefined);
  if (!own.every((slot) => hasMethod(slot, 'write') && slot.label !== slot.part)) {
    return "pageSize and snapshot must be slots with a name, such as query('limit')";
  }
  if (
    delta !== undefined &&
    !(hasMethod(delta.from, 'read') && (delta.to === undefined || hasMethod(delta.to, 'write')))
  ) {
    return "delta must have a source and may have a slot, such as { from: at('deltaLink') } or { from, to: query('since') }";
  }
  const deltaSlots = delta?.to ? [delta.to] : [];
  const slots = [...own, ...cursors];
  if (method === 'GET' && [fieldsIn, ...[...slots, ...deltaSlots].map(({ part }) => part)].includes('body')) {
    return 'a GET has no body; use POST, or put it into the query string or a header';
  }
  const sent = Object.entries(fields).map(([name, type]) => `${fieldsIn} ${sentAs(name, type)}`);
  const clash = repeated(labels(slots)) ?? repeated([...sent, ...labels([...own, ...deltaSlots])]);
  if (clash !== undefined) return `two things go to the same slot: ${clash}`;
  const header = Object.entries(headers).find((entry) => !isHeader(entry));
  return header && `the header ${header[0]} cannot be sent`;
};

const itemParams: Params = {
  codec: codecOption,
  properties: { problemOf: (u) => (u === undefined ? '' : 'is not a parameter of this endpoint: use codec') },
};

/** How the items of a page are read: each is the object, or has it at a source. */
const readerAt =
  (records: Source | 'whole'): NonNullable<Paged['readerOf']> =>
  (codec) =>
    records === 'whole'
      ? readItem(codec)
      : readItem(codec, records.label, (body) =>
          records.read({ body, headers: {}, status: 200, request: { url: '' } }),
        );

/** The fields of a body as a form; of a list each item. A form has no null, and such a field is not sent. */
const formOf = (fields: Draft['body']): string =>
  Array.from(fields.values(), (field) =>
    Object.entries(parseExact(`{${field}}`) as object).map(([name, value]) =>
      writePart('query', name, value ?? undefined),
    ),
  )
    .flat()
    .filter((text) => text !== '')
    .join('&');

const isForm = (fields: Draft['body']): boolean => isSome(tryCatch(() => formOf(fields)));

const formContentType = { 'content-type': 'application/x-www-form-urlencoded' };

/** Whether something at the source of errors says that there is one. */
const isSaid = (errors: unknown): boolean =>
  Boolean(errors) && (typeof errors !== 'object' || Object.keys(Object(errors) as object).length > 0);

/** What is said there: a text itself, or in it as in the body of an error; of a list, in its first entry (law 33). */
const wordsIn = (errors: unknown): string | undefined => {
  const entry = Array.isArray(errors) ? (errors[0] as unknown) : errors;
  return typeof entry === 'string' && entry ? entry : messageIn(entry, 'info');
};

/** What is known of a walk when its first request is. */
interface Begun {
  readonly isFromMiddle: boolean;
  readonly readDelta?: ReturnType<typeof deltaOf>['read'] | undefined;
  /** What is secret of the token that it asks from. */
  readonly secrets: ReadonlyArray<string>;
}

const schemeOf = (
  parts: PagingParts<Part>,
  description: Description,
  { isFromMiddle, readDelta, secrets }: Begun = { isFromMiddle: false, secrets: [] },
): Scheme => {
  const { next, begin, slots = [], anyOrigin = false, ...rest } = parts;
  const { items = at('data'), errors, bodyAs, checkEnd = true, delta } = description;
  /** What a function of the user's throws comes again with the request. */
  const fitsForm = (token: PageToken): boolean => {
    const draft = scratch();
    return isNone(tryCatch(() => rest.write(draft, some(token)))) || isForm(draft.body);
  };
  const fits = (write: (draft: Draft) => void): boolean => {
    const draft = scratch();
    return isSome(tryCatch(() => write(draft))) && (bodyAs !== 'form' || isForm(draft.body));
  };
  const problemOf: Scheme['problemOf'] = (token) =>
    tooLong(token) ??
    rest.problemOf(token) ??
    (bodyAs !== 'form' || fitsForm(token) ? undefined : 'cannot be part of a form');
  const sendable = filterOrElse(
    (token: Option<PageToken>) => isNone(token) || problemOf(token.value) === undefined,
    (): Broken => ({ rule: 'UnsendableToken' }),
  );
  return {
    ...rest,
    // What a place belongs to is a text that the label ends.
    label: ` ${rest.label}`,
    problemOf,
    secretsOf: (token, asked) =>
      isSome(token) ? (rest.secretsOf?.(token.value, asked) ?? [token.value]) : [...secretsInQuery(asked), ...secrets],
    doubts: (isResumed) => doubtsOf(isResumed, isFromMiddle),
    begin: (draft, refuse) => {
      for (const slot of delta?.to ? [...slots, delta.to] : slots) {
        try {
          if (slot.label !== slot.part) slot.write(copyOf(draft), 0);
        } catch (error) {
          refuse(slot.label, `cannot be written: ${(error as Error).message}`);
        }
      }
      for (const [name, field] of bodyAs === 'form' ? draft.body : []) {
        if (!isForm(new Map([[name, field]]))) refuse(name, 'cannot be written as a form');
      }
      const tokens = delta && deltaOf(delta, description.name, anyOrigin, draft, fits);
      const secret = tokens?.begin(refuse) ?? [];
      const begunAt = slots.filter(({ label, part }) => label !== part).map((slot) => slot.valueIn(draft));
      return schemeOf({ ...(begin?.(draft, refuse) ?? parts), anyOrigin }, description, {
        isFromMiddle: draft.delta !== undefined || !begunAt.every(isAbsent),
        readDelta: tokens?.read,
        secrets: secret,
      });
    },
    ...(errors && { wordsIn: (answer) => wordsIn(errors.read(answer)) }),
    ...(bodyAs === 'form' && { bodyOf: formOf }),
    read: (asked, before) => {
      const answer = isSome(before) ? { ...asked, isLater: true } : asked;
      const error = errors?.read(answer);
      if (isSaid(error)) {
        const message = wordsIn(error);
        return left({ _tag: 'HttpFailure', status: answer.status, ...(message !== undefined && { message }) });
      }
      const found = items.read(answer);
      // Some services leave out an empty list. One that says something instead responds with an error.
      const isLeftOut = found === undefined && answer.isLater && messageIn(answer.body) === undefined;
      const data = isLeftOut ? [] : found;
      if (!Array.isArray(data)) return wrong(items, 'an array', data);
      const said = next(answer, data, before);
      if (isLeft(said)) return said;
      const { next: following, repeats, unseen, total, last, doubt } = said.right;
      const changes: ReturnType<NonNullable<typeof readDelta>> = readDelta?.(answer) ?? right({});
      if (isLeft(changes)) return changes;
      const { broken, ...token } = changes.right;
      const { at: elsewhere, totals } = (checkEnd ? doubt?.(answer, items, delta?.from) : undefined) ?? {};
      const usable = (page: NextPage): NextPage => (broken && isRight(page) ? left(broken) : page);
      const others = items.others ? items.others(answer) : answer.body;
      return right({
        data: repeats ? [] : data,
        next: elsewhere === undefined ? usable(sendable(following)) : left({ rule: 'MoreElsewhere', at: elsewhere }),
        fields: UnknownRecord.is(others) ? others : {},
        unseen,
        total,
        last,
        totals,
        ...token,
      });
    },
  };
};

export const scratch = (): Draft => ({ method: 'POST', path: '', query: new Map(), body: new Map(), headers: {} });

/** What a description that is right says beside its scheme. */
const readDescription = ({ method, records = 'whole', ...rest }: Description): Omit<Paged, 'scheme'> => {
  const { fields = {}, fieldsIn = fieldPartOf(method), pageSize, snapshot, headers = {}, bodyAs, delta } = rest;
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

/** Makes a paging of all that is special to a scheme: it becomes a scheme when the rest of an endpoint is known. */
export const pagingOf = <In extends Part>(parts: PagingParts<In>): Paging<In> => {
  const paging: Omit<Paging<In>, '~paging'> = {
    describe: (given) => {
      const description = given as Description;
      const said = parts.problem ?? problemIn(description, parts.slots ?? []);
      if (said !== undefined) return left(said);
      const scheme = schemeOf(parts, description);
      const { headers = {}, method } = description;
      const problems: Array<string> = [];
      scheme.begin?.({ ...scratch(), method, headers: readHeaders(headers) }, (...of) => problems.push(of.join(' ')));
      const [problem] = problems;
      return problem === undefined ? right({ scheme, ...readDescription(description) }) : left(problem);
    },
  };
  return paging as Paging<In>;
};
