import * as O from 'fp-ts/Option';
import { take } from 'rxjs';
import type { Classify, Client, PoliteState, WalkEvent } from '../../index';
import { classify } from '../../model/errors/classify';
import { createClient } from '../../client/createClient';
import { exactNumbers } from '../../model/records/Numbers';
import { polite } from '../../transport/polite/polite';
import { clockText } from '../../devtools/model/texts';
import { messageIn } from '../../model/errors/messageIn';
import type { Flags } from '../options/Option';
import type { outputOptions, patienceOptions, schemeOptions } from '../options/tables';
import type { ServiceConnection } from './connect';

/** What a service says about an error: if it has no words by a name, a short body is shown as it is. */
const readError: Classify = (response, sent) => {
  const reading = classify(response, sent);
  const { body } = response;
  const isShort = reading.errorName === undefined && body.length <= 300 && /\w/.test(body);
  const words = isShort ? O.tryCatch(() => messageIn(JSON.parse(body)) ?? body) : O.none;
  return O.isSome(words) ? { ...reading, message: words.value } : reading;
};

export type ClientFlags = Flags<typeof patienceOptions> &
  Pick<Flags<typeof outputOptions>, 'maxPages'> &
  Pick<Flags<typeof schemeOptions>, 'errors'>;

const anHour = 3_600_000;

/** In milliseconds: a wait that is worth a line where there is no progress line, and how much later the next such wait ends. */
const shortWait = 500;
const longWait = 10_000;

/** A wait for the service; `until` is 0 where it does not say for how long. */
interface Wait {
  readonly text: string;
  readonly until: number;
}

const waiting: Wait = { text: 'waiting for the service', until: 0 };

const waitingUntil = (until: number, why = waiting.text): Wait => ({
  text: `${why} until ${clockText(until, false)}`,
  until,
});

const usedUp = "the service's limit is used up";

/** The wait that a failure asks for, if it means "later". */
const retryWait = (event: WalkEvent): Wait | undefined => {
  if (event.type !== 'retry' || event.failure._tag !== 'HttpFailure') return undefined;
  const { status, retryAfter = 0 } = event.failure;
  const isLimit = status === 403 || status === 429;
  if (retryAfter > 0) return waitingUntil(Date.now() + event.delay, isLimit ? usedUp : undefined);
  return status === 429 || status === 503 ? waiting : undefined;
};

/** A client that keeps the limits of the service, and knows when a walk waits for it. */
export const clientOf = (
  { transport, auth }: Pick<ServiceConnection, 'transport' | 'auth'>,
  flags: ClientFlags,
) => {
  const line =
    flags.polite === undefined ? undefined : polite({ ...flags.polite, maxHold: anHour });
  let asked: Wait | undefined;
  let saidUntil = 0;
  // A subscription that stayed would keep a timer, and with it the process, until a hold is over.
  const stateNow = (): PoliteState => {
    let now: PoliteState = { waiting: 0, inFlight: 0 };
    line?.state.pipe(take(1)).subscribe((state) => (now = state));
    return now;
  };
  const heldBy = ({ heldUntil, remaining, resetsAt = 0 }: PoliteState): Wait => {
    if (heldUntil === undefined) return waiting;
    // Two clocks say it: they may differ by a little.
    return remaining === 0 && resetsAt + 1_000 > heldUntil
      ? waitingUntil(resetsAt, usedUp)
      : waitingUntil(heldUntil);
  };
  const client = createClient({
    transport: line ? line(transport) : transport,
    auth,
    classify: flags.errors === undefined ? readError : classify,
    retry: { attempts: flags.attempts },
    numbers: exactNumbers,
  });
  return {
    client: {
      ...client,
      pages: (endpoint, params) => client.pages(endpoint, { ...params, maxPages: flags.maxPages }),
    } satisfies Client,
    /** Hears of an event; returns what there is to say of a wait that it begins, without a line for each of many short ones. */
    note: (event: WalkEvent): string => {
      asked = retryWait(event);
      const { text, until } = asked ?? (event.type === 'request' ? heldBy(stateNow()) : waiting);
      if (until < Math.max(Date.now() + shortWait, saidUntil + longWait)) return '';
      saidUntil = until;
      return text;
    },
    /** What the walk waits for, in a few words; empty where it does not wait. */
    waiting: (): string => {
      const state = stateNow();
      return asked?.text ?? (state.waiting > 0 ? heldBy(state).text : '');
    },
  };
};
