import * as E from 'fp-ts/Either';
import { setTimeout as wait } from 'node:timers/promises';
import { firstValueFrom } from 'rxjs';
import type { HttpRequest, HttpResponse, Transport, TransportFailure } from '../../index';
import type { Gate } from '../terminal/gate';
import type { Answer } from './Answer';
import { readAnswer } from './readAnswer';

/** The conventions say nothing of busy services and broken connections: they break no rule, and are tried again. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const attempts = 4;
const firstDelay = 100;
const longestDelay = 5_000;

const isPassing = (result: E.Either<TransportFailure, HttpResponse>): boolean =>
  E.isRight(result) ? passing.has(result.right.status) : result.left._tag === 'NetworkFailure';

const delayAfter = (result: E.Either<TransportFailure, HttpResponse>, attempt: number): number => {
  const asked = E.isRight(result) ? Number(result.right.headers['retry-after']) * 1000 : NaN;
  return Math.min(longestDelay, Number.isFinite(asked) ? asked : firstDelay * 2 ** (attempt - 1));
};

const tellFailure = (failure: TransportFailure): string => {
  switch (failure._tag) {
    case 'NetworkFailure':
      return failure.reason;
    case 'TimedOut':
      return `none within ${failure.after} ms`;
    case 'ResponseTooLarge':
      return `more than ${failure.limit} bytes`;
    case 'NotUtf8':
      return 'bytes that are not UTF-8';
  }
};

/** Sends one request, and reads whatever comes back. */
export const ask = async (
  transport: Transport,
  request: HttpRequest,
  sent: { readonly pageToken: boolean },
  gate: Gate,
): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    const result = await firstValueFrom(transport(request));
    if (attempt < attempts && isPassing(result)) await wait(delayAfter(result, attempt));
    else if (E.isRight(result)) return readAnswer(result.right, sent, gate);
    else return { _tag: 'Silent', problem: gate.said(tellFailure(result.left)) };
  }
};
