type Fields = Readonly<Record<string, unknown>>;

/** What is longer would not be read. */
const maxLength = 300;

const word = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, maxLength) : typeof value === 'number' ? String(value) : '';

/** The first thing that is wrong: the panel has room for one. */
const firstProblem = (problems: unknown): string => {
  const [first] = Array.isArray(problems) ? (problems as ReadonlyArray<unknown>) : [];
  if (typeof first !== 'object' || first === null) return '';
  const { at, message } = first as Fields;
  return `${word(at)} ${word(message)}`.trim();
};

/**
 * What a failure says, in a line. It reads the fields of a `WalkError` wherever they came from: the error of a recording may
 * be anything.
 */
const failureText = (failure: unknown): string => {
  if (typeof failure !== 'object' || failure === null) return 'unknown failure';
  const { _tag, status, errorName, errorCode, reason, code, after, rule, problems, message } = failure as Fields;
  const said = [
    word(status),
    word(errorName) || word(errorCode),
    word(reason),
    word(code),
    word(rule),
    typeof after === 'number' ? `no response within ${after} ms` : '',
    firstProblem(problems),
    word(message),
  ].filter((text) => text !== '');
  const text = [word(_tag) || 'Failure', ...(said.length > 0 ? [said.join(' ')] : [])].join(': ');
  return text.slice(0, maxLength).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
};

const types = ['request', 'page', 'retry', 'refresh', 'restart', 'hold', 'end'] as const;

/** An event of a walk as the panel keeps it: numbers and short texts, 0 or empty where it says nothing of them. */
export interface SeenOfWalk {
  readonly type: (typeof types)[number];
  readonly at: number;
  readonly walk: number;
  readonly endpoint: string;
  readonly label: string;
  readonly page: number;
  readonly attempt: number;
  readonly objects: number;
  readonly ms: number;
  readonly delay: number;
  readonly restarts: number;
  readonly failure: string;
  readonly unsubscribed: boolean;
  readonly unseen: string;
}

/** The state of a `polite`. */
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

const numberOf = (value: unknown): number => (typeof value === 'number' && value >= 0 && value <= 8.64e15 ? value : 0);

const nameOf = (value: unknown): string => (typeof value === 'string' ? word(value) : '');

/**
 * Reads an event of a client, or a line of a recording, which may come from anywhere. Nothing of it is kept but what is known
 * and bounded; undefined where it is not an event. One that does not say when it happened happens now.
 */
export const seenEvent = (value: unknown, now = 0): SeenEvent | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Fields;
  const at = numberOf(fields.at ?? now);
  if (fields.type === 'polite') {
    const [waiting, inFlight] = [numberOf(fields.waiting), numberOf(fields.inFlight)];
    const usedUpUntil = fields.remaining === 0 ? numberOf(fields.resetsAt) : 0;
    return { type: 'polite', at, waiting, inFlight, heldUntil: numberOf(fields.heldUntil), usedUpUntil };
  }
  const type = types.find((known) => known === fields.type);
  const walk = numberOf(fields.walk);
  if (type === undefined || walk === 0) return undefined;
  const isFailure = type === 'retry' || fields.error !== undefined;
  return {
    type,
    at,
    walk,
    endpoint: nameOf(fields.endpoint),
    label: nameOf(fields.label),
    page: numberOf(fields.page),
    attempt: numberOf(fields.attempt),
    objects: numberOf(fields.objects),
    ms: numberOf(fields.ms),
    delay: numberOf(fields.delay),
    restarts: numberOf(fields.restarts),
    failure: isFailure ? failureText(fields.failure ?? fields.error) : '',
    unsubscribed: fields.unsubscribed === true,
    unseen: nameOf(fields.unseen),
  };
};
