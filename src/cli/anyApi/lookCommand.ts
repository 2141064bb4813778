import * as E from 'fp-ts/Either';
import type { PageStream } from '../../client/Client';
import type { Source } from '../../model/paging/sources';
import { at, onePage } from '../../paging';
import { printText } from '../sinks/printText';
import {
  type ServiceConnection,
  type ConnectionFlags,
  withConnection,
} from '../connection/connect';
import { type Checked, complain, say } from '../terminal/Complaint';
import { printable, quoted } from '../terminal/text';
import { type ExitCode, failed, type Io, wrongUsage } from '../terminal/Io';
import { newTally } from '../terminal/progress';
import type { StreamEnd } from '../endings/StreamEnd';
import { firstOf, tellEnd } from '../endings/tellEnd';
import { type ClientFlags, clientOf } from '../connection/client';
import { secretsIn } from '../plan/address';
import { endpointAt, type Target } from '../plan/target';
import { errorText } from './errorWords';
import type { FirstAnswer } from './firstResponse';
import { lineOf, recognise } from './recognise';
import type { SchemeFlags } from '../plan/scheme';

export type LookFlags = ConnectionFlags &
  ClientFlags &
  Pick<SchemeFlags, 'form' | 'errors' | 'header' | 'method'>;

/** Asks for the first response of an API. */
export const asking = (
  target: Target,
  flags: LookFlags,
): Checked<(source: ServiceConnection, io: Io) => Promise<E.Either<StreamEnd, FirstAnswer>>> => {
  let answer: FirstAnswer = { body: undefined, headers: {} };
  // No item is looked for yet: any JSON is a response.
  const items: Source = {
    ...at(),
    read: (found) => {
      answer = { ...found, query: target.address.query, sent: target.body };
      return [];
    },
  };
  const described = endpointAt(target, {
    paging: onePage(),
    items,
    flags: {
      checkEnd: false,
      ...(flags.form && { form: true }),
      ...(flags.method && { method: flags.method }),
      ...(flags.errors && { errors: flags.errors }),
      ...(flags.header && { header: flags.header }),
    },
  });
  return E.map(
    (endpoint: typeof described extends Checked<infer A> ? A : never) =>
      async (source: ServiceConnection, io: Io) => {
        const pages: PageStream<unknown> = clientOf(source, flags).client.pages(
          endpoint,
          target.address.params,
        );
        return E.map(() => answer)(await firstOf(pages, io));
      },
  )(described);
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
  const asked = asking(target, flags);
  if (E.isLeft(asked)) return complain(io, asked.left);
  return withConnection(flags, io, async (source) => {
    const end = await asked.right(source, io);
    if (E.isLeft(end)) {
      return tellEnd(end.left, newTally(), { source, asked: 'walk', flags }, (text) =>
        say(io, text),
      );
    }
    const secrets = secretsIn(target.address);
    const mayShow = (text: string): boolean =>
      printable(text) === text && !secrets.some((secret) => text.includes(secret));
    const { paging, firstPage, lines, error } = recognise(end.right, mayShow);
    if (error !== undefined) say(io, errorText(error, source.gate));
    for (const line of lines) say(io, line);
    const line = paging ? lineOf(paging) : firstPage && quoted(firstPage);
    if (line === undefined) return failed;
    if (isAsked) return printText('the options', `${line}\n`, io, io.objects);
    say(io, `these options would walk it: ${line}`);
    return wrongUsage;
  });
};
