import {
  type Convention,
  plainName,
  type Role,
  type ValueType,
} from '../../model/conventions/Convention';
import { link } from '../../paging';
import { findItems, type Items, type Path, pathText, bodyAt, valuesIn } from './items';
import { type Clue, rowFor } from './matching';

/** The first response of an API that is not described, and what the request for it had. */
export interface FirstAnswer {
  readonly url?: string | undefined;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: ReadonlyMap<string, ReadonlyArray<string>>;
  readonly sent?: Readonly<Record<string, unknown>> | undefined;
  /** The parameters that such a request may have, where a document names them. */
  readonly takes?: ReadonlyArray<string>;
}

/** Something in a response or a request, and how the options write its place. */
export interface Sign extends Clue {
  readonly path: Path;
  /** What is nearer to the top counts first, headers last. */
  readonly depth: number;
  readonly text: string;
  readonly value: unknown;
}

/** A sign with a role, and the row that says so. */
export type RoleSign = Sign & { readonly row: Convention };

export interface FirstResponse extends FirstAnswer {
  readonly items: Items;
  /** Where the envelope is: the first entry of a list, or the whole body. */
  readonly root: Path;
  /** What a response says beside its items, the nearest to the top first, and its headers. */
  readonly signs: ReadonlyArray<Sign>;
  /** Whether the envelope holds something with a name that must not be printed. */
  readonly isHiding: boolean;
  /** What the request has. */
  readonly parameters: ReadonlyArray<Sign>;
}

const isIn = (value: unknown, kinds: string): boolean => kinds.includes(typeof value);

/** A count may come in digits, as some services write it; in a Content-Range behind what the page has. */
export const countOf = (value: unknown): number | undefined => {
  if (!isIn(value, 'number string')) return undefined;
  const [, digits] = /^(?:[a-z]* ?[\d*]+(?:-\d+)?\/)?(\d{1,15})$/.exec(String(value)) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

/** What a value can be. On the last page what leads to the next one may be null. */
const typeTests: Readonly<Record<ValueType, (value: unknown) => boolean>> = {
  flag: (value) => typeof value === 'boolean',
  count: (value) => countOf(value) !== undefined,
  text: (value) => value === null || (isIn(value, 'string') && countOf(value) === undefined),
  value: (value) => value === null || isIn(value, 'string number bigint'),
  object: (value) => isIn(value, 'object') && value !== null && !Array.isArray(value),
  list: Array.isArray,
  any: () => true,
};

const signAt = (place: Clue['place'], path: Path, text: string, value: unknown): Sign => ({
  name: path.at(-1) ?? '',
  holder: path.at(-2),
  place,
  path,
  depth: place === 'header' ? Infinity : path.length,
  text,
  value,
  isOf: (type) => typeTests[type](value),
});

/** The best of some signs for one of some roles: the nearest to the top, and there the row of most worth. */
export const seenAs = (
  signs: ReadonlyArray<Sign>,
  roles: ReadonlyArray<Role>,
  isWanted: (sign: RoleSign) => boolean = () => true,
): ReadonlyArray<RoleSign> =>
  signs
    .flatMap((sign) => {
      const row = rowFor(sign, ...roles);
      const seen = row && { ...sign, row };
      return seen && isWanted(seen) ? [seen] : [];
    })
    .sort((one, other) => {
      const isSame = one.depth === other.depth;
      return isSame ? other.row.worth - one.row.worth : one.depth - other.depth;
    });

/** What else responses call the objects around what they say about pages. */
const otherHolders =
  /meta|pag(e|ing|inat)|links?$|info$|data$|^d$|result|response|view$|search|^arguments$|^properties$/i;

const isHolder = (name: string): boolean =>
  rowFor({ name, place: 'field', isOf: (type) => type === 'object' }, 'holder') !== undefined ||
  otherHolders.test(name);

/** What a request has, by its names. */
export const parametersOf = ({
  query,
  sent = {},
  takes = [],
}: Pick<FirstAnswer, 'query' | 'sent' | 'takes'>): ReadonlyArray<Sign> => [
  ...Array.from(query ?? [], ([name, [value]]) => signAt('parameter', [name], name, value)),
  ...takes.map((name) => signAt('parameter', [name], name, undefined)),
  ...Array.from(valuesIn(sent, [], 3), ({ path, value }) =>
    signAt('parameter', path, `body:${pathText(path)}`, value),
  ),
];

/** Where a request begins, if that is later than with the first page or item. */
export const beginsAt = (request: Pick<FirstAnswer, 'query' | 'sent'>): string | undefined => {
  const [found] = seenAs(parametersOf(request), ['page', 'offset']);
  const number = countOf(found?.value) ?? 0;
  return found && number > 1 ? `begins at ${found.row.role} ${number}` : undefined;
};

const signsIn = ({ body, headers }: FirstAnswer, root: Path, items: Path): ReadonlyArray<Sign> => {
  const isEnvelope = !Array.isArray(body) || root.length > 0;
  const fields = isEnvelope ? [...valuesIn(bodyAt(body, root), root)].slice(1) : [];
  // What is around the items may have any name.
  const isNear = (name: string, index: number): boolean =>
    isHolder(name) || items[root.length + index] === name;
  const next = link('next').read({ headers, body, status: 200, request: { url: '' } });
  return [
    ...fields
      .filter(({ path }) => path.slice(root.length, -1).every(isNear))
      .map(({ path, value }) => signAt('field', path, pathText(path), value)),
    ...Object.entries(headers).map(([name, value]) =>
      signAt('header', [name], `header:${name}`, value),
    ),
    ...(typeof next === 'string' ? [signAt('header', ['link:next'], 'link:next', next)] : []),
  ];
};

/** The service chose the names in the response: `mayShow` says whether such a name is fit to be printed. */
export const firstResponseOf = (
  answer: FirstAnswer,
  mayShow: (name: string) => boolean,
): FirstResponse | undefined => {
  const parameters = parametersOf(answer);
  const items = findItems(answer.body, countOf(seenAs(parameters, ['size'])[0]?.value));
  if (items === undefined) return undefined;
  const root = Array.isArray(answer.body) && items.path.length > 0 ? ['0'] : [];
  const signs = signsIn(answer, root, items.path);
  const shown = signs.filter(({ path }) => path.every(mayShow));
  return {
    ...answer,
    parameters,
    items,
    root,
    signs: shown,
    isHiding: shown.length < signs.length,
  };
};

/** What is called like this, whatever its case and its marks are. */
export const called = (signs: ReadonlyArray<Sign>, name: string): ReadonlyArray<Sign> =>
  signs.filter((sign) => plainName(sign.name) === plainName(name));
