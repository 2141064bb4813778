import * as E from 'fp-ts/Either';
import { defaultIfEmpty, of, skip, take } from 'rxjs';
import type { Page, Transport } from '../../index';
import { limitsIn } from '../../model/errors/limitsIn';
import { isFields } from '../../model/json/Fields';
import { writeExact } from '../../model/json/writeExact';
import { type ClientFlags, clientOf } from '../connection/client';
import type { ServiceConnection } from '../connection/connect';
import type { StreamEnd } from '../endings/StreamEnd';
import { firstValue, refusalOf } from '../endings/tellEnd';
import { readFlags } from '../options/Option';
import { type SchemeName, schemeOptions, type SchemeTexts } from '../options/tables';
import type { PlannedEndpoint } from '../plan/Plan';
import type { SchemeFlags } from '../plan/scheme';
import type { Target } from '../plan/target';
import { walkPlan } from '../plan/walkPlan';
import type { Io } from '../terminal/Io';
import { called, seenAs } from './Evidence';
import { endOptions } from './numberWays';
import { saysEnd } from './PageWay';
import { type Signals, signalsOf } from './signals';
import { optionTexts, type Recognition } from './recognise';
import { countOf, type FirstResponse } from './response';

/** A first response, and what is needed to ask its service for more. */
export interface Probing {
  readonly target: Target;
  readonly flags: ClientFlags & Pick<SchemeFlags, 'form' | 'method' | 'header'>;
  readonly source: Pick<ServiceConnection, 'transport' | 'auth'>;
  readonly response: FirstResponse;
  readonly io: Io;
}

/** What a probe has found. */
export interface Probed {
  /** The way that a second page has proven. */
  readonly way?: Recognition;
  /** How many items of it the first page does not have. */
  readonly others: number;
  /** How many items of the first page it begins with. */
  readonly again?: number | undefined;
  /** How many requests were sent beside the first. */
  readonly sent: number;
  /** Why it has asked for nothing more: a refusal, or an interruption. */
  readonly end?: StreamEnd | undefined;
}

/** Beside the first request. */
const maxRequests = 4;

/** No probe uses up what a service still allows. */
const minAllowed = 10;

/** What a request brought: the keys of the items of a page. A Left with an end says that nothing more should be asked for. */
type Brought = E.Either<StreamEnd | undefined, ReadonlyArray<string>>;

type AskPage = (texts: SchemeTexts, page: 1 | 2) => Promise<Brought>;

const notAPage: Brought = E.left(undefined);

/** What tells an item from others: its id, or all of it. What else it has may change from one request to the next. */
const itemKey = (item: unknown): string => {
  const id = isFields(item) ? item.id : undefined;
  return writeExact(['string', 'number', 'bigint'].includes(typeof id) ? id : item) ?? '';
};

/** A transport that answers the first request with what is known already. */
const replaying = ({ headers, body, url }: FirstResponse, transport: Transport): Transport => {
  let isFirst = true;
  return (request) => {
    if (!isFirst) return transport(request);
    isFirst = false;
    const known = { status: 200, headers, body: writeExact(body) ?? '' };
    return of(E.right(url === undefined ? known : { ...known, url }));
  };
};

/** Statuses with which a service asks to be left alone: of credentials, of payment and of limits. */
const refusals: ReadonlyArray<number> = [401, 402, 403, 429, 503];

/** Whether nothing more should be asked for: the service refuses it, or somebody has interrupted the probe. */
const isOver = (end: StreamEnd): boolean => {
  if (end._tag !== 'Failed' || end.error._tag === 'Unauthorized') return true;
  return refusals.includes(refusalOf(end).status ?? 0);
};

/** Begins where options say, also where the address says itself where to begin. */
const beginningAt = (target: Target, texts: SchemeTexts): readonly [Target, SchemeTexts] => {
  const { address } = target;
  const { first, ...others } = texts;
  const { offset = '' } = others;
  if (first === undefined || !address.query.has(offset)) return [target, texts];
  const query = new Map(address.query).set(offset, [first]);
  return [{ ...target, address: { ...address, query } }, others];
};

