import { type Fact, facts } from './facts';

type Fields = Readonly<Record<string, unknown>>;

/** Longer texts are cut. */
const maxLength = 300;

const nameOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, maxLength) : '';

const word = (value: unknown): string =>
  typeof value === 'number' ? String(value) : nameOf(value);

/** The first thing that is wrong: the panel has room for one. */
const firstProblem = (problems: unknown): string => {
  const { at, message } = Object(Array.isArray(problems) ? problems[0] : undefined) as Fields;
  return `${word(at)} ${word(message)}`.trim();
};

/** What a failure says, in a line. The error of a recording may be anything. */
const failureText = (failure: unknown): string => {
  if (typeof failure !== 'object' || failure === null) return 'unknown failure';
  const { _tag, status, errorName, errorCode, reason, code, after, rule, at, problems, message } =
    failure as Fields;
  const said = [
    word(status),
    word(errorName) || word(errorCode),
    word(reason),
    word(code),
    word(rule),
    word(at),
    typeof after === 'number' ? `no response within ${after} ms` : '',
    firstProblem(problems),
    word(message),
  ].filter(Boolean);
  const text = `${word(_tag) || 'Failure'}${said.length > 0 ? ': ' : ''}${said.join(' ')}`;
  return text.slice(0, maxLength).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
};

/** No walk has more lists that are cut off. */
const maxCut = 16;

const cutOf = (lists: unknown): string =>
  (Array.isArray(lists) ? lists.slice(0, maxCut) : [])
    .map((list): string => {
      const { at, objects } = Object(list) as Fields;
      return `${nameOf(at)} (${word(objects)})`;
    })
    .join(', ')
    .slice(0, maxLength);

/** Says two numbers, where both are there. */
const pairText = (one: unknown, other: unknown, say: (one: number, other: number) => string) =>
  typeof one === 'number' && typeof other === 'number' ? say(one, other) : '';

/** What the end of a walk leaves in doubt. */
const doubtFacts = (fields: Fields): ReadonlyArray<Fact> => {
  const [unseen, partial, cut] = [nameOf(fields.unseen), nameOf(fields.partial), cutOf(fields.cut)];
  const { from, to, in: unit } = Object(fields.shifted) as Fields;
  const { objects, total } = Object(fields.short) as Fields;
  const moved = unit === 'pages' ? 'the number of the last page' : 'a total';
  return facts(
    [
      'Unseen',
      unseen && `no page had anything at ${unseen}: it is misspelt, or this was the only page`,
    ],
    [
      'Shifted',
      pairText(
        from,
        to,
        (before, after) =>
          `${moved} changed from ${before} to ${after}: objects may be missing, or came twice`,
      ),
    ],
    [
      'Short',
      pairText(
        objects,
        total,
        (came, all) => `${came} of ${all} objects came, as the service counts them`,
      ),
    ],
    ['Partial', partial && `a page says at ${partial} that the service has not looked everywhere`],
    ['Cut', cut && `lists inside the objects are cut off: ${cut}`],
  );
};

const types = ['request', 'page', 'retry', 'refresh', 'restart', 'slowed', 'hold', 'end'] as const;
const numbers = ['page', 'attempt', 'objects', 'ms', 'delay', 'restarts', 'perMinute'] as const;
const names = ['endpoint', 'label'] as const;

type NamedField<Name extends string, A> = Readonly<Record<Name, A>>;

/** An event of a walk as the panel keeps it: numbers and short texts, 0 or empty where it says nothing of them. */
export interface SeenOfWalk
  extends NamedField<(typeof numbers)[number], number>, NamedField<(typeof names)[number], string> {
  readonly type: (typeof types)[number];
  readonly at: number;
  readonly walk: number;
  readonly failure: string;
  readonly unsubscribed: boolean;
  /** Under `durable`, an exception has ended it. */
  readonly failed: boolean;
  readonly doubts: ReadonlyArray<Fact>;
}

export interface SeenOfPolite {
  readonly type: 'polite';
  readonly at: number;
  readonly waiting: number;
  readonly inFlight: number;
  readonly heldUntil: number;
  /** Until when nothing is left of the service's limit; 0 where something is. */
  readonly usedUpUntil: number;
}

export type SeenEvent = SeenOfWalk | SeenOfPolite;

const numberOf = (value: unknown): number =>
  typeof value === 'number' && value >= 0 && value <= 8.64e15 ? value : 0;

const read = <Name extends string, A>(
  wanted: ReadonlyArray<Name>,
  fields: Fields,
  as: (value: unknown) => A,
) => Object.fromEntries(wanted.map((name) => [name, as(fields[name])])) as NamedField<Name, A>;

const seenOfPolite = (fields: Fields, at: number): SeenOfPolite => ({
  type: 'polite',
  at,
  ...read(['waiting', 'inFlight', 'heldUntil'], fields, numberOf),
  usedUpUntil: fields.remaining === 0 ? numberOf(fields.resetsAt) : 0,
});

/**
 * Reads an event of a client, or a line of a recording, which may come from anywhere. Nothing of it is kept but what is known
 * and bounded; undefined where it is not an event. One that does not say when it happened happens now.
 */
export const seenEvent = (value: unknown, now = 0): SeenEvent | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Fields;
  const at = numberOf(fields.at ?? now);
  if (fields.type === 'polite') return seenOfPolite(fields, at);
  const type = types.find((known) => known === fields.type);
  const walk = numberOf(fields.walk);
  if (type === undefined || walk === 0) return undefined;
  const isFailure = type === 'retry' || fields.error !== undefined;
  return {
    type,
    at,
    walk,
    ...read(numbers, fields, numberOf),
    ...read(names, fields, nameOf),
    unsubscribed: fields.unsubscribed === true,
    failed: fields.failed === true,
    failure: isFailure ? failureText(fields.failure ?? fields.error) : '',
    doubts: doubtFacts(fields),
  };
};
