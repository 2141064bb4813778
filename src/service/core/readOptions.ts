import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { listObjects } from '../../model/endpoints/listObjects';
import { maxTimer } from '../../model/maxTimer';
import { isSegment } from '../../model/endpoints/path';
import { atLeast1, readFaults, wholeBetween } from '../faults/readFaults';
import { servedSchemes } from '../pages/schemes';
import { randomHex } from '../secrets/keyedDigest';
import { demoData } from '../store/demoData';
import { readObjects } from '../store/Properties';
import type { ServiceOptions, Settings } from './ServiceOptions';

type GivenOptions = Readonly<Record<string, unknown>>;

const anyWhole = wholeBetween(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 'a whole number');
const infinity = t.refinement(t.number, (n) => n === Infinity, 'Infinity');
const atMost = t.union([atLeast1, infinity], 'a whole number above 0, or Infinity');
const lifetime = t.refinement(t.number, (n) => n >= 0, 'a number of milliseconds, 0 or more');
const yesOrNo = t.refinement(t.boolean, () => true, 'true or false');
const limits = { concurrent: atLeast1, perMinute: atLeast1 };
const rateLimitCodec = t.refinement(
  t.partial(limits),
  (given) => Object.keys(given).every((name) => Object.hasOwn(limits, name)),
  'an object of concurrent and perMinute, each a whole number above 0',
);
/** An origin as browsers write it, or any. */
export const isOrigin = (text: unknown): boolean =>
  text === '*' || (typeof text === 'string' && URL.canParse(text) && new URL(text).origin === text);
const origins = t.refinement(
  t.UnknownArray,
  (given) => given.every(isOrigin),
  "an array of origins, such as 'http://localhost:4200', or '*'",
);
const token = t.refinement(
  t.string,
  (text) => /^[\x21-\x7e]+$/.test(text),
  'a string of visible ASCII characters',
);
const segment = t.refinement(t.string, isSegment, 'a string that can stand in a path');

type Named = Exclude<keyof ServiceOptions, 'objects' | 'faults'>;

/** What each option must be, and what it is where it is not given. The names of the types complete "maxPageSize must be …". */
const table: { readonly [Name in Named]: readonly [type: t.Mixed, ifNotGiven: Settings[Name]] } = {
  // By default each service has another one.
  token: [token, ''],
  port: [wholeBetween(0, 65_535, 'a whole number from 0 to 65535'), 0],
  ontologyRid: [segment, 'ri.ontology.main'],
  apiFamily: [segment, 'demo'],
  protectList: [yesOrNo, false],
  maxPageSize: [atLeast1, 100],
  scheme: [t.keyof(servedSchemes, `one of ${Object.keys(servedSchemes).join(', ')}`), undefined],
  pageSizeDrift: [anyWhole, 0],
  lastPage: [
    t.keyof({ null: null, absent: null, mixed: null }, "'null', 'absent' or 'mixed'"),
    'null',
  ],
  totalCount: [yesOrNo, false],
  tokenLifetime: [lifetime, 60_000],
  limit: [atMost, O.getOrElse(() => Infinity)(listObjects.limit)],
  searchLimit: [atMost, Infinity],
  rateLimit: [rateLimitCodec, {}],
  snapshotLifetime: [lifetime, 600_000],
  deltaLifetime: [lifetime, Infinity],
  maxBodyBytes: [atLeast1, 1024 * 1024],
  cors: [origins, []],
  closeGrace: [
    wholeBetween(0, maxTimer, `a whole number of milliseconds from 0 to ${maxTimer}`),
    5_000,
  ],
  seed: [anyWhole, undefined],
  onRequest: [t.refinement(t.Function, () => true, 'a function'), () => undefined],
};

const defaults = Object.fromEntries(
  Object.entries(table).map(([name, [, value]]) => [name, value]),
) as unknown as Settings;

/** A message has no texts, because one may be the token. */
const kind = (value: unknown): string => (typeof value === 'number' ? String(value) : typeof value);

const optionProblems = (given: GivenOptions): ReadonlyArray<string> => {
  const { maxPageSize = defaults.maxPageSize, pageSizeDrift = 0 } = given;
  const isDrained =
    t.number.is(maxPageSize) && t.number.is(pageSizeDrift) && maxPageSize + pageSizeDrift < 1;
  return [
    ...Object.entries(table)
      .filter(([name, [type]]) => name in given && !type.is(given[name]))
      .map(([name, [type]]) => `${name} must be ${type.name}, but is ${kind(given[name])}`),
    ...(isDrained && maxPageSize > 0
      ? [`pageSizeDrift of ${pageSizeDrift} would leave no object in a page of ${maxPageSize}`]
      : []),
    ...Object.keys(given)
      .filter((name) => !Object.hasOwn(table, name))
      .map((name) => `${name} is not an option of the service`),
  ];
};

export const readOptions = (options: ServiceOptions): E.Either<ReadonlyArray<string>, Settings> => {
  if (!t.UnknownRecord.is(options)) return E.left(['the options must be an object']);
  const isGiven = ([, value]: readonly [string, unknown]): boolean => value !== undefined;
  const {
    objects: types,
    faults: list = [],
    ...given
  }: GivenOptions = Object.fromEntries(Object.entries(options).filter(isGiven));
  const objects =
    types === undefined ? E.right(new Map(Object.entries(demoData()))) : readObjects(types);
  const faults = readFaults(list);
  const problems = [
    ...optionProblems(given),
    ...(E.isLeft(objects) ? objects.left : []),
    ...(E.isLeft(faults) ? faults.left : []),
  ];
  return E.isRight(objects) && E.isRight(faults) && problems.length === 0
    ? E.right({
        ...defaults,
        token: randomHex(16),
        ...given,
        objects: objects.right,
        faults: faults.right,
      })
    : E.left(problems);
};

/** A file of objects can have thousands of problems. At most this many are listed. */
const maxListed = 10;

/** What was found right, or else a `TypeError` of a function that names its problems. */
export const orTypeError = <A>(name: string, checked: E.Either<ReadonlyArray<string>, A>): A => {
  if (E.isRight(checked)) return checked.right;
  const unsaid = checked.left.length - maxListed;
  const said = [...checked.left.slice(0, maxListed), ...(unsaid > 0 ? [`and ${unsaid} more`] : [])];
  throw new TypeError(`${name}: ${said.join('; ')}`);
};
