import type { PageStream } from '../../client/Client';
import type { Asked } from '../connection/answerAdvice';
import type { Client, Demand, Mark, ObjectRecord, Place } from '../../index';

/** A list of a service: everything that was said of it is checked, and nothing has been asked yet. */
export interface Plan {
  readonly asked: Asked;
  /** What its items are called. */
  readonly subject: string;
  /** What the output depends on: a bookmark belongs to it. It holds no secret. */
  readonly request: Readonly<Record<string, unknown>>;
  /** What every request carries, for those who look at a response. */
  readonly sent?: {
    readonly query: ReadonlyMap<string, ReadonlyArray<string>>;
    readonly sent: Readonly<Record<string, unknown>> | undefined;
  };
  /** Its pages, wherever the client leads and whatever paces it; from a place on, or from the first page. */
  readonly pages: (
    client: Client,
    valve: Demand,
    place?: Place,
    mark?: Mark,
  ) => PageStream<ObjectRecord>;
}