/** Asks for page 1 again, or for page 2, as options would. */
const asking =
  ({ target: given, flags, source, response, io }: Probing, onSend: () => void): AskPage =>
  async (options, number) => {
    const [target, texts] = beginningAt(given, options);
    const read = readFlags(schemeOptions, texts);
    if (E.isLeft(read)) return notAPage;
    const { form, method, header } = flags;
    const asked = {
      ...read.right,
      ...(form && { form }),
      ...(method && { method }),
      ...(header && { header }),
    };
    const plan = walkPlan(target, asked, texts);
    if (E.isLeft(plan)) return notAPage;
    const counting: Transport = (request) => {
      onSend();
      return source.transport(request);
    };
    const transport = number === 1 ? counting : replaying(response, counting);
    const { client } = clientOf({ ...source, transport }, { ...flags, attempts: 1 });
    const nothing: E.Either<never, Page<unknown> | undefined> = E.right(undefined);
    const pages = client
      .pages<PlannedEndpoint, unknown>(plan.right.endpoint, plan.right.params)
      .pipe(skip(number - 1), take(1), defaultIfEmpty(nothing));
    const found = await firstValue(pages, io);
    if (E.isLeft(found)) return isOver(found.left) ? found : notAPage;
    return found.right
      ? E.right(found.right.data.filter(E.isRight).map(({ right }) => itemKey(right)))
      : notAPage;
  };

/** What a page brings that is not on page 1, of which it may repeat the end at its beginning; 0 if it does not continue it. */
const othersIn = (first: ReadonlyArray<string>, page: ReadonlyArray<string>): number => {
  const known = new Set(first);
  const begin = page.findIndex((item) => !known.has(item));
  const others = begin < 0 ? [] : page.slice(begin);
  return others.some((item) => known.has(item)) ? 0 : others.length;
};

const isSame = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);

/** How many other items a way brings, and its options, if they have to be others. */
interface Proof {
  readonly others: number;
  readonly again?: number;
  readonly options?: SchemeTexts;
}

/** Asks, at most as often as a probe may, and no more after a refusal. */
interface Attempts {
  readonly ask: (texts: SchemeTexts, page: 1 | 2) => Promise<ReadonlyArray<string> | undefined>;
  readonly sent: () => number;
  readonly mayAsk: () => boolean;
  readonly end: () => StreamEnd | undefined;
}

const metering = (probing: Probing): Attempts => {
  let sent = 0;
  let end: StreamEnd | undefined;
  const mayAsk = (): boolean => end === undefined && sent < maxRequests;
  const ask = asking(probing, () => void (sent += 1));
  return {
    ask: async (texts, page) => {
      if (!mayAsk()) return undefined;
      const brought = await ask(texts, page);
      if (E.isRight(brought)) return brought.right;
      end = brought.left;
      return undefined;
    },
    sent: () => sent,
    mayAsk,
    end: () => end,
  };
};

interface Tried extends Probing {
  readonly first: ReadonlyArray<string>;
  readonly signals: Signals;
  readonly meter: Attempts;
}

/** No other items: it is not proven. */
const unproven: Proof = { others: 0 };

type Proving = (given: Tried, way: Recognition) => Promise<Proof>;

const proofBy = (first: ReadonlyArray<string>, page: ReadonlyArray<string>): Proof => {
  const others = othersIn(first, page);
  return { others, again: page.length - others };
};

const nextPage = async ({ first, meter }: Tried, texts: SchemeTexts): Promise<Proof> =>
  proofBy(first, (await meter.ask(texts, 2)) ?? []);

const isFirst = async ({ first, meter }: Tried, texts: SchemeTexts): Promise<boolean> => {
  const again = await meter.ask(texts, 1);
  return again !== undefined && isSame(first, again);
};

/** Page 2 has to continue page 1. What nobody has named is proven only if page 1 comes again: the list may change by itself. */
const provingNext: Proving = async (given, way) => {
  const texts = optionTexts(way);
  const proof = await nextPage(given, texts);
  const isProven = proof.others > 0 && (way.isNamed || (await isFirst(given, texts)));
  return isProven ? proof : unproven;
};

/** Where page 1 does not say its number, it has to come again when it is asked for by that. */
const provingPage: Proving = async (given, way) => {
  const { first, meter, signals, response } = given;
  const texts = optionTexts(way);
  const { page = '' } = way.options;
  if (signals.page !== undefined) return nextPage(given, texts);
  const numbered = (start: string): SchemeTexts => ({ ...texts, first: start });
  const proof = await nextPage(given, numbered('1'));
  if (proof.others === 0) return unproven;
  const one = await meter.ask(numbered('1'), 1);
  if (one === undefined) return unproven;
  if (isSame(first, one)) return proof;
  const isFromZero = othersIn(first, one) > 0 && (await isFirst(given, numbered('0')));
  if (!isFromZero) return unproven;
  // The last one has the number before that of the pages.
  const ends = endOptions({ ...response, ...signals, response });
  return { ...proofBy(first, one), options: { page, ...ends, first: '0' } };
};

