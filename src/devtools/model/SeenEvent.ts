type Fields = Readonly<Record<string, unknown>>;

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

const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

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
  return printable(text.slice(0, maxLength));
};

/** Somewhere in a walk. @inline */
interface OfWalk {
  readonly at: number;
  readonly walk: number;
  readonly endpoint: string;
  readonly label: string;
  readonly page: number;
}

/** An event as the panel keeps it: numbers and short texts, whatever came. */
export type SeenEvent =
  | (OfWalk & { readonly type: 'request'; readonly attempt: number })
  | (OfWalk & { readonly type: 'page'; readonly objects: number; readonly ms: number })
  | (OfWalk & { readonly type: 'retry'; readonly delay: number; readonly failure: string })
  | (OfWalk & { readonly type: 'refresh' })
  | (OfWalk & { readonly type: 'restart'; readonly restarts: number })
  | (OfWalk & { readonly type: 'hold'; readonly ms: number })
  | (OfWalk & {
      readonly type: 'end';
      readonly pages: number;
      readonly objects: number;
      readonly failure?: string;
      readonly unsubscribed: boolean;
      readonly unseen: string;
    })
  | {
      readonly type: 'polite';
      readonly at: number;
      readonly waiting: number;
      readonly inFlight: number;
      readonly heldUntil: number;
      /** Until when nothing is left of the service's limit; 0 where something is. */
      readonly usedUpUntil: number;
    };

/** Names are for people: what is longer would not be read. */
const maxNameLength = 200;

const numberOf = (value: unknown): number => (typeof value === 'number' && value >= 0 && value <= 8.64e15 ? value : 0);

const nameOf = (value: unknown): string =>
  typeof value !== 'string' ? '' : value.length > maxNameLength ? value.slice(0, maxNameLength) : value;

/**
 * Reads an event of a client, or a line of a recording, which may come from anywhere. Nothing of it is kept but what is known
 * and bounded; undefined where it is not an event. One that does not say when it happened happens now.
 *
 * There may be many thousands in a second: each becomes one object, which is written out, for a spread costs several times as
 * much.
 */
export const seenEvent = (value: unknown, now = 0): SeenEvent | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Fields;
  const { type } = fields;
  const at = numberOf(fields.at ?? now);
  if (type === 'polite') {
    const [waiting, inFlight] = [numberOf(fields.waiting), numberOf(fields.inFlight)];
    const usedUpUntil = fields.remaining === 0 ? numberOf(fields.resetsAt) : 0;
    return { type, at, waiting, inFlight, heldUntil: numberOf(fields.heldUntil), usedUpUntil };
  }
  const walk = numberOf(fields.walk);
  if (walk === 0) return undefined;
  const endpoint = nameOf(fields.endpoint);
  const label = nameOf(fields.label);
  const page = numberOf(fields.page);
  switch (type) {
    case 'request':
      return { at, walk, endpoint, label, page, type, attempt: numberOf(fields.attempt) };
    case 'page':
      return { at, walk, endpoint, label, page, type, objects: numberOf(fields.objects), ms: numberOf(fields.ms) };
    case 'retry': {
      const failure = failureText(fields.failure);
      return { at, walk, endpoint, label, page, type, delay: numberOf(fields.delay), failure };
    }
    case 'refresh':
      return { at, walk, endpoint, label, page, type };
    case 'restart':
      return { at, walk, endpoint, label, page, type, restarts: numberOf(fields.restarts) };
    case 'hold':
      return { at, walk, endpoint, label, page, type, ms: numberOf(fields.ms) };
    case 'end': {
      const [pages, objects] = [numberOf(fields.pages), numberOf(fields.objects)];
      const failure = fields.error === undefined ? {} : { failure: failureText(fields.error) };
      const unsubscribed = fields.unsubscribed === true;
      const unseen = nameOf(fields.unseen);
      return { at, walk, endpoint, label, page, type, pages, objects, unsubscribed, unseen, ...failure };
    }
    default:
      return undefined;
  }
};
