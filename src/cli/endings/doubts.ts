import type { Doubt } from '../../index';
import type { Asked } from '../connection/answerAdvice';
import type { Gate } from '../terminal/gate';
import type { Tally } from '../terminal/progress';
import { counted, grouped } from '../terminal/text';
import { isMoreElsewhere } from './endings';
import type { StreamEnd } from './StreamEnd';

/** What is known of the list that was walked. */
export interface Doubted {
  readonly asked: Asked;
  readonly request: Readonly<Record<string, unknown>>;
  readonly beginsAt?: string | undefined;
  readonly nextElsewhere: () => string | undefined;
  readonly flaw?: () => string | undefined;
  readonly remarks: (gate: Gate) => ReadonlyArray<string>;
}

/** What a walk has come to. */
export interface WalkOutcome {
  readonly end: StreamEnd;
  readonly tally: Tally;
  readonly limit: number;
  readonly doubt: Doubt;
  /** How many pages came in the last round of this run, and whether the last one was empty. */
  readonly pages: number;
  readonly isEmpty: boolean;
  /** An earlier run has seen what leads to the next page, and how many items there are. */
  readonly isLater: boolean;
  /** With --mark: how many objects the last run brought, and how a mark is asked for. */
  readonly lastRun?: number | undefined;
  readonly asks?: ((mark: string) => string) | undefined;
  /** A later run ends where it comes to what is known, and not with the last page. */
  readonly isNewestFirst: boolean;
}

/** One thing to say of a walk. Some mean that it has failed, though it came to its end. */
export interface EndNote {
  readonly text: string;
  readonly isFailure: boolean;
}

const elsewhereText = (
  { end, doubt: { unseen } }: WalkOutcome,
  missed: string | undefined,
  elsewhere: string,
): string => {
  const found = `the first response has ${elsewhere}`;
  if (end._tag !== 'Done') return found;
  const at = unseen ?? missed;
  return at === undefined
    ? `the walk ended after one page, but ${found}`
    : `no page had anything at ${at}, but ${found}`;
};

/** Where the first response names a next page to which the walk did not lead. */
const elsewhereOf = (walk: Doubted, to: WalkOutcome): string | undefined => {
  const { end, tally, limit, doubt, pages, isLater } = to;
  if (isLater && to.isNewestFirst) return undefined;
  const isConventional = walk.asked !== 'walk';
  // A list without a nextPageToken is whole, and so is a page without a next one. Most lists of an item are one page.
  const isOnePage = pages === 1 && tally.objects < limit && walk.request.each === undefined;
  const isUnseen = doubt.unseen !== undefined && !isLater;
  const isLooked = isUnseen || isConventional || isOnePage;
  return isLooked && (end._tag === 'Done' || isMoreElsewhere(end))
    ? walk.nextElsewhere()
    : undefined;
};

const shortText = ({ objects, total }: NonNullable<Doubt['short']>): string =>
  `the service has a total of ${grouped(total)}, but ${counted(objects, 'object')} came: look up how the API is paged, or ` +
  'give --no-check-end if the total means something else';

const cutText = (cut: NonNullable<Doubt['cut']>): string =>
  `items have lists that are cut off: ${cut.map(({ at, objects }) => `${at} of ${counted(objects, 'item')}`).join(', ')} (--each and --then read a list of each item)`;

/** What it missed, or brought twice, cannot be known. */
const shiftedText = ({ from, to, in: unit }: NonNullable<Doubt['shifted']>): string =>
  `the ${unit === 'pages' ? 'number of the last page' : 'total'} changed from ${grouped(from)} to ${grouped(to)} while it ran: objects that moved from one page to another may be missing or come twice`;

/** What is new is read by numbers that move: what was read of a page is not read again. */
const numberedText = ({ request }: Doubted, to: WalkOutcome): string | undefined =>
  to.end._tag === 'Done' &&
  (request.offset ?? request.page) !== undefined &&
  (to.isNewestFirst || to.asks !== undefined)
    ? 'items that move to a page that was read are missed: read everything now and then, or walk by a cursor (--mark)'
    : undefined;

/** What to ask about a service that goes round in circles: it may not know the parameter that was sent. */
const circleText = ({ request }: Doubted, { end, isEmpty }: WalkOutcome): string | undefined => {
  const isCircle =
    end._tag === 'Failed' &&
    end.error._tag === 'ProtocolViolation' &&
    end.error.rule.startsWith('Repeated') &&
    end.error.at === undefined;
  if (!isCircle) return undefined;
  const led = (['cursor', 'link'] as const).find((name) => request[name] !== undefined);
  if (isEmpty && led !== undefined)
    return `the last page was empty, and had a ${led}: --until-empty ends the walk with such a page`;
  const sent = [request.to ?? request.offset ?? request.page ?? []].flat().map(String);
  return sent.length === 0
    ? undefined
    : `the service was asked for the next page by ${sent.join(' and ')}, and sent the same again: does it use another name for that?`;
};

/** All that there is to say of a walk beside how it ended. */
export const endNotes = (walk: Doubted, to: WalkOutcome, gate: Gate): ReadonlyArray<EndNote> => {
  const { end, tally, doubt, isLater, lastRun = 0, asks } = to;
  const { shifted, partial, cut } = doubt;
  const safe = (text: string): string => gate.said(text, true)();
  const elsewhere = elsewhereOf(walk, to);
  const missed = elsewhere !== undefined && walk.asked !== 'walk' ? 'nextPageToken' : undefined;
  const short =
    elsewhere === undefined && walk.beginsAt === undefined && !isLater ? doubt.short : undefined;
  const isNothing = end._tag === 'Done' && tally.objects === 0;
  const since = isNothing && lastRun > 0 ? tally.since : undefined;

  const failures = [
    elsewhere && safe(elsewhereText(to, missed, elsewhere)),
    short && shortText(short),
    partial &&
      safe(
        `a response says at ${partial} that the service has not looked everywhere: ask for less, or later`,
      ),
    isNothing ? walk.flaw?.() : undefined,
  ];
  const remarks = [
    cut && safe(cutText(cut)),
    ...walk.remarks(gate),
    circleText(walk, to),
    since && safe(`nothing came, and the service was asked for ${asks?.(since) ?? ''}`),
    shifted && shiftedText(shifted),
    numberedText(walk, to),
  ];
  const said = (isFailure: boolean) => (text: string | undefined) =>
    text === undefined || text === '' ? [] : [{ text, isFailure }];
  return [...failures.flatMap(said(true)), ...remarks.flatMap(said(false))];
};
