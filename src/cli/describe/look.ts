import * as E from 'fp-ts/Either';
import type { PageStream } from '../../index';
import type { Source } from '../../model/endpoints/Paging';
import { at, onePage } from '../../paging';
import { type SourceFlags, withSource } from '../source/openSource';
import { complain, say } from '../terminal/Complaint';
import { printable, quoted } from '../terminal/text';
import { done, type ExitCode, failed, type Io, wrongUsage } from '../terminal/Io';
import { newTally } from '../walk/progress';
import { firstOf, tellEnd } from '../walk/StreamEnd';
import { type ClientFlags, clientOf } from '../walk/walks';
import { secretsIn } from './address';
import { endpointAt, type Target } from './anyWalk';
import { errorText } from './errorWords';
import type { FirstAnswer } from './looked';
import { lineOf, recognise } from './recognise';
import type { SchemeFlags } from './SchemeFlags';

type LookFlags = SourceFlags & ClientFlags & Pick<SchemeFlags, 'form' | 'errors' | 'header'>;

/**
 * Looks at the first response, says what it shows of how an API is paged, and prints the options that would walk it. Where
 * something else was asked for, nothing but that goes to standard output.
 */
export const look = async (target: Target, flags: LookFlags, io: Io, isAsked = true): Promise<ExitCode> => {
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
      ...(flags.errors && { errors: flags.errors }),
      ...(flags.header && { header: flags.header }),
    },
  });
  if (E.isLeft(described)) return complain(io, described.left);
  return withSource(flags, io, async (source) => {
    const pages: PageStream<unknown> = clientOf(source, flags).client.pages(described.right, target.address.params);
    const end = await firstOf(pages, io);
    if (E.isLeft(end)) {
      return tellEnd(end.left, newTally(), { source, asked: 'walk', flags }, (text) => say(io, text));
    }
    const secrets = secretsIn(target.address);
    const mayShow = (text: string): boolean =>
      printable(text) === text && !secrets.some((secret) => text.includes(secret));
    const { paging, firstPage, lines, error } = recognise(answer, mayShow);
    if (error !== undefined) say(io, errorText(error, source.gate));
    for (const line of lines) say(io, line);
    const line = paging ? lineOf(paging) : firstPage && quoted(firstPage);
    if (line === undefined) return failed;
    if (isAsked) {
      io.stdout.write(`${line}\n`);
      return done;
    }
    say(io, `these options would walk it: ${line}`);
    return wrongUsage;
  });
};
