import { plainName } from '../../model/conventions/Convention';
import type { SchemeTexts } from '../options/tables';
import { type RoleSign, seenAs, type Sign } from './Evidence';
import { bodyAt, pathText } from './items';
import { takersOf } from './matching';
import { type Evidenced, type PageWay, type WayFinder, waysTo } from './PageWay';
import { countOf } from './response';
import { flagOptions, hasWord, isTotalName } from './signals';

/** Whether so many pages as the response says do not hold as many items as it says: one of the two means something else. */
const isOdd = ({ total, lastPage, size, count }: Evidenced): boolean => {
  const ofPage = Math.max(count ?? NaN, countOf(size?.value) ?? 0);
  return (countOf(lastPage?.value) ?? NaN) * ofPage < (countOf(total?.value) ?? NaN);
};

/** Another number beside the total that may be that of all items. */
const rivalOf = ({ total, signs, count }: Evidenced): Sign | undefined =>
  signs.find(
    (sign) =>
      sign.place === 'field' &&
      pathText(sign.path.slice(0, -1)) === pathText(total?.path.slice(0, -1) ?? []) &&
      isTotalName(sign) &&
      (countOf(sign.value) ?? 0) > (count ?? Infinity) &&
      countOf(sign.value) !== countOf(total?.value),
  );

/** Why the total of a response may not be that of all items. */
const totalFlaw = (given: Evidenced): string | undefined => {
  const { total, count, response } = given;
  if (total === undefined) return undefined;
  if (count !== undefined && countOf(total.value) === count)
    return 'is the number of items in this response';
  const relation = bodyAt(response?.body, [...total.path.slice(0, -1), 'relation']);
  if (relation === 'gte' || hasWord(total, 'estimateWord'))
    return 'is an estimate, or a lower bound';
  if (isOdd(given)) return 'does not go with the number of pages';
  const rival = rivalOf(given);
  return rival && `differs from ${rival.text}`;
};

const totalDoubt = (given: Evidenced): string | undefined => {
  const { total, flag, lastPage } = given;
  const flaw = totalFlaw(given);
  return total && flaw !== undefined && !flag && (!lastPage || isOdd(given))
    ? `${total.text} ${flaw}, so it may not be that of all items: the walk continues to the first empty page`
    : undefined;
};

/** The options that read the end of numbered pages. */
export const endOptions = (given: Evidenced): SchemeTexts => {
  const { total } = given;
  const isKnown = total && totalFlaw(given) === undefined;
  return flagOptions(given) ?? (isKnown ? { total: total.text } : {});
};

const withDoubt =
  (doubt: string | undefined) =>
  (way: PageWay): PageWay => ({
    ...way,
    guess: [way.guess, doubt].filter((text) => text !== undefined).join('; ') || undefined,
  });

/** The names that the number of a page or an item may go by: that of the request, or as the response repeats it. */
const numberNames = (
  { signs }: Evidenced,
  number: RoleSign | undefined,
  others: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  if (number === undefined) return others;
  const beside = signs.map(({ name }) => plainName(name));
  const names = number.place === 'parameter' ? [] : takersOf(number, beside);
  return names.length > 0 ? names : [number.name];
};

const isNextSaid = ({ isMore, flag, lastPage }: Evidenced): boolean =>
  isMore === true && (flag ?? lastPage) !== undefined;

/** Whether something repeats what was asked for, or would be: the first page, or the items before it. */
const isEcho = (number: RoleSign | undefined): boolean =>
  number !== undefined && (number.place === 'parameter' || (countOf(number.value) ?? 9) < 2);

export const pages: WayFinder = (given) => {
  const { lastPage, page, total, flag, slotFor } = given;
  // A document says what a parameter may be.
  if (slotFor === undefined && page?.place !== 'parameter') return [];
  const isPlain = page !== undefined && isEcho(page) && page.row.worth === 3;
  const isCounted = page !== undefined && (total ?? flag) !== undefined;
  const isSaid = lastPage !== undefined || isPlain || page?.place === 'parameter' || isCounted;
  const names = numberNames(given, page, ['page', 'p']);
  const first = countOf(page?.value) ?? 1;
  const what = lastPage
    ? `the number of the last page at ${lastPage.text}`
    : 'the number of the page';
  return waysTo(
    given,
    names,
    { scheme: 'page', what, isNext: isNextSaid(given), isLong: !isSaid },
    (slot) => ({
      page: slot,
      ...(first !== 1 && { first: String(first) }),
      // Of pages that are counted from 0 the last one has the number before that.
      ...(lastPage && first > 0 && !isOdd(given) ? { last: lastPage.text } : endOptions(given)),
    }),
    names.length === 1 && isEcho(page),
  ).map(withDoubt(totalDoubt(given)));
};

/** What may take an offset that nothing names: what goes with the total or the size, or what is usual. */
const offsetNames = ({ total, parameters }: Evidenced): ReadonlyArray<string> => {
  const others = [...(total ? [total] : []), ...seenAs(parameters, ['size'])];
  const names = others.flatMap((sign) => takersOf(sign));
  return [...new Set([...names, 'offset', 'skip', 'start'])];
};

export const offsets: WayFinder = (given) => {
  const { offset, total, flag, slotFor } = given;
  if (slotFor === undefined && offset?.place !== 'parameter') return [];
  const isSparse = flag?.row.isSparse === true;
  const isSaid =
    total !== undefined ||
    offset?.place === 'parameter' ||
    isSparse ||
    (isEcho(offset) && (flag !== undefined || offset?.row.worth === 3));
  const taken = isEcho(offset) ? offset : undefined;
  const names = numberNames(given, taken, isSparse ? takersOf(flag) : offsetNames(given));
  // SCIM and OpenSearch count from 1.
  const isOfScim =
    /^startindex$/i.test(offset?.name ?? '') && /totalresults$/i.test(total?.text ?? '');
  const number = countOf(offset?.value);
  const isFromOne =
    number !== 0 &&
    (isOfScim || (number === 1 && (slotFor === undefined || offset?.place === 'field')));
  const skipped = `the number of items to skip${offset?.place === 'parameter' ? ' in the address' : ''}`;
  const counts = total ? 'the number of all items' : skipped;
  return waysTo(
    given,
    names,
    {
      scheme: 'offset',
      what: isSparse ? `whether there is more, as ArcGIS says it, at ${flag.text}` : counts,
      isNext: isNextSaid(given),
      isLong: !isSaid,
    },
    (slot) => ({ offset: slot, ...(isFromOne && { first: '1' }), ...endOptions(given) }),
    names.length === 1 && (taken !== undefined || isSparse),
  ).map(withDoubt(totalDoubt(given)));
};

/** JSON-RPC: a number among the params that equals the number of items is the size, the one beside it the offset. */
export const positional: WayFinder = ({ response, count }) => {
  const given = response?.sent?.params;
  const params = Array.isArray(given) ? (given as ReadonlyArray<unknown>) : [];
  const size = params.lastIndexOf(count);
  const at = [size - 1, size + 1].find(
    (index) => size >= 0 && countOf(params[index]) !== undefined,
  );
  if (at === undefined) return [];
  const slot = `body:params.${at}`;
  return [
    {
      scheme: 'offset',
      what: 'as many items as one of the params asks for',
      options: { offset: slot },
      guess: `--offset ${slot} is a guess: it is the number beside that of the items`,
      isNext: false,
      isNamed: false,
    },
  ];
};
