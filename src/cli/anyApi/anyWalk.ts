import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as t from 'io-ts';
import { map } from 'rxjs';
import {
  type Client,
  endpoint,
  type Endpoint,
  type Mark,
  type ObjectRecord,
  type Page,
} from '../../index';
import { parseExact } from '../../model/json/parseExact';
import { writeExact } from '../../model/json/writeExact';
import type { Answer, Source } from '../../model/paging/sources';
import type { Param, Params, Scheme } from '../../model/paging/scheme';
import type { Slot } from '../../model/paging/draft';
import { moreNames, otherMoreNames, plainName } from './names';
import type { PageFailure } from '../../model/errors/WalkError';
import { isAbsent } from '../../paging/compile/signals';
import { at, body as bodySlot, type Paging, query as querySlot } from '../../paging';
import { fieldWriter } from '../../model/endpoints/fields';
import { type Checked, misuse, reasonOf } from '../terminal/Complaint';
import type { Texts } from '../options/Option';
import type { Marking } from '../options/readers';
import type { schemeOptions } from '../options/tables';
import type { Walk } from '../walk/walks';
import { type Address, plainHeaders } from './address';
import { beginsAt, isObject } from './firstResponse';
import { errorIn, errorText, type ErrorWords } from './errorWords';
import { recognise } from './recognise';
import { partsOf, readScheme, saidOf, type SchemeFlags } from './SchemeFlags';

/** What options name that a service may leave out, and what it means then. */
const leftOut = {
  items: 'the list of an empty page',
  more: 'what is false',
  last: 'what it does not know',
  total: 'what it does not know',
} as const;

/** The options that allow what a response lacks. */
const remarksOn = (
  flags: Pick<SchemeFlags, keyof typeof leftOut>,
  texts: Texts<typeof schemeOptions>,
  failure: Extract<PageFailure, { readonly _tag: 'InvalidEnvelope' }>,
): ReadonlyArray<string> =>
  (['items', 'more', 'last', 'total'] as const).flatMap((name) => {
    const isMissing = failure.problems.some(
      ({ at: where, message }) =>
        where === flags[name]?.label && /^is (missing|null): if /.test(message),
    );
    return isMissing
      ? [`if the service leaves out ${leftOut[name]}, give --${name} '${texts[name] ?? ''}?'`]
      : [];
  });

/**
 * A walk whose first response is looked at before it is read: what names its next page may be anywhere in it (law 32). The last
 * one is looked at for an error, and for what it lacks.
 */
export const watchFirst = (
  walk: Walk,
  look: (answer: Answer) => string | undefined,
  flags: SchemeFlags = {},
  texts: Texts<typeof schemeOptions> = {},
): Walk => {
  let next: string | undefined;
  let isSeen = false;
  let error: ErrorWords | undefined;
  let remarks: ReadonlyArray<string> = [];
  const watched = (scheme: Scheme): Scheme => ({
    ...scheme,
    ...(scheme.begin && { begin: (...first) => watched(scheme.begin?.(...first) ?? scheme) }),
    read: (answer, before) => {
      if (!isSeen) next = look(answer);
      isSeen = true;
      const page = scheme.read(answer, before);
      const failure =
        E.isLeft(page) && page.left._tag === 'InvalidEnvelope' ? page.left : undefined;
      const isGuess = failure?.problems.some(({ message }) =>
        message.includes('seems to be an error'),
      );
      const found = failure && !isGuess && errorIn(answer.body);
      // The failure itself has the words of the service, if they are where most services have them.
      error = found ? (failure.message === undefined ? found : { ...found, words: '' }) : undefined;
      remarks = failure && failure.message === undefined ? remarksOn(flags, texts, failure) : [];
      return page;
    },
  });
  const watching = (client: Client): Client => ({
    ...client,
    pages: (endpoint, params) =>
      client.pages({ ...endpoint, scheme: watched(endpoint.scheme) }, params),
  });
  return {
    ...walk,
    nextElsewhere: () => next,
    remarks: (gate) =>
      error ? [errorText(error, gate)] : remarks.map((remark) => gate.said(remark, true)()),
    pages: (client, valve, place, mark) => {
      // A walk that was resumed does not know what others have seen, and another walk may have asked for something else.
      [isSeen, next] = [place !== undefined, undefined];
      return walk.pages(watching(client), valve, place, mark);
    },
  };
};

