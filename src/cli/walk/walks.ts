import type { PageStream } from '../../client/Client';
import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { take } from 'rxjs';
import {
  classify,
  type Classify,
  type Client,
  createClient,
  type Demand,
  type Doubt,
  exactNumbers,
  listObjects,
  type Mark,
  type ObjectRecord,
  type Place,
  polite,
  type PoliteState,
  Query,
  searchObjects,
  type WalkEvent,
} from '../../index';
import { clockText } from '../../devtools/model/texts';
import type { Asked } from '../source/answerAdvice';
import { messageIn } from '../../model/errors/messageIn';
import { parseWhole } from '../../model/json/parseWhole';
import type { Flags } from '../options/Option';
import type { outputOptions, patienceOptions, schemeOptions } from '../options/tables';
import type { Source } from '../source/openSource';
import { type Checked, misuse, reasonOf } from '../terminal/Complaint';
import type { Gate } from '../terminal/gate';

export const readQuery = (text: string): Checked<Query> => {
  try {
    const query = parseWhole(text);
    return Query.is(query) && !Array.isArray(query)
      ? E.right(query)
      : E.left(
          misuse('--query must be a JSON object with a string `type`, such as {"type":"empty"}'),
        );
  } catch (error) {
    return E.left(misuse(`--query is not JSON: ${reasonOf(error)}`));
  }
};

export interface Walk {
  readonly subject: string;
  readonly request: Readonly<Record<string, unknown>>;
  /** Where the first response names a next page, if something in it looks like that. */
  readonly nextElsewhere?: () => string | undefined;
  /** Where its address begins, if that is later than with the first page: then a total is more than what comes. */
  readonly beginsAt?: string | undefined;
  /** What the end leaves in doubt, if there are several lists: the last of them does not say it of the others. */
  readonly doubt?: () => Doubt;
  /** Why nothing came, although nothing has failed. */
  readonly flaw?: () => string | undefined;
  /** What there is to say of the last response: that it is an error, or what it lacks. */
  readonly remarks?: (gate: Gate) => ReadonlyArray<string>;
  /** Its pages, wherever the client leads and whatever paces it; from a place on, or from the first page. */
  readonly pages: (
    client: Client,
    valve: Demand,
    place?: Place,
    mark?: Mark,
  ) => PageStream<ObjectRecord>;
}

export const askedOf = ({ request: { command } }: Walk): Asked =>
  command === 'search' || command === 'walk' ? command : 'list';

/** Makes the walk; what the arguments leave out, only the embedded service can fill in. */
export type WalkOf = (source: Pick<Source, 'embedded'>) => Checked<Walk>;

export interface ListArguments {
  readonly ontologyRid: string | undefined;
  readonly objectType: string | undefined;
  readonly pageSize?: number;
  readonly snapshot?: boolean;
}

export interface SearchArguments {
  readonly objectType: string | undefined;
  readonly apiFamily?: string;
  readonly query?: string;
}

/** `pagewalk list`: list objects, revision 1.0. */
export const listWalk =
  ({ pageSize, snapshot, ...given }: ListArguments): WalkOf =>
  (source) => {
    const embedded = O.toUndefined(source.embedded);
    const ontologyRid = given.ontologyRid ?? embedded?.ontologyRid;
    const objectType = given.objectType ?? embedded?.listType;
    if (ontologyRid === undefined || objectType === undefined) {
      return E.left(
        misuse('list needs ONTOLOGY_RID and OBJECT_TYPE where --base-url names a service'),
      );
    }
    const params = { ontologyRid, objectType, pageSize, snapshot };
    return E.right({
      subject: objectType,
      request: {
        command: 'list',
        ...params,
        pageSize: pageSize ?? null,
        snapshot: snapshot ?? false,
      },
      pages: (client, valve, place) => client.pages(listObjects, { ...params, valve, place }),
    });
  };

/** `pagewalk search`: search objects, revision 2.0. */
export const searchWalk =
  (given: SearchArguments): WalkOf =>
  (source) => {
    const embedded = O.toUndefined(source.embedded);
    const apiFamily = given.apiFamily ?? embedded?.apiFamily;
    const objectType = given.objectType ?? embedded?.searchType;
    if (apiFamily === undefined || objectType === undefined) {
      return E.left(
        misuse('search needs OBJECT_TYPE and --api-family where --base-url names a service'),
      );
    }
    return pipe(
      readQuery(given.query ?? '{"type":"empty"}'),
      E.map((query): Walk => {
        const params = { apiFamily, objectType, query };
        return {
          subject: objectType,
          request: { command: 'search', ...params },
          pages: (client, valve, place) => client.pages(searchObjects, { ...params, valve, place }),
        };
      }),
    );
  };

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
const waitOf = (event: WalkEvent): Wait | undefined => {
  if (event.type !== 'retry' || event.failure._tag !== 'HttpFailure') return undefined;
  const { status, retryAfter = 0 } = event.failure;
  const isLimit = status === 403 || status === 429;
  if (retryAfter > 0) return waitingUntil(Date.now() + event.delay, isLimit ? usedUp : undefined);
  return status === 429 || status === 503 ? waiting : undefined;
};

/** A client that keeps the limits of the service, and knows when a walk waits for it. */
export const clientOf = (
  { transport, auth }: Pick<Source, 'transport' | 'auth'>,
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
      asked = waitOf(event);
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
