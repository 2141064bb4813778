import * as E from 'fp-ts/Either';
import { map, of, timer } from 'rxjs';
import type { HttpResponse } from '../../../src/model/http';
import type { TransportFailure } from '../../../src/transport/Transport';
import { propertiesOf } from './Thing';
import type { Script, Trouble } from './Script';
import { type Scene, type Stage, stageOf } from './Stage';

type Exchange = E.Either<TransportFailure, HttpResponse>;

const answered = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Exchange =>
  E.right({ status, headers, body: JSON.stringify(body) });

const reset: Exchange = E.left({ _tag: 'NetworkFailure', reason: 'socket hang up', code: 'ECONNRESET' });

const wholePage = '{"data":[{"properties":{"id":1}}]}';

const troubles: Readonly<Partial<Record<Trouble, Exchange>>> = {
  throttled: answered(429, { errorName: 'TooManyRequests' }, { 'retry-after': '2' }),
  unavailable: answered(503, {}),
  'reset-before': reset,
  'reset-during': reset,
  'timed-out': E.left({ _tag: 'TimedOut', after: 40 }),
  truncated: E.right({ status: 200, headers: {}, body: wholePage.slice(0, wholePage.length / 2) }),
  closed: answered(503, {}, { 'retry-after': '3600' }),
  refused: answered(401, { errorName: 'InvalidCredentials' }),
};

/** The ways to say that a page token is no longer good; they take turns. */
const expired = [
  answered(400, { errorName: 'InvalidPageToken' }),
  answered(409, { errorName: 'ConsistentSnapshotError' }),
  answered(410, {}),
];

const exchangeOf = ({ answer, trouble, number, learn }: Scene): Exchange => {
  if (answer.type === 'expired') return expired[number % expired.length] ?? reset;
  if (answer.type !== 'page') return (trouble && troubles[trouble]) ?? reset;
  const { items, next } = answer;
  const pageToken = `token of answer ${number} & more`;
  if (next !== undefined) learn(pageToken, next);
  return answered(200, {
    data: items.map((item) => ({ properties: propertiesOf(item) })),
    ...(next !== undefined && { nextPageToken: pageToken }),
  });
};

/** A stage without network: its service answers at once, or after some milliseconds of whatever clock RxJS has. */
export const scriptedStage = (script: Script): Stage =>
  stageOf(script, (scene) => {
    const exchange = exchangeOf(scene);
    const wait = scene.trouble === 'timed-out' ? 40 : script.latency;
    return wait === 0 ? of(exchange) : timer(wait).pipe(map(() => exchange));
  });
