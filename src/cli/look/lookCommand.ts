import * as E from 'fp-ts/Either';
import type { PageStream } from '../../client/Client';
import { at, onePage } from '../../paging';
import { printText } from '../sinks/printText';
import {
  type ServiceConnection,
  type ConnectionFlags,
  withConnection,
} from '../connection/connect';
import { type Checked, complain, say } from '../terminal/Complaint';
import { counted, grouped, printableLine, shellWord } from '../terminal/text';
import { type ExitCode, failed, type Io, wrongUsage } from '../terminal/Io';
import { newTally } from '../terminal/progress';
import type { StreamEnd } from '../endings/StreamEnd';
import { firstValue, tellEnd } from '../endings/tellEnd';
import { type ClientFlags, clientOf } from '../connection/client';
import type { PlannedEndpoint } from '../plan/Plan';
import { endpointAt, type Target, targetSecrets } from '../plan/target';
import { errorText } from './errorWords';
import type { FirstAnswer } from './response';
import { type Probed, type Probing, tryWays } from './probe';
import { lineOf, type Look, type Recognition, recognise } from './recognise';
import type { SchemeFlags } from '../plan/scheme';
import { likeliestOf } from './PageWay';
import type { SchemeName } from '../options/tables';

export type LookFlags = ConnectionFlags &
  ClientFlags &
  Pick<SchemeFlags, 'form' | 'errors' | 'header' | 'method'> & { readonly probe?: boolean };

/** An endpoint whose response may be any JSON: no item is looked for yet. */
export const anyEndpoint = (
  target: Target,
  { form, method, errors, header }: LookFlags,
): Checked<PlannedEndpoint> =>
  endpointAt(target, {
    paging: onePage(),
    items: { ...at(), read: () => [] },
    flags: {
      checkEnd: false,
      ...(form && { form }),
      ...(method && { method }),
      ...(errors && { errors }),
      ...(header && { header }),
    },
  });

/** Asks for the first response of an API. */
export const askFirst = async (
  endpoint: PlannedEndpoint,
  { address, body }: Target,
  flags: LookFlags,
  source: Pick<ServiceConnection, 'transport' | 'auth'>,
  io: Io,
): Promise<E.Either<StreamEnd, FirstAnswer>> => {
  let answer: FirstAnswer = { body: undefined, headers: {} };
  const seen: PlannedEndpoint = { ...endpoint, onlooker: (found) => (answer = found) };
  const pages: PageStream<unknown> = clientOf(source, flags).client.pages(seen, address.params);
  return E.map(() => ({ ...answer, query: address.query, sent: body }))(
    await firstValue(pages, io),
  );
};

const firstEmpty =
  'the first empty page ends the walk: if a page behind the last one is refused, add --past-end and the status';

/** Said of a line that is verified, though no page but the last one shows whether it ends the walk. */
const unseenEnds: Readonly<Partial<Record<SchemeName, string>>> = {
  cursor:
    'the first page without a cursor ends the walk: if the last page has one, too, add --until-empty',
  page: firstEmpty,
  offset: firstEmpty,
};

/** A way with what a probe has found. What nothing has proven is a guess, if there is more. */
const withProof = (
  likeliest: Recognition | undefined,
  { way, others, again = 0, sent, end }: Probed,
): Recognition | undefined => {
  const requests = `${counted(sent, 'request')} beside the first`;
  if (way !== undefined) {
    const [what = '', ...guesses] = way.reasons;
    const rest = guesses.filter((text) => text.startsWith('--items'));
    const behind = again > 0 ? ` behind ${grouped(again)} of page 1` : '';
    const verified = `verified: page 2 has ${counted(others, 'other item')}${behind} (${requests})`;
    const unseen = way.isEndUnseen ? unseenEnds[way.scheme] : undefined;
    const ending = unseen === undefined ? [] : [unseen];
    return { ...way, reasons: [what, ...rest, verified, ...ending] };
  }
  if (likeliest === undefined || sent === 0) return likeliest;
  const { certainty, reasons } = likeliest;
  const why = end ? 'the service refuses to be asked for more' : 'no page 2 continues page 1';
  const unproven = `${why} (${requests})`;
  const guess = certainty === 'guess' ? unproven : `these options are a guess: ${unproven}`;
  return { ...likeliest, certainty: 'guess', reasons: [...reasons, guess] };
};

/** The likeliest way, or the one that a second page has proven. A Left is an interruption. */
const proven = async (
  { response, ways, isMore }: Look,
  given: Omit<Probing, 'response'>,
): Promise<E.Either<StreamEnd, Recognition | undefined>> => {
  const likeliest = likeliestOf(ways);
  const { method = given.target.body === undefined ? 'GET' : 'POST' } = given.flags;
  if (response === undefined || isMore === false || method !== 'GET') return E.right(likeliest);
  const probed = await tryWays({ ...given, response }, ways);
  return probed.end?._tag === 'Interrupted'
    ? E.left(probed.end)
    : E.right(withProof(likeliest, probed));
};

/** What there is to say of a response and of the way that was found. */
const linesOf = ({ lines }: Look, way: Recognition | undefined): ReadonlyArray<string> => {
  const isNumbered = way?.scheme === 'offset' || way?.scheme === 'page';
  return [
    ...(way?.reasons ?? []),
    ...(way?.isLong === true ? [] : lines),
    ...(isNumbered
      ? ['pages have numbers here: --ahead 8 would ask for eight of them at once']
      : []),
  ];
};

/**
 * Looks at the first response, says what it shows of how an API is paged, and prints the options that would walk it. Where
 * something else was asked for, nothing but that goes to standard output.
 */
export const lookCommand = async (
  target: Target,
  flags: LookFlags,
  io: Io,
  isAsked = true,
): Promise<ExitCode> => {
  const endpoint = anyEndpoint(target, flags);
  if (E.isLeft(endpoint)) return complain(io, endpoint.left);
  return withConnection(flags, io, async (source) => {
    const tell = (text: string): void => say(io, text);
    const stopped = (end: StreamEnd): ExitCode =>
      tellEnd(end, newTally(), { source, asked: 'walk', flags }, tell);
    const answer = await askFirst(endpoint.right, target, flags, source, io);
    if (E.isLeft(answer)) return stopped(answer.left);
    const secrets = targetSecrets(target);
    const mayShow = (text: string): boolean =>
      printableLine(text) === text && !secrets.some((secret) => text.includes(secret));
    const looked = recognise(answer.right, mayShow);
    const { firstPage, error } = looked;
    const mayProbe = isAsked && flags.probe !== false;
    const found = mayProbe
      ? await proven(looked, { target, flags, source, io })
      : E.right(likeliestOf(looked.ways));
    if (E.isLeft(found)) return stopped(found.left);
    const way = found.right;
    if (error !== undefined) tell(errorText(error, source.gate));
    linesOf(looked, way).forEach(tell);
    const line = way ? lineOf(way) : firstPage && shellWord(firstPage);
    if (line === undefined) return failed;
    if (isAsked) return printText('the options', `${line}\n`, io, io.objects);
    say(io, `these options would walk it: ${line}`);
    return wrongUsage;
  });
};
