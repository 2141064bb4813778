import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { listObjects } from '../../model/endpoints/listObjects';
import { maxTimer } from '../../model/maxTimer';
import { isSegment } from '../../model/endpoints/path';
import { atLeast1, readFaults, whole } from '../faults/readFaults';
import { schemes } from '../pages/schemes';
import { randomHex } from '../secrets/randomHex';
import { demoData } from '../store/demoData';
import { readObjects } from '../store/Properties';
import { isOrigin } from './cors';
import type { ServiceOptions, Settings } from './ServiceOptions';

type Given = Readonly<Record<string, unknown>>;

const anyWhole = whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 'a whole number');
const infinity = t.refinement(t.number, (n) => n === Infinity, 'Infinity');
const atMost = t.union([atLeast1, infinity], 'a whole number above 0, or Infinity');
const rateLimits = new Set(['concurrent', 'perMinute']);
const isLimit = t.union([atLeast1, t.undefined]).is;
const lifetime = t.refinement(t.number, (n) => n >= 0, 'a number of milliseconds, 0 or more');
const yesOrNo = t.refinement(t.boolean, () => true, 'true or false');
const rateLimit = t.refinement(
  t.UnknownRecord,
  (limits) => Object.entries(limits).every(([name, value]) => rateLimits.has(name) && isLimit(value)),
  'an object of concurrent and perMinute, each a whole number above 0',
);
const origins = t.refinement(
  t.UnknownArray,
  (given) => given.every(isOrigin),
  "an array of origins, such as 'http://localhost:4200', or '*'",
);
const token = t.refinement(t.string, (text) => /^[\x21-\x7e]+$/.test(text), 'a string of visible ASCII characters');
const segment = t.refinement(t.string, isSegment, 'a string that can stand in a path');

type Named = Exclude<keyof ServiceOptions, 'objects' | 'faults' | 'token'>;

/** What each option must be, and what it is where it is not given. The names of the types complete "maxPageSize must be …". */
const table: { readonly [Name in Named]: readonly [type: t.Mixed, ifNotGiven: Settings[Name]] } = {
  port: [whole(0, 65_535, 'a whole number from 0 to 65535'), 0],
  ontologyRid: [segment, 'ri.ontology.main'],
  apiFamily: [segment, 'demo'],
  protectList: [yesOrNo, false],
  maxPageSize: [atLeast1, 100],
  scheme: [t.keyof(schemes, `one of ${Object.keys(schemes).join(', ')}`), undefined],
  pageSizeDrift: [anyWhole, 0],
  lastPage: [t.keyof({ null: null, absent: null, mixed: null }, "'null', 'absent' or 'mixed'"), 'null'],
  totalCount: [yesOrNo, false],
  tokenLifetime: [lifetime, 60_000],
  limit: [atMost, O.getOrElse(() => Infinity)(listObjects.limit)],
  searchLimit: [atMost, Infinity],
  rateLimit: [rateLimit, {}],
  snapshotLifetime: [lifetime, 600_000],
  maxBodyBytes: [atLeast1, 1024 * 1024],
  cors: [origins, []],
  closeGrace: [whole(0, maxTimer, `a whole number of milliseconds from 0 to ${maxTimer}`), 5_000],
  seed: [anyWhole, undefined],
  onRequest: [t.refinement(t.Function, () => true, 'a function'), () => undefined],
};

const optionTypes = { token, ...Object.fromEntries(Object.entries(table).map(([name, [type]]) => [name, type])) };

/** By name, as the table says; the token of each service is another one. */
const defaults = Object.fromEntries(
  Object.entries(table).map(([name, [, value]]) => [name, value]),
) as unknown as Settings;

/** Texts stay out of messages: one may be the token. */
const kind = (value: unknown): string => (typeof value === 'number' ? String(value) : typeof value);

const typeProblems = (given: Given): ReadonlyArray<string> =>
  Object.entries(optionTypes)
    .filter(([name, type]) => name in given && !type.is(given[name]))
    .map(([name, type]) => `${name} must be ${type.name}, but is ${kind(given[name])}`);

const strangers = (given: Given): ReadonlyArray<string> =>
  Object.keys(given)
    .filter((name) => !(name in optionTypes) && name !== 'objects' && name !== 'faults')
    .map((name) => `${name} is not an option of the service`);

const driftProblems = ({ maxPageSize = defaults.maxPageSize, pageSizeDrift = 0 }: Given): ReadonlyArray<string> =>
  t.number.is(maxPageSize) && maxPageSize > 0 && t.number.is(pageSizeDrift) && maxPageSize + pageSizeDrift < 1
    ? [`pageSizeDrift of ${pageSizeDrift} would leave no object in a page of ${maxPageSize}`]
    : [];

/** Completes the options of a service, or names everything that is wrong with them. */
export const readOptions = (options: ServiceOptions): E.Either<ReadonlyArray<string>, Settings> => {
  if (!t.UnknownRecord.is(options)) return E.left(['the options must be an object']);
  const given: Given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const objects = 'objects' in given ? readObjects(given.objects) : E.right(new Map(Object.entries(demoData())));
  const faults = readFaults(given.faults ?? []);
  const problems = [
    ...typeProblems(given),
    ...driftProblems(given),
    ...strangers(given),
    ...(E.isLeft(objects) ? objects.left : []),
    ...(E.isLeft(faults) ? faults.left : []),
  ];
  return E.isRight(objects) && E.isRight(faults) && problems.length === 0
    ? E.right({ ...defaults, token: randomHex(16), ...given, objects: objects.right, faults: faults.right })
    : E.left(problems);
};
