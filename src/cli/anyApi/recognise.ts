import { counted, grouped, quoted } from '../terminal/text';
import { errorIn, type ErrorWords } from './errorWords';
import {
  beginsAt,
  type FirstAnswer,
  type FirstResponse,
  firstResponseOf,
  isObject,
  mixedIn,
  pathText,
  whereText,
} from './firstResponse';
import { type LeftOut, leftOutOf } from './leftOut';
import { flagOf, isAddress, type Recognised, totalOf } from './numbers';
import { lastSeen, recognised } from './recognisers';
import { wordsOf } from '../options/Option';
import { schemeOptions, type SchemeTexts } from '../options/tables';

/** What says that there is more than this page, though it does not lead there. */
const remainderOf = (answer: FirstResponse): string | undefined => {
  const flag = flagOf(answer);
  if (flag) return flag.isMore ? `${String(flag.value)} at ${flag.text}` : undefined;
  const total = totalOf(answer);
  return total !== undefined &&
    beginsAt(answer) === undefined &&
    total.count > (answer.items?.count ?? Infinity)
    ? `a total of ${grouped(total.count)} at ${total.text}`
    : undefined;
};

/** How a response is paged, as far as it shows. */
export interface Recognition extends Pick<Recognised, 'scheme' | 'options'> {
  /** Where the items are, as `--items` takes it. */
  readonly items: string;
  /** What the service leaves out where it is empty, false or not known: options have a `?` behind that. */
  readonly leftOut: LeftOut;
  /** Something that is a guess may be otherwise: the reasons say what. */
  readonly certainty: 'strong' | 'guess';
  readonly reasons: ReadonlyArray<string>;
}

/** What a response shows, and the lines that say so. */
export interface Look {
  readonly paging?: Recognition;
  /** The address of the first page, where the response is a collection without items. */
  readonly firstPage?: string;
  readonly lines: ReadonlyArray<string>;
  /** What the response has that says that there is more than this page. */
  readonly next?: string | undefined;
  /** What the service says instead of items. */
  readonly error?: ErrorWords | undefined;
}

/** The line of a shell that walks a response. */
export const lineOf = ({ items, options, leftOut }: Recognition): string => {
  const signals = (['more', 'last', 'total'] as const).flatMap((name) =>
    leftOut === 'all' && options[name] !== undefined ? [[name, `${options[name]}?`]] : [],
  );
  const words = wordsOf(schemeOptions, {
    ...options,
    ...Object.fromEntries(signals),
  } as SchemeTexts);
  return ['--items', `${items}${leftOut === 'nothing' ? '' : '?'}`, ...words].map(quoted).join(' ');
};

/** A response without items: a collection whose items are elsewhere, or an error. */
const withoutItems = ({ body, url }: FirstAnswer, mayShow: (name: string) => boolean): Look => {
  const { first } = Object(body) as Readonly<Record<string, unknown>>;
  const address = isObject(first) ? first.id : first;
  if (isAddress(address) && URL.canParse(String(address), url) && mayShow(String(address))) {
    return {
      firstPage: new URL(String(address), url).href,
      lines: [
        'the first response is a collection whose items are on pages: look at its first page',
      ],
    };
  }
  const error = errorIn(body);
  const mixed = mixedIn(body, mayShow);
  const why = mixed
    ? `${mixed}: such entries are not items. Look up where the items are, and see pagewalk walk --help`
    : 'no list of items: there is nothing to walk in it';
  return { error, lines: error ? [] : [`the first response has ${why}`] };
};

/** What items call the time of their last change, and what requests call the time to ask from. */
const changeNames = /^(last_?)?(updated|modified|changed)(_?(at|on|date|time))?$/i;
const sinceNames = /^((last_?)?(updated|modified|changed)_?)?(since|after)$/i;

/** How to ask only for what is new, where the items and the address look as if one could. */
const markGuess = (
  { query, items }: FirstResponse,
  mayShow: (name: string) => boolean,
): ReadonlyArray<string> => {
  const field = Object.keys(Object(items?.last) as object).find(
    (name) => changeNames.test(name) && mayShow(name),
  );
  const parameter = [...(query?.keys() ?? [])].find(
    (name) => sinceNames.test(name) && mayShow(name),
  );
  if (field === undefined || parameter === undefined) return [];
  const options = `--mark ${field}=${parameter} -o FILE --resume`;
  return [
    `a guess: ${options} would read only what is new in each later run, if the items are sorted by ${field}`,
  ];
};

/** The service chose the names in the response: `mayShow` says whether such a name is fit to be printed. */
export const recognise = (answer: FirstAnswer, mayShow: (name: string) => boolean): Look => {
  const response = firstResponseOf(answer, mayShow);
  const { items } = response;
  if (items === undefined) return withoutItems(answer, mayShow);
  const itemsLine = `the first response has ${counted(items.count, 'item')}`;
  if (!items.path.every(mayShow)) {
    const why = 'a name in it is a secret in the address, too, or cannot be printed';
    return { lines: [`${itemsLine} at a path that is not shown: ${why}. Look up how it is paged`] };
  }
  const path = pathText(items.path);
  const where = whereText(items.path);
  const rival = items.rival?.every(mayShow) ? pathText(items.rival) : undefined;
  const doubt =
    rival === undefined
      ? []
      : [`--items ${path} is a guess: --items ${rival} may be the items just as well`];
  const found = recognised(response);
  const remainder = remainderOf(response);
  if (found === undefined) {
    const last = lastSeen(response);
    const seen = last
      ? `what is at ${last.text} is in the last item, too: it may be a cursor`
      : undefined;
    const more = remainder && `it says that there is more: it has ${remainder}`;
    const advice =
      'nothing in it says how to ask for the next page: look it up, and see pagewalk walk --help';
    const lines = [`${itemsLine} ${where}`, ...doubt, more, seen, advice].filter(
      (line) => line !== undefined,
    );
    return { lines, next: remainder };
  }
  const { scheme, what, options, guess, isNext } = found;
  const isNumbered = scheme === 'offset' || scheme === 'page';
  const ahead = isNumbered
    ? ['pages have numbers here: --ahead 8 would ask for eight of them at once']
    : [];
  const begins = beginsAt(answer);
  const guesses = [...doubt, ...(guess === undefined ? [] : [guess])];
  const reasons = [`${itemsLine} ${where}, and ${what}`, ...guesses];
  return {
    paging: {
      scheme,
      items: `${path}${items.isMap ? '.*' : ''}`,
      leftOut: leftOutOf(response),
      options,
      certainty: guesses.length > 0 ? 'guess' : 'strong',
      reasons,
    },
    lines: [
      ...reasons,
      ...(begins === undefined ? [] : [begins]),
      ...ahead,
      ...markGuess(response, mayShow),
    ],
    next: isNext ? `${what} (${wordsOf(schemeOptions, options).map(quoted).join(' ')})` : remainder,
  };
};
