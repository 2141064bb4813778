import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { firstValueFrom, map, merge, take } from 'rxjs';
import type { Endpoint, PageStream } from '../../index';
import type { Source } from '../../model/endpoints/Paging';
import { at, byRule, type Paging } from '../../paging';
import { answerAdvice } from '../source/answerAdvice';
import { openSource, type Source as Service, type SourceFlags } from '../source/openSource';
import { complain, say } from '../terminal/Complaint';
import { printable } from '../terminal/text';
import { done, type ExitCode, failed, type Io, wrongUsage } from '../terminal/Io';
import { newTally } from '../walk/progress';
import { exitCodeOf, refusalOf, shownEnd, stopTextOf, type StreamEnd } from '../walk/StreamEnd';
import { type ClientFlags, clientOf } from '../walk/walks';
import { secretsIn } from './address';
import { endpointAt, type Target } from './anyWalk';
import { errorText } from './watchFirst';
import type { FirstAnswer } from './looked';
import { recognise } from './recognise';
import type { SchemeFlags } from './SchemeFlags';

type LookFlags = SourceFlags & ClientFlags & Pick<SchemeFlags, 'form' | 'errors'>;

/** No item is looked for yet: any JSON is an answer. */
const noItems: Source = { ...at(), read: () => [] };

/** A scheme that keeps the first answer, and ends there. */
const looking = (keep: (answer: FirstAnswer) => void): Paging =>
  byRule({
    cursor: t.never,
    next: ({ body, headers }) => {
      keep({ body, headers });
      return O.none;
    },
    write: () => ({}),
  });

/** Asks for the first page; a Left is why there is none. */
const ask = async (
  endpoint: Endpoint,
  params: Target['address']['params'],
  flags: LookFlags,
  service: Service,
  io: Io,
): Promise<E.Either<StreamEnd, unknown>> => {
  const pages: PageStream<unknown> = clientOf(service, flags).client.pages(endpoint, params);
  return firstValueFrom(
    merge(
      pages.pipe(map(E.mapLeft((error): StreamEnd => ({ _tag: 'Failed', error })))),
      io.interrupts.pipe(map((by) => E.left<StreamEnd>({ _tag: 'Interrupted', by }))),
    ).pipe(take(1)),
  );
};

/**
 * Looks at the first answer, says what it shows of how an API is paged, and prints the options that would walk it. Where
 * something else was asked for, nothing but that goes to standard output.
 */
export const look = async (target: Target, flags: LookFlags, io: Io, isAsked = true): Promise<ExitCode> => {
  let answer: FirstAnswer = { body: undefined, headers: {} };
  const described = endpointAt(target, {
    paging: looking((found) => (answer = { ...found, query: target.address.query, sent: target.body })),
    items: noItems,
    flags: { ...(flags.form && { form: true }), ...(flags.errors && { errors: flags.errors }) },
  });
  if (E.isLeft(described)) return complain(io, described.left);
  const service = await openSource(flags, io);
  if (E.isLeft(service)) return complain(io, service.left);
  try {
    const { gate } = service.right;
    const end = await ask(described.right, target.address.params, flags, service.right, io);
    if (E.isLeft(end)) {
      const tally = newTally();
      say(io, stopTextOf(shownEnd(end.left, gate), tally) ?? '');
      const advice = answerAdvice(refusalOf(end.left), 'walk', service.right, flags);
      if (advice !== '') say(io, advice);
      return exitCodeOf(end.left, tally);
    }
    const secrets = secretsIn(target.address);
    const mayShow = (text: string): boolean =>
      printable(text) === text && !secrets.some((secret) => text.includes(secret));
    const { options, lines, error } = recognise(answer, mayShow);
    if (error !== undefined) say(io, errorText(error, gate));
    for (const line of lines) say(io, line);
    if (options === undefined) return failed;
    if (isAsked) {
      io.stdout.write(`${options}\n`);
      return done;
    }
    say(io, `these options would walk it: ${options}`);
    return wrongUsage;
  } finally {
    await service.right.close();
  }
};
