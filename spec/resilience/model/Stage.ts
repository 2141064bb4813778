import type * as E from 'fp-ts/Either';
import { defer, finalize, type Observable, tap } from 'rxjs';
import type { HttpRequest, HttpResponse } from '../../../src/model/http';
import type { Transport, TransportFailure } from '../../../src/transport/Transport';
import type { Script, Trouble } from './Script';
import { type Answer, changesAt, type Done, type Position, serve, startOf, type State, troubleAt } from './serve';

/** A request as the service saw it: who sent it, and what it says apart from its page token. */
export interface SeenRequest {
  readonly credential: string | undefined;
  readonly rest: string;
}

/** Where a script is played: the transport that leads to its service, and what was seen there. */
export interface Stage {
  readonly transport: Transport;
  readonly state: () => State;
  readonly requests: ReadonlyArray<SeenRequest>;
  /** The most requests that were under way at once. */
  readonly mostAtOnce: () => number;
  readonly isUnderWay: () => boolean;
}

/** One request in the script: what the service must answer, and what has to happen so that it does. */
export interface Scene {
  readonly request: HttpRequest;
  readonly number: number;
  readonly answer: Answer;
  readonly trouble: Trouble | undefined;
  readonly changes: ReadonlyArray<Done>;
  /** Makes a token known as the one of a position. */
  readonly learn: (pageToken: string, position: Position) => void;
}

export type Play = (scene: Scene) => Observable<E.Either<TransportFailure, HttpResponse>>;

/** A walk that asks this often does not end. */
const tooMany = 2_000;

/** The page token of a request, and all the rest of it. */
const split = ({ method, url, headers, body }: HttpRequest) => {
  const [path, query] = url.split('?');
  const texts = new URLSearchParams(query);
  const fields = JSON.parse(body ?? '{}') as Record<string, unknown>;
  const pageToken = texts.get('pageToken') ?? (fields.pageToken as string | undefined);
  const { 'x-credential': credential, ...others } = headers;
  const rest = [
    [method, path, JSON.stringify(others)],
    // The token goes last: what stands before it is the first page's request, byte for byte.
    [query?.replace(/&?pageToken=[^&]*$/, '') ?? '', body?.replace(/,"pageToken":"[^"]*"}$/, '}') ?? ''],
  ];
  return { pageToken, credential, rest: rest.flat().join('\n') };
};

export const stageOf = (script: Script, play: Play): Stage => {
  const positions = new Map<string, Position>();
  const requests: Array<SeenRequest> = [];
  let state = startOf(script);
  let underWay = 0;
  let mostAtOnce = 0;

  const positionOf = (pageToken: string | undefined): Position | undefined => {
    const position = pageToken === undefined ? undefined : positions.get(pageToken);
    if (pageToken === undefined || position !== undefined) return position;
    throw new Error('a page token that was never issued');
  };

  const transport: Transport = (request) =>
    defer(() => {
      const { pageToken, credential, rest } = split(request);
      requests.push({ credential, rest });
      if (requests.length > tooMany) throw new Error('the walk does not end');
      const position = positionOf(pageToken);
      const before = state;
      const [after, answer] = serve(script, before, position);
      state = after;
      underWay += 1;
      mostAtOnce = Math.max(mostAtOnce, underWay);
      const scene = {
        request,
        answer,
        number: before.requests,
        trouble: troubleAt(script, before, position),
        changes: changesAt(script, before),
        learn: (token: string, next: Position) => void positions.set(token, next),
      };
      let isAnswered = false;
      const over = (): void => {
        if (!isAnswered) underWay -= 1;
        isAnswered = true;
      };
      // It is over when it is answered: the next page may be asked for at once.
      return play(scene).pipe(tap(over), finalize(over));
    });

  return {
    transport,
    requests,
    state: () => state,
    mostAtOnce: () => mostAtOnce,
    isUnderWay: () => underWay > 0,
  };
};
