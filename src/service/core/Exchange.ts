import type * as O from 'fp-ts/Option';
import type { HttpResponse } from '../../model/http';
import type { Mishap } from '../faults/Misbehaviour';

/** A request as it arrives: everything but its body, which is read only where it counts. */
export interface ArrivedRequest {
  readonly method: string;
  /** Path and query string as they were sent; HTTP allows a whole address, too. */
  readonly target: string;
  readonly headers: {
    readonly host?: string | undefined;
    readonly origin?: string | undefined;
    readonly authorization?: string | undefined;
  };
  /** Where it comes from. It tells apart clients that have no credential. */
  readonly from: string;
}

/** An answer, and what happens to it on its way. */
export interface Answer {
  readonly type: 'answer';
  readonly response: HttpResponse;
  /** Whether the connection is reset in the middle of the body. */
  readonly isCut: boolean;
  /** Over how many milliseconds the body is spread. */
  readonly trickle: number;
}

/** What happens to a request once the service looks at it. */
export type Step =
  | Answer
  /** The connection is reset, and there is no answer. */
  | { readonly type: 'reset' }
  /** The answer depends on the body: `none` stands for one that has more bytes than these. */
  | {
      readonly type: 'read';
      readonly maxBytes: number;
      readonly then: (body: O.Option<Uint8Array>, now: number) => Answer;
    };

/** One exchange. Time passes and bytes travel outside of it. */
export interface Exchange {
  /** The path that was asked for, without its query string. */
  readonly path: string;
  /** Headers of whatever is answered. */
  readonly headers: HttpResponse['headers'];
  /** For how many milliseconds the request waits before the service looks at it. */
  readonly wait: number;
  /** To be called after that time, unless the client has gone. */
  readonly look: (now: number) => Step;
  /** To be called when the exchange is over, in whatever way. */
  readonly end: () => void;
}

const whole = { isTruncated: false, reset: 'never', trickle: 0 } as const;

/** A response as it travels: its body may break off. */
export const answerOf = (
  { status, headers, body }: HttpResponse,
  common: Exchange['headers'] = {},
  { isTruncated, reset, trickle }: Pick<Mishap, 'isTruncated' | 'reset' | 'trickle'> = whole,
): Answer => {
  const sent = isTruncated ? body.slice(0, Math.floor(body.length / 2)) : body;
  return {
    type: 'answer',
    response: { status, headers: Object.assign({}, common, headers), body: sent },
    isCut: reset === 'during',
    // A connection that breaks off does so at once.
    trickle: reset === 'during' ? 0 : trickle,
  };
};
