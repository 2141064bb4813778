import {
  doneNames,
  lastPageNames,
  moreNames,
  offsetNames,
  otherMoreNames,
  otherNumberWords,
  otherTotalNames,
  pageNames,
  plainName,
  totalNames,
  totalWords,
} from './names';
import {
  besideItems,
  type Finder,
  firstOf,
  type FirstResponse,
  type Found,
  inHeaders,
  isCount,
  isObject,
  isThere,
  named,
  parameterOf,
  partOf,
  placed,
  slotIn,
  type Wanted,
  wordsIn,
} from './firstResponse';
import type { SchemeName, SchemeTexts } from '../options/tables';

export const isAddress: Wanted = (value) =>
  typeof value === 'string' && /^(https?:\/\/|[/?])/.test(value);
export const isText: Wanted = (value) => typeof value === 'string';
export const isBoolean: Wanted = (value) => typeof value === 'boolean';
export const isScalar: Wanted = (value) => isThere(value) && !isBoolean(value) && !isObject(value);

/** What something in a response means. */
export interface Recognised {
  /** By the name of its option. */
  readonly scheme: SchemeName;
  readonly what: string;
  readonly options: SchemeTexts;
  /** What the response does not show, so that it may be otherwise. */
  readonly guess?: string | undefined;
  /** Whether the response names a next page. */
  readonly isNext?: boolean;
}

export type Recogniser = (answer: FirstResponse) => Recognised | undefined;

/** Something without a value, at a place that is known. */
export const known = (isSo: boolean, text = ''): Found | undefined =>
  isSo ? { name: '', text, value: undefined } : undefined;

/** Whether there is more, as a flag says it, and the option that reads this flag. */
export const flagOf = (answer: FirstResponse) => {
  const more = named([moreNames, otherMoreNames], isBoolean)(answer);
  if (more)
    return { ...more, isMore: more.value === true, options: { more: more.text } as SchemeTexts };
  const done = named([doneNames], isBoolean)(answer);
  return (
    done && { ...done, isMore: done.value === false, options: { last: done.text } as SchemeTexts }
  );
};

export const lastPageOf = named(lastPageNames, isCount);
export const endOf = firstOf(
  placed(['last'], isBoolean),
  lastPageOf,
  inHeaders(/^x-(total-pages|pages|wp-totalpages)$/, isCount),
);
/** A number above that of the items on the page, whose name says in a word that it is a total. */
const largerNumber: Finder = (answer) =>
  besideItems(answer).find(({ name, value }) => {
    const words = wordsIn(name);
    const isTotal =
      words.some((word) => totalWords.test(word)) &&
      !words.some((word) => otherNumberWords.test(word));
    return isTotal && isCount(value) && Number(value) > (answer.items?.count ?? Infinity);
  });

/** A total in an object that also says how exact it is: `total: { value: 9, relation: 'eq' }`. */
const totalInObject: Finder = (answer) => {
  const valueOf = (value: unknown): unknown => (isObject(value) ? value.value : undefined);
  const found = besideItems(answer).find(
    ({ name, value }) => totalNames.test(name) && isCount(valueOf(value)),
  );
  return found && partOf(found, 'value', valueOf(found.value));
};

/** The total, in a field or a header: the last number of a Content-Range. */
const totalIn = firstOf(
  named([totalNames, ...otherTotalNames], isCount),
  totalInObject,
  largerNumber,
  inHeaders(/^x-(wp-)?total(-count)?$/, isCount),
  inHeaders(/^content-range$/, (value) => /\/\d+$/.test(String(value))),
);
/** ArcGIS says whether there is more, and leaves it out of the last page. */
const arcGisIn = firstOf(
  named([/^exceededtransferlimit$/], isBoolean),
  placed(['properties/exceededTransferLimit'], isBoolean),
);

/** The first page, or the items before it, as a response repeats what it was asked for: that is evidence, not a guess. */
const pageEcho = named(pageNames, (value) => isCount(value) && Number(value) < 2, 2);
const offsetEcho = named(offsetNames, (value) => isCount(value) && Number(value) === 0, 2);

const isPlainly = (found: Found | undefined, name: string): boolean =>
  plainName(found?.name ?? '') === name;

/** Whether the request or the response says without doubt that pages or items have numbers. */
export const isNumbered = (answer: FirstResponse): boolean =>
  isThere(parameterOf(answer, [...pageNames, ...offsetNames])) ||
  isPlainly(pageEcho(answer), 'page') ||
  isThere(offsetEcho(answer));

/** The total, unless it is the number of items of this page: some services call the size of a page its total. */
export const totalOf = (answer: FirstResponse) => {
  const found = totalIn(answer);
  if (found === undefined) return undefined;
  const { text, value } = found;
  const count = Number(String(value).split('/').at(-1));
  const doubt = `${text} is the number of items in this response, so it may not be that of all items: the walk continues to the first empty page`;
  return count === answer.items?.count
    ? { text, count, options: {}, doubt }
    : { text, count, options: { total: text } };
};