/** Where to walk, and the body that every request has, its integers as they were written; without one they are GETs. */
export interface Target {
  readonly address: Address;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** Reads `--body`: a JSON object, or the file that has it behind an @. No message repeats it: it may hold a secret. */
export const readTarget = async (
  address: Address,
  { body: given }: SchemeFlags,
): Promise<Checked<Target>> => {
  if (given === undefined) return E.right({ address, body: undefined });
  const file = given.startsWith('@') ? given.slice(1) : undefined;
  try {
    const text = file === undefined ? given : await readFile(file, 'utf8');
    const body = O.toUndefined(O.tryCatch(() => parseExact(text)));
    return isObject(body)
      ? E.right({ address, body })
      : E.left(misuse(`${file ?? '--body'} must be a JSON object, such as {"limit":100}`));
  } catch (error) {
    return E.left(misuse(`cannot read ${file ?? ''}: ${reasonOf(error)}`));
  }
};

/** Something that every request carries, whatever the params of a walk are. A place belongs to it. */
const fixed = (
  { label, write }: Pick<Slot, 'label' | 'write'>,
  value: unknown,
): [string, Param] => [label, { write: (draft) => write(draft, value) }];

const fixedParams = ({ address, body = {} }: Target): Params =>
  Object.fromEntries([
    ...Array.from(address.query, ([name, values]) =>
      fixed({ label: querySlot(name).label, write: fieldWriter('query', name) }, values),
    ),
    ...Object.entries(body).map(([name, value]) => fixed(bodySlot(name), value)),
  ]);

/** An endpoint whose params are strings, and perhaps a page size. */
type WalkedEndpoint = Endpoint<string, Endpoint['fields'], true>;

type WalkFlags = SchemeFlags & { readonly mark?: Marking };

export const endpointAt = (
  target: Target,
  described: { readonly paging: Paging; readonly items: Source; readonly flags: WalkFlags },
): Checked<WalkedEndpoint> => {
  const { address, body } = target;
  const { flags, paging, items } = described;
  const slots = [...partsOf(flags), ...(flags.mark ? [flags.mark.to] : [])];
  const { method = body === undefined ? 'GET' : 'POST' } = flags;
  if (method === 'GET' && (body !== undefined || slots.some(({ part }) => part === 'body'))) {
    return E.left(
      misuse('body:PATH goes with --body, which makes a POST of every request: a GET has no body'),
    );
  }
  const carried = fixedParams(target);
  const pageSize = flags.pageSize?.to;
  if (pageSize !== undefined && pageSize.label in carried) {
    return E.left(
      misuse(
        `--page-size and the request itself both have ${pageSize.label}: leave one of them out`,
      ),
    );
  }
  const headers = plainHeaders(flags.header);
  if (E.isLeft(headers)) return headers;
  return pipe(
    E.tryCatch(
      () =>
        endpoint({
          name: 'walk',
          method,
          path: address.path as `/${string}`,
          paging,
          items,
          headers: headers.right,
          ...(pageSize && { pageSize: pageSize as never }),
          ...(flags.errors && { errors: flags.errors }),
          ...(flags.checkEnd === false && { checkEnd: false }),
          ...(flags.form === true && { bodyAs: 'form' as const }),
        }) as WalkedEndpoint,
      (error) => misuse((error as Error).message.replace('endpoint walk: ', '')),
    ),
    // What the options write comes last: it may go into what the request has already.
    E.map((made) => ({ ...made, params: { ...carried, ...made.params } })),
  );
};

/** What a bookmark keeps of what may hold a secret. */
const digestOf = (value: unknown): string | null =>
  value === undefined
    ? null
    : createHash('sha256')
        .update(writeExact(value) ?? '')
        .digest('base64url');

/** The endpoint, asked for what is new: in place of what the address says there. */
const asking = (
  described: WalkedEndpoint,
  to: Slot | undefined,
  mark: Mark | undefined,
): WalkedEndpoint =>
  to === undefined || mark === undefined
    ? described
    : { ...described, params: { ...described.params, ...Object.fromEntries([fixed(to, mark)]) } };

/** A page whose items are records, as those of the other commands: files of earlier runs know them by a digest of that. */
const asRecords = ({ data, ...page }: Page<unknown>): Page<ObjectRecord> => ({
  ...page,
  data: data.map(E.map((item) => ({ properties: item as ObjectRecord['properties'] }))),
});

/** What is said where `--more` is false beside a cursor, and is not called like whether there is more: it may say the end. */
const inverseIn = (
  { more, cursor: [cursor] = [] }: SchemeFlags,
  texts: Texts<typeof schemeOptions>,
  answer: Answer,
): string | undefined => {
  const { more: flag = '', cursor: [place = ''] = [] } = texts;
  const isInverse =
    more?.read(answer) === false &&
    ![moreNames, otherMoreNames].some((names) =>
      names.test(plainName(flag.replace(/^.*[./:]|\?$/g, ''))),
    );
  return isInverse && cursor && !isAbsent(cursor.read(answer))
    ? `false at ${flag} and a cursor at ${place} (if ${flag} is true on the last page, give --last ${flag})`
    : undefined;
};

/** `pagewalk walk`: any paginated API, as the options describe it. */
export const anyWalk = (
  target: Target,
  flags: WalkFlags,
  texts: Texts<typeof schemeOptions>,
): Checked<Walk> => {
  const paging = readScheme(flags);
  if (E.isLeft(paging)) return paging;
  const { address, body } = target;
  const request = { query: address.query, sent: body };
  const lookAt = (answer: Answer) =>
    flags.checkEnd === false
      ? undefined
      : (inverseIn(flags, texts, answer) ?? recognise({ ...answer, ...request }, () => true).next);
  const { pageSize, items = at('data') } = flags;
  return pipe(
    endpointAt(target, { paging: paging.right, items, flags }),
    E.map((described): Walk => ({
      subject: address.name,
      beginsAt: beginsAt(request),
      request: {
        command: 'walk',
        path: address.path,
        ...address.params,
        query: digestOf(address.query.size === 0 ? undefined : [...address.query]),
        body: digestOf(body),
        ...saidOf(texts),
      },
      pages: (client, valve, place, mark) =>
        client
          .pages<WalkedEndpoint, unknown>(asking(described, flags.mark?.to, mark), {
            ...address.params,
            ...(pageSize && { pageSize: pageSize.size }),
            codec: t.unknown,
            readAhead: flags.ahead,
            valve,
            place,
          })
          .pipe(map(E.map(asRecords))),
    })),
    E.map((walk) => watchFirst(walk, lookAt, { ...flags, items }, { items: 'data', ...texts })),
  );
};
