import * as E from 'fp-ts/Either';
import { firstValueFrom, of, tap } from 'rxjs';
import type { DurableOptions, Mark, ObjectRecord, Page, Place, Transport } from '../../index';
import type { Slot } from '../../model/paging/draft';
import type { Source as PathSource } from '../../model/paging/sources';
import { markRunOf } from '../../model/place/runs';
import type { Source } from '../source/openSource';
import { type ClientFlags, clientOf, type Walk } from './walks';

/** What an item has as its mark, and where it goes in a request: `updated_at=since`. */
export interface MarkFlags {
  readonly mark?: {
    readonly text: string;
    readonly value: { readonly of: PathSource; readonly to: Slot };
  };
  readonly ceiling?: 'now';
}

type MarkOptions = Exclude<DurableOptions<ObjectRecord, void>['mark'], undefined>;

/** The mark of an item; whatever is no string and no number is refused by `durable`. */
const markOf =
  ({ of: path }: { readonly of: PathSource }): MarkOptions['of'] =>
  ({ properties }) =>
    path.read({ body: properties, headers: {}, status: 200, request: { url: '' } }) as
      Mark | undefined;

const pathOf = ({ text }: { readonly text: string }): string => text.replace(/=.*$/s, '');

/** A time as the marks of the service are written: to compare them, both must have the same precision. */
const timeLike = (time: Date, mark: unknown): Mark | undefined => {
  const seconds = Math.floor(time.getTime() / 1_000);
  if (
    typeof mark === 'number' ||
    typeof mark === 'bigint' ||
    (typeof mark === 'string' && /^\d+$/.test(mark))
  ) {
    const digits = String(mark).length;
    const value = digits === 10 ? seconds : digits === 13 ? seconds * 1_000 : undefined;
    return typeof mark === 'string' && value !== undefined ? String(value) : value;
  }
  const [, between = '', fraction = '', zone = ''] =
    /^\d{4}-\d\d-\d\d([T ])\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:?00)$/.exec(String(mark)) ?? [];
  if (between === '') return undefined;
  return (
    time.toISOString().slice(0, 19).replace('T', between) + fraction.replace(/\d/g, '0') + zone
  );
};

/** A time as HTTP writes it, and at most a day ahead of this machine: after a wrong one nothing would ever be new again. */
const timeIn = (date = ''): Date | undefined => {
  const time = new Date(date);
  if (Number.isNaN(time.getTime()) || time.toUTCString() !== date) return undefined;
  return new Date(Math.min(time.getTime(), Date.now() + 86_400_000));
};

/** The time of the service, written as its marks are, by the `Date` of its first page. */
const timeOf = async (
  source: Source,
  mark: NonNullable<MarkFlags['mark']>,
  flags: ClientFlags,
  walk: Walk,
): Promise<E.Either<string, Mark | undefined>> => {
  let date: string | undefined;
  const transport: Transport = (request) =>
    source.transport(request).pipe(
      tap((result) => {
        if (E.isRight(result)) ({ date } = result.right.headers);
      }),
    );
  const pages = walk.pages(clientOf({ ...source, transport }, flags).client, {
    ready: of(undefined),
  });
  const first = await firstValueFrom(pages, { defaultValue: undefined });
  // What is wrong with the request is said by the walk itself.
  if (first === undefined || E.isLeft(first)) return E.right(undefined);
  const time = timeIn(date);
  if (time === undefined)
    return E.left('--ceiling now needs a service that sends its time, as a Date header');
  const marks = first.right.data.filter(E.isRight).map(({ right }) => markOf(mark.value)(right));
  if (marks.length === 0) return E.right(undefined);
  const written = marks.find((found) => found !== undefined && found !== null);
  if (/^\d{4}-\d\d-\d\d[T ][\d:.]+$/.test(String(written))) {
    return E.left(
      `--ceiling now cannot be compared with the times at ${pathOf(mark)}: they have no zone, so they may be local times. Leave it out ` +
        'and add what sorts the items to the address',
    );
  }
  const now = timeLike(time, written);
  return now === undefined
    ? E.left(
        `--ceiling now needs times at ${pathOf(mark)}: 2026-11-17T12:00:00Z, or seconds or milliseconds since 1970`,
      )
    : E.right(now);
};

/** How the walk of a document asks for what is new; undefined where it reads everything. */
export const markingOf = async (
  source: Source,
  flags: ClientFlags & MarkFlags,
  walk: Walk,
  place: Place | undefined,
): Promise<E.Either<string, MarkOptions | undefined>> => {
  const { mark, ceiling } = flags;
  if (mark === undefined) return E.right(undefined);
  // A run that is continued has its ceiling.
  const hasCeiling =
    place !== undefined && !place.isLast && markRunOf(place)?.ceiling !== undefined;
  const now =
    ceiling === undefined || hasCeiling
      ? E.right(undefined)
      : await timeOf(source, mark, flags, walk);
  if (E.isLeft(now)) return now;
  const { right: bound } = now;
  return E.right({
    of: markOf(mark.value),
    ...(bound !== undefined && { ceiling: () => bound }),
  });
};

/** A name that is misspelt would make every run read everything again. */
export const checkMarks = (data: Page<ObjectRecord>['data'], { mark }: MarkFlags): void => {
  const objects = data.filter(E.isRight);
  if (mark === undefined || objects.length === 0) return;
  if (objects.some(({ right }) => markOf(mark.value)(right) !== undefined)) return;
  throw new RangeError(`no item of the first page has anything at ${pathOf(mark)} (--mark)`);
};

/** What a run asked for that brought nothing. It may have asked in a way that the service does not understand. */
export const nothingNew = ({ mark }: MarkFlags, since: string): string => {
  const [, name = '', template = '{}'] = /^[^=]+=([^=]+)(?:=(.+))?$/s.exec(mark?.text ?? '') ?? [];
  return `nothing came, and the service was asked for ${name}=${template.replace('{}', () => since)}`;
};

/** What is wrong with the marks, in the words of the command line. Whatever else was thrown is thrown on. */
export const markProblem = (error: unknown, { mark, ceiling }: MarkFlags): string => {
  if (mark === undefined || !(error instanceof Error)) throw error;
  if (error instanceof RangeError) return error.message;
  if (!error.message.startsWith('durable: ')) throw error;
  const where = `at ${pathOf(mark)} (--mark)`;
  if (error instanceof TypeError) {
    return `the values ${where} cannot be compared: they must all be numbers, all digits, or all other texts`;
  }
  const advice = 'add what sorts them to the address';
  return `the items are not in the order of what they have ${where}: ${advice}${ceiling === undefined ? ', or --ceiling now' : ''}`;
};