/** What is said of a parameter that the response does not name, and of a total. */
const guessOf = (option: string, isKnown: boolean, doubt: string | undefined): string | undefined =>
  [isKnown ? undefined : `${option} is a guess: look up what the API calls it`, doubt]
    .filter(isThere)
    .join('; ') || undefined;

export const pageNumber: Recogniser = (answer) => {
  const given = parameterOf(answer, pageNames);
  const echo = pageEcho(answer);
  const own = named(pageNames, isCount, 1)(answer) ?? echo;
  const lastPage = endOf(answer);
  const total = totalOf(answer);
  const flag = flagOf(answer);
  const isCounted = isThere(own) && isThere(total ?? flag);
  if (!isThere(lastPage ?? given) && !isCounted && !isPlainly(echo, 'page')) return undefined;
  // Spring's pages have a pageNumber, and it takes a page.
  const isSpring = isThere(placed(['pageable'], isObject)(answer));
  const isOther = own === undefined || isSpring || /^current/i.test(own.name);
  const slot = given?.text ?? slotIn(answer, isOther ? 'page' : own.name);
  const first =
    given?.value ??
    Number(own?.value ?? placed(['number', 'page/number'], isCount)(answer)?.value ?? 1);
  const end = lastPage === undefined ? (flag ?? total)?.options : { last: lastPage.text };
  const doubt = isThere(lastPage ?? flag) ? undefined : total?.doubt;
  return {
    scheme: 'page',
    what:
      lastPage === undefined
        ? 'the number of the page'
        : `the number of the last page at ${lastPage.text}`,
    options: { page: slot, ...(first !== 1 && { first: String(first) }), ...end },
    guess: guessOf(
      `--page ${slot}`,
      isThere(given) || isSpring || (echo !== undefined && slotIn(answer, echo.name) === slot),
      doubt,
    ),
    isNext: flag?.isMore ?? (isCount(lastPage?.value) && first < Number(lastPage?.value)),
  };
};

export const offset: Recogniser = (answer) => {
  const given = parameterOf(answer, offsetNames);
  const total = totalOf(answer);
  const arcGis = arcGisIn(answer);
  const flag = flagOf(answer);
  const echo = offsetEcho(answer);
  const own = named(offsetNames, isCount, 1)(answer) ?? echo;
  const isSaid =
    isThere(total ?? given ?? arcGis) ||
    (isThere(echo) && isThere(flag)) ||
    isPlainly(echo, 'offset');
  if (!isSaid) return undefined;
  const said = given ?? own;
  // SCIM and OpenSearch count from 1.
  const isFromOne =
    plainName(said?.name ?? '') === 'startindex' &&
    said?.value !== 0 &&
    named([/totalresults$/], isCount)(answer) !== undefined;
  // Feathers calls it otherwise in the address.
  const isFeathers =
    own?.name === 'skip' && placed(['limit'], isCount)(answer) && answer.items?.path[0] === 'data';
  // CouchDB says where a page begins, and takes another name.
  const isSkip = isPlainly(own, 'offset') && total?.text.endsWith('total_rows') === true;
  const ownName = isThere(echo) || isFromOne ? own?.name : undefined;
  const otherName = isFeathers ? '$skip' : isSkip ? 'skip' : undefined;
  const name = otherName ?? ownName ?? (arcGis ? 'resultOffset' : 'offset');
  const slot = given?.text ?? slotIn(answer, name);
  const skipped = `the number of items to skip${given ? ' in the address' : ''}`;
  const counts = total === undefined ? skipped : 'the number of all items';
  return {
    scheme: 'offset',
    what: arcGis ? `whether there is more, as ArcGIS says it, at ${arcGis.text}` : counts,
    options: { offset: slot, ...(isFromOne && { first: '1' }), ...(flag ?? total)?.options },
    guess: guessOf(
      `--offset ${slot}`,
      isFromOne || isThere(given ?? arcGis) || (isThere(echo) && !isFeathers),
      flag ? undefined : total?.doubt,
    ),
    isNext: flag?.isMore ?? arcGis?.value === true,
  };
};

/** JSON-RPC: a number among the params that equals the number of items is the size, the one beside it the offset. */
export const positional: Finder = ({ sent, items }) => {
  const params = Array.isArray(sent?.params) ? (sent.params as ReadonlyArray<unknown>) : [];
  const size = params.lastIndexOf(items?.count);
  const at = [size - 1, size + 1].find((index) => size >= 0 && isCount(params[index]));
  return known(at !== undefined, `body:params.${at}`);
};
