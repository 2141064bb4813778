import { failureText } from './failureText';

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
    })
  | {
      readonly type: 'polite';
      readonly at: number;
      readonly waiting: number;
      readonly inFlight: number;
      readonly heldUntil: number;
    };

type Fields = Readonly<Record<string, unknown>>;

/** Names are for people: what is longer would not be read. */
const maxNameLength = 200;

const numberOf = (value: unknown): number => (typeof value === 'number' && value >= 0 && value <= 8.64e15 ? value : 0);

const nameOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, maxNameLength) : '');

const ofType = (of: OfWalk, fields: Fields): SeenEvent | undefined => {
  switch (fields.type) {
    case 'request':
      return { ...of, type: 'request', attempt: numberOf(fields.attempt) };
    case 'page':
      return { ...of, type: 'page', objects: numberOf(fields.objects), ms: numberOf(fields.ms) };
    case 'retry':
      return { ...of, type: 'retry', delay: numberOf(fields.delay), failure: failureText(fields.failure) };
    case 'refresh':
      return { ...of, type: 'refresh' };
    case 'restart':
      return { ...of, type: 'restart', restarts: numberOf(fields.restarts) };
    case 'hold':
      return { ...of, type: 'hold', ms: numberOf(fields.ms) };
    case 'end':
      return {
        ...of,
        type: 'end',
        pages: numberOf(fields.pages),
        objects: numberOf(fields.objects),
        unsubscribed: fields.unsubscribed === true,
        ...(fields.error !== undefined && { failure: failureText(fields.error) }),
      };
    default:
      return undefined;
  }
};

/**
 * Reads an event of a client, or a line of a recording, which may come from anywhere. Nothing of it is kept but what is known
 * and bounded; undefined where it is not an event.
 */
export const seenEvent = (value: unknown): SeenEvent | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Fields;
  const at = numberOf(fields.at);
  if (fields.type === 'polite') {
    const [waiting, inFlight] = [numberOf(fields.waiting), numberOf(fields.inFlight)];
    return { type: 'polite', at, waiting, inFlight, heldUntil: numberOf(fields.heldUntil) };
  }
  const walk = numberOf(fields.walk);
  if (walk === 0) return undefined;
  const [endpoint, label] = [nameOf(fields.endpoint), nameOf(fields.label)];
  return ofType({ at, walk, endpoint, label, page: numberOf(fields.page) }, fields);
};
