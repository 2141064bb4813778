import { wordsOf } from '../options/Option';
import { schemeOptions, type SchemeTexts } from '../options/tables';
import { counted, grouped, shellWord } from '../terminal/text';
import { errorIn, type ErrorWords } from './errorWords';
import { mixedIn, pathText, whereText } from './items';
import { isFields } from '../../model/json/Fields';
import { type LeftOut, leftOutOf } from './leftOut';
import {
  beginsAt,
  countOf,
  type FirstAnswer,
  type FirstResponse,
  firstResponseOf,
  isLinkText,
} from './response';
import { type Signals, signalsOf } from './signals';
import { lastSeen } from './cursorWays';
import { likeliestOf, type PageWay } from './PageWay';
import { waysOf } from './ways';

/** How a response is paged, as far as it shows. */
export interface Recognition extends PageWay {
  /** Where the items are, as `--items` takes it. */
  readonly items: string;
  /** What the service leaves out where it is empty, false or not known: options have a `?` behind that. */
  readonly leftOut: LeftOut;
  /** Something that is a guess may be otherwise: the reasons say what. */
  readonly certainty: 'strong' | 'guess';
  readonly reasons: ReadonlyArray<string>;
}

/** What a response shows. */
export interface Look {
  readonly response?: FirstResponse;
  /** Whether it says that there is more than this page. */
  readonly isMore?: boolean | undefined;
  /** How it may be paged, the likeliest way first. */
  readonly ways: ReadonlyArray<Recognition>;
  /** What else is said beside a way, or, where there is none, all that is said. */
  readonly lines: ReadonlyArray<string>;
  /** The address of the first page, where the response is a collection without items. */
  readonly firstPage?: string;
  /** What the response has that says that there is more than this page. */
  readonly next?: string | undefined;
  /** What the service says instead of items. */
  readonly error?: ErrorWords | undefined;
}

/** The options of a walk, with a `?` behind what the service may leave out. */
export const optionTexts = ({ items, options, leftOut }: Recognition): SchemeTexts => {
  const sparse = (['more', 'last', 'total'] as const).flatMap((name) =>
    leftOut === 'all' && options[name] !== undefined ? [[name, `${options[name]}?`]] : [],
  );
  const texts = { ...options, ...(Object.fromEntries(sparse) as SchemeTexts) };
  return { items: `${items}${leftOut === 'nothing' ? '' : '?'}`, ...texts };
};

/** The line of a shell that walks a response. */
export const lineOf = (recognition: Recognition): string =>
  wordsOf(schemeOptions, optionTexts(recognition)).map(shellWord).join(' ');

/** A response without items: a collection whose items are elsewhere, or an error. */
const withoutItems = ({ body, url }: FirstAnswer, mayShow: (name: string) => boolean): Look => {
  const { first } = Object(body) as Readonly<Record<string, unknown>>;
  const address = isFields(first) ? first.id : first;
  if (isLinkText(address) && URL.canParse(address, url) && mayShow(address)) {
    const line =
      'the first response is a collection whose items are on pages: look at its first page';
    return { ways: [], firstPage: new URL(address, url).href, lines: [line] };
  }
  const error = errorIn(body);
  const mixed = mixedIn(body, mayShow);
  const why = mixed
    ? `${mixed}: such entries are not items. Look up where the items are, and see pagewalk walk --help`
    : 'no list of items: there is nothing to walk in it';
  return { ways: [], error, lines: error ? [] : [`the first response has ${why}`] };
};

/** What items call the time of their last change, and what requests call the time to ask from. */
const changeNames = /^(last_?)?(updated|modified|changed)(_?(at|on|date|time))?$/i;
const sinceNames = /^((last_?)?(updated|modified|changed)_?)?(since|after)$/i;

/** How to ask only for what is new, where the items and the address look as if one could. */
const markGuess = (
  { query, items }: FirstResponse,
  mayShow: (name: string) => boolean,
): ReadonlyArray<string> => {
  const named = (names: Iterable<string>, like: RegExp): string | undefined =>
    [...names].find((name) => like.test(name) && mayShow(name));
  const field = named(Object.keys(Object(items.entries.at(-1)) as object), changeNames);
  const parameter = named(query?.keys() ?? [], sinceNames);
  return field === undefined || parameter === undefined
    ? []
    : [
        `a guess: --mark ${field}=${parameter} -o FILE --resume would read only what is new in each later run, if the items are sorted by ${field}`,
      ];
};

/** What says that there is more than this page, though it does not lead there. */
const remainderOf = ({ flag, total, isMore }: Signals, begins?: string): string | undefined => {
  if (flag) return isMore ? `${String(flag.value)} at ${flag.text}` : undefined;
  return isMore && total && begins === undefined
    ? `a total of ${grouped(countOf(total.value) ?? 0)} at ${total.text}`
    : undefined;
};

/** The service chose the names in the response: `mayShow` says whether such a name is fit to be printed. */
export const recognise = (answer: FirstAnswer, mayShow: (name: string) => boolean): Look => {
  const response = firstResponseOf(answer, mayShow);
  if (response === undefined) return withoutItems(answer, mayShow);
  const { path, entries, isMap, rival } = response.items;
  const itemsLine = `the first response has ${counted(entries.length, 'item')}`;
  if (!path.every(mayShow)) {
    const why = 'a name in it is a secret in the request, too, or cannot be printed';
    const line = `${itemsLine} at a path that is not shown: ${why}. Look up how it is paged`;
    return { ways: [], lines: [line] };
  }
  const doubts = rival?.every(mayShow)
    ? [
        `--items ${pathText(path)} is a guess: --items ${pathText(rival)} may be the items just as well`,
      ]
    : [];
  const signals = signalsOf(response);
  const begins = beginsAt(answer);
  const remainder = remainderOf(signals, begins);
  const ways = waysOf({ ...response, ...signals, response }).map((way): Recognition => {
    const guesses = [...doubts, ...(way.guess === undefined ? [] : [way.guess])];
    return {
      ...way,
      items: `${pathText(path)}${isMap ? '.*' : ''}`,
      leftOut: leftOutOf(response),
      certainty: guesses.length > 0 ? 'guess' : 'strong',
      reasons: [`${itemsLine} ${whereText(path)}, and ${way.what}`, ...guesses],
    };
  });
  const way = likeliestOf(ways);
  const last = lastSeen(response);
  const unknown = [
    `${itemsLine} ${whereText(path)}`,
    ...doubts,
    ...(remainder ? [`it says that there is more: it has ${remainder}`] : []),
    ...(last ? [`what is at ${last.text} is in the last item, too: it may be a cursor`] : []),
    'nothing in it says how to ask for the next page: look it up, and see pagewalk walk --help',
  ];
  return {
    response,
    isMore: signals.isMore,
    ways,
    lines: way
      ? [...(begins === undefined ? [] : [begins]), ...markGuess(response, mayShow)]
      : unknown,
    next: way?.isNext
      ? `${way.what} (${wordsOf(schemeOptions, way.options).map(shellWord).join(' ')})`
      : remainder,
  };
};
