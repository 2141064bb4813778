/** What the output depends on: a file that is kept belongs to one request. It holds no secret. */
export type KeptRequest = Readonly<Record<string, unknown>>;

/** A query can be long; the beginning is enough to recognise it. */
const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** Where a `?` says that something may be absent. */
const mayBeAbsent = ['items', 'more', 'last', 'total', 'cursor', 'link'];

/** What only says how a response is read, and not what is asked for. */
const ofReading = ['errors', 'pastEnd', 'untilEmpty'];

/**
 * A value as it is compared. What may be absent, where errors are and what is past the end are no part of a request: an error on
 * the last page of a long walk must cost no more than another option.
 */
const comparable = (name: string, value: unknown): unknown => {
  if (ofReading.includes(name)) return undefined;
  if (name === 'then' && typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([inner, part]) => [inner, comparable(inner, part)]),
    );
  const isSource = mayBeAbsent.includes(name);
  if (isSource && Array.isArray(value)) return value.map((part) => comparable(name, part));
  return isSource && typeof value === 'string' ? value.replace(/\?$/, '') : value;
};

/** Where a walk begins by a cursor, no message says. */
const isFirstCursor = (name: string, { cursor }: KeptRequest): boolean =>
  name === 'first' && cursor !== undefined;

/** What two requests differ in, in words. */
export const changedNames = (before: KeptRequest, now: KeptRequest): ReadonlyArray<string> =>
  Object.keys({ ...before, ...now })
    .filter(
      (name) =>
        JSON.stringify(comparable(name, before[name])) !==
        JSON.stringify(comparable(name, now[name])),
    )
    .map((name) =>
      isFirstCursor(name, { ...before, ...now })
        ? `${name} is another one`
        : `${name} was ${shown(before[name] ?? 'not given')} and is ${shown(now[name] ?? 'not given')}`,
    );
