import type { EndpointParams } from '../../client/EndpointParams';
import type { PageStream } from '../../client/Client';
import type { Asked } from '../connection/answerAdvice';
import type { Client, DurableStart, Endpoint, Mark } from '../../index';
import type { Slot } from '../../model/paging/draft';
import type { Param } from '../../model/paging/scheme';

/** An endpoint of a plan. Whether it takes a page size and a snapshot was checked when the plan was made. */
export type PlannedEndpoint = Endpoint<string, Endpoint['fields'], true, true>;

/** What says that to the compiler. */
export const planned = { pageSize: true, snapshot: true } as const;

/** A list of a service, as data: everything that was said of it is checked, and nothing has been asked yet. */
export interface Plan {
  readonly asked: Asked;
  /** What its items are called. */
  readonly subject: string;
  /** What the output depends on: a bookmark belongs to it. It holds no secret. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly endpoint: PlannedEndpoint;
  readonly params: EndpointParams<PlannedEndpoint, unknown>;
  /** Where the mark of the run before goes. */
  readonly asking?: Slot | undefined;
  /** What every request carries, for those who look at a response. */
  readonly sent?: {
    readonly query: ReadonlyMap<string, ReadonlyArray<string>>;
    readonly sent: Readonly<Record<string, unknown>> | undefined;
  };
}

/** Something that every request carries, whatever the params of a walk are. A place belongs to it. */
export const fixedParam = (
  { label, write }: Pick<Slot, 'label' | 'write'>,
  value: unknown,
): [string, Param] => [label, { write: (draft) => write(draft, value) }];

/** Asked for what is new: in place of what the address says there. */
const since = (endpoint: PlannedEndpoint, to: Slot, mark: Mark): PlannedEndpoint => ({
  ...endpoint,
  params: { ...endpoint.params, ...Object.fromEntries([fixedParam(to, mark)]) },
});

/** The pages of a plan, from a place on, or from the first one. */
export const planPages = (
  { endpoint, params, asking }: Plan,
  client: Client,
  { valve, place, mark }: DurableStart,
): PageStream<unknown> =>
  client.pages<PlannedEndpoint, unknown>(
    asking === undefined || mark === undefined ? endpoint : since(endpoint, asking, mark),
    { ...params, valve, place },
  );
