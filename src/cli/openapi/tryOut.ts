import * as E from 'fp-ts/Either';
import { asking, type LookFlags } from '../anyApi/lookCommand';
import { recognise, type Recognition } from '../anyApi/recognise';
import type { ServiceConnection } from '../connection/connect';
import { printable } from '../terminal/text';
import type { Io } from '../terminal/Io';
import { newTally } from '../terminal/progress';
import { stopTextOf } from '../endings/endings';
import type { StreamEnd } from '../endings/StreamEnd';
import { shownEnd } from '../endings/tellEnd';
import { slotOf } from './lists';
import type { Operation } from './operations';

/** What a response shows of an operation, or why there is none: `end`, where nothing else should be asked for. */
export interface Shown {
  readonly paging?: Recognition | undefined;
  readonly problem?: string | undefined;
  readonly end?: StreamEnd;
}

/** Sends one GET, without retries. What it shows counts if the parameters that it names are those of the document. */
export const tryOut = async (
  operation: Operation,
  source: ServiceConnection,
  flags: LookFlags,
  io: Io,
): Promise<Shown> => {
  const { method, path, parameters } = operation;
  if (method !== 'GET' || parameters.some(({ isRequired, part }) => isRequired || part === 'path'))
    return {};
  const address = { origin: source.url, path, params: {}, name: 'item', query: new Map() };
  const asked = asking({ address, body: undefined }, { ...flags, attempts: 1 });
  if (E.isLeft(asked)) return { problem: asked.left.message };
  const answer = await asked.right(source, io);
  if (E.isLeft(answer)) {
    const problem = stopTextOf(shownEnd(answer.left, source.gate), newTally());
    return answer.left._tag === 'Interrupted' ? { problem, end: answer.left } : { problem };
  }
  const { paging } = recognise(answer.right, (text) => printable(text) === text);
  const { to = [], page, offset } = paging?.options ?? {};
  const isKnown = [...to, page, offset].every(
    (slot) => slot === undefined || parameters.some((one) => slotOf(one) === slot),
  );
  // A response that shows no pages is no more than what the document says.
  return isKnown && to.length < 2 && paging?.scheme !== 'onePage' ? { paging } : {};
};