/** Where a page has fewer items than were asked for, though there are more, some are hidden: what an offset counts cannot be seen. */
const isHidden = ({ signals, first }: Tried): boolean => {
  const isShort = (countOf(signals.size?.value) ?? 0) > first.length;
  return isShort && (countOf(signals.total?.value) ?? 0) > first.length;
};

/** The page that begins with the last item of page 1 proves what is counted, and from where. */
const provingOffset: Proving = async (given, way) => {
  const { first, meter, response } = given;
  if (isHidden(given)) return unproven;
  const texts = optionTexts(way);
  const at = (number: number): SchemeTexts => ({ ...texts, first: String(number) });
  const [sent] = called(response.parameters, texts.offset ?? '');
  const begin = countOf(sent?.value) ?? countOf(texts.first) ?? 0;
  const before = first.length > 1 ? await meter.ask(at(begin + first.length - 1), 1) : undefined;
  if (before !== undefined && !isSame(before, first)) {
    const others = othersIn(first, before);
    if (before[0] === first.at(-1)) return { others };
    // No --first goes with an offset in the address.
    const isOneLess = before[0] === first.at(-2) && begin === 0 && sent === undefined;
    const options = { ...way.options, first: '1' };
    return isOneLess && (await isFirst(given, at(1))) ? { others, options } : unproven;
  }
  const isSized =
    seenAs(
      [...response.parameters, ...response.signs],
      ['size'],
      ({ value }) => countOf(value) === first.length,
    ).length > 0;
  if (first.length > 1 && !isSized) return unproven;
  const next = (await meter.ask(at(begin + first.length), 1)) ?? [];
  return next.some((item) => first.includes(item)) ? unproven : { others: next.length };
};

const proofs: Readonly<Partial<Record<SchemeName, Proving>>> = {
  link: provingNext,
  cursor: provingNext,
  lastId: provingNext,
  page: provingPage,
  offset: provingOffset,
};

/** An id of an item may do something where it is not expected: it is sent only where something asks for it. */
const mayTry = ({ response, signals }: Tried, way: Recognition): boolean =>
  way.isOfItem !== true ||
  (signals.flag !== undefined && signals.isMore === true) ||
  (way.options.to ?? []).some((slot) => called(response.parameters, slot).length > 0);

/** Whether a service says that it has few requests left. */
const isNearLimit = ({ response: { headers } }: Probing): boolean =>
  limitsIn({ status: 200, headers, body: '' }, 0).some(({ remaining }) => remaining < minAllowed);

/** The likeliest first: what is named, then the first name of each scheme, then the second. */
const inTurns = (ways: ReadonlyArray<Recognition>): ReadonlyArray<Recognition> => {
  const seen = new Map<string, number>();
  const ranked = ways.map((way) => {
    const rank = way.isNamed || way.options.cursor !== undefined ? 0 : (seen.get(way.scheme) ?? 0);
    seen.set(way.scheme, rank + 1);
    return { way, rank };
  });
  return [...ranked].sort((one, other) => one.rank - other.rank).map(({ way }) => way);
};

/**
 * Tries what a response may mean, the likeliest way first: a walk of two pages by the options that would be printed is the only judge
 * of what is certain. It sends at most four requests beside the first.
 */
export const tryWays = async (
  probing: Probing,
  ways: ReadonlyArray<Recognition>,
): Promise<Probed> => {
  const meter = metering(probing);
  const { response } = probing;
  const first = response.items.entries.map(itemKey);
  const given: Tried = { ...probing, first, meter, signals: signalsOf(response) };
  const tried = first.length === 0 || isNearLimit(probing) ? [] : inTurns(ways);
  for (const way of tried) {
    const prove = proofs[way.scheme];
    if (prove === undefined || !meter.mayAsk() || !mayTry(given, way)) continue;
    const { others, again, options } = await prove(given, way);
    if (others === 0) continue;
    const changed = options && { options, isEndUnseen: !saysEnd(options) };
    return { way: { ...way, ...changed }, others, again, sent: meter.sent() };
  }
  return { others: 0, sent: meter.sent(), end: meter.end() };
};
