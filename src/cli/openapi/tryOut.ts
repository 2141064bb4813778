import * as E from 'fp-ts/Either';
import { anyEndpoint, askFirst, type LookFlags } from '../look/lookCommand';
import { recognise, type Recognition } from '../look/recognise';
import { likeliestOf } from '../look/PageWay';
import type { ServiceConnection } from '../connection/connect';
import { printableLine } from '../terminal/text';
import type { Io } from '../terminal/Io';
import { newTally } from '../terminal/progress';
import { stopTextOf } from '../endings/endings';
import type { StreamEnd } from '../endings/StreamEnd';
import { shownEnd } from '../endings/tellEnd';
import type { Operation } from './operations';

/** What a response shows of an operation, or why there is none: `end`, where nothing else should be asked for. */
export interface TriedEndpoint {
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
): Promise<TriedEndpoint> => {
  const { method, path, parameters } = operation;
  if (method !== 'GET' || parameters.some(({ isRequired, part }) => isRequired || part === 'path'))
    return {};
  const address = { origin: source.url, path, params: {}, name: 'item', query: new Map() };
  const target = { address, body: undefined };
  const endpoint = anyEndpoint(target, flags);
  if (E.isLeft(endpoint)) return { problem: endpoint.left.message };
  const answer = await askFirst(endpoint.right, target, { ...flags, attempts: 1 }, source, io);
  if (E.isLeft(answer)) {
    const problem = stopTextOf(shownEnd(answer.left, source.gate), newTally());
    return answer.left._tag === 'Interrupted' ? { problem, end: answer.left } : { problem };
  }
  const takes = parameters.filter(({ part }) => part === 'query').map(({ name }) => name);
  const looked = recognise({ ...answer.right, takes }, (text) => printableLine(text) === text);
  const paging = likeliestOf(looked.ways);
  const { to = [], page, offset } = paging?.options ?? {};
  const isKnown = [...to, page, offset].every(
    (slot) => slot === undefined || parameters.some(({ text }) => text === slot),
  );
  // A response that shows no pages is no more than what the document says.
  return isKnown && to.length < 2 && paging?.scheme !== 'onePage' ? { paging } : {};
};
