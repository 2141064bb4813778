import {
  type Attributes,
  context,
  type Span,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { Subscription } from 'rxjs';
import type { Client } from '../client/Client';
import type { WalkEvent } from '../client/walks/WalkEvent';
import { stalledWalks } from '../client/stalledWalks';
import { explain } from '../model/errors/explain';
import type { PageFailure } from '../model/errors/WalkError';
import { instrumentsOf, type OtelOptions, spanOf, tracerOf } from './OtelOptions';

interface Spans {
  readonly walk: Span;
  readonly endpoint: Attributes;
  /** By the number of the page: several may be requested at once. */
  readonly pages: Map<number, Span>;
}

/** What an observer counts, and the spans of the walks that are open, by their numbers. */
interface Observer {
  readonly made: ReturnType<typeof walkInstruments>;
  readonly tracer: Tracer;
  readonly attributes: Attributes | undefined;
  readonly open: Map<number, Spans>;
}

const walkInstruments = ({ counter, upDown, duration }: ReturnType<typeof instrumentsOf>) => ({
  walks: counter('pagewalk.walks', '{walk}', 'Walks that ended'),
  active: upDown('pagewalk.walks.active', '{walk}', 'Walks that have begun and not ended'),
  stalled: counter(
    'pagewalk.walks.stalled',
    '{walk}',
    'Times that a page did not come for a while',
  ),
  objects: counter('pagewalk.objects', '{object}', 'Objects that came'),
  duration: duration('pagewalk.page.duration', 'Time from a request to its page'),
  retries: counter('pagewalk.retries', '{request}', 'Requests that are sent again'),
  refreshes: counter(
    'pagewalk.refreshes',
    '{credential}',
    'Credentials that were refused and replaced',
  ),
  restarts: counter(
    'pagewalk.restarts',
    '{walk}',
    'Walks that began again after a page token expired',
  ),
  holds: counter('pagewalk.token.holds', '{page}', 'Pages asked for although the valve was closed'),
});

const attributesOf = ({ attributes }: Observer, endpoint: string): Attributes => ({
  ...attributes,
  'pagewalk.endpoint': endpoint,
});

const failureOf = (failure: PageFailure): Attributes => ({
  'error.type': failure._tag,
  ...('status' in failure && { 'http.response.status_code': failure.status }),
});

const endPage = ({ pages }: Spans, page: number, attributes: Attributes = {}): void => {
  const span = pages.get(page);
  span?.setAttributes(attributes);
  if (attributes['error.type'] !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR });
  span?.end();
  pages.delete(page);
};

const endSpans = (
  { open, made }: Observer,
  number: number,
  spans: Spans,
  attributes: Attributes = {},
): void => {
  for (const page of spans.pages.keys()) endPage(spans, page, attributes);
  spans.walk.end();
  open.delete(number);
  made.active.add(-1, spans.endpoint);
};

const spansOf = (
  { open, made, tracer }: Observer,
  { walk, label }: WalkEvent,
  endpoint: Attributes,
): Spans => {
  const known = open.get(walk);
  if (known) return known;
  const attributes = { ...endpoint, ...(label !== undefined && { 'pagewalk.label': label }) };
  const span = tracer.startSpan(`walk ${String(endpoint['pagewalk.endpoint'])}`, { attributes });
  const begun = { walk: span, endpoint, pages: new Map<number, Span>() };
  open.set(walk, begun);
  made.active.add(1, endpoint);
  return begun;
};

type EventOf<T extends WalkEvent['type']> = Extract<WalkEvent, { readonly type: T }>;

const beginPage = (
  { tracer }: Observer,
  { endpoint, walk, pages }: Spans,
  event: EventOf<'request'>,
): void => {
  const attributes = {
    ...endpoint,
    'pagewalk.page': event.page,
    ...(event.attempt > 1 && { 'http.request.resend_count': event.attempt - 1 }),
  };
  const span = tracer.startSpan('page', { attributes }, trace.setSpan(context.active(), walk));
  pages.set(event.page, span);
  spanOf.set(event, span);
};

/** How a walk has ended, as the attribute of its count. */
const outcomeOf = ({ error, unsubscribed, failed }: EventOf<'end'>): string =>
  error?._tag ?? (failed ? 'error' : unsubscribed ? 'unsubscribed' : 'done');

const comeToEnd = (observer: Observer, spans: Spans, event: EventOf<'end'>): void => {
  const { error, failed } = event;
  const { walk, endpoint } = spans;
  walk.setAttributes({ 'pagewalk.pages': event.pages, 'pagewalk.objects': event.objects });
  const doubts = (['unseen', 'shifted', 'short', 'partial', 'cut'] as const).filter(
    (doubt) => event[doubt] !== undefined,
  );
  if (doubts.length > 0) walk.setAttributes({ 'pagewalk.doubts': doubts });
  if (error) {
    walk.setAttributes({ 'error.type': error._tag });
    walk.setStatus({ code: SpanStatusCode.ERROR, message: explain(error) });
  }
  if (failed) {
    walk.setAttributes({ 'error.type': '_OTHER' });
    walk.setStatus({ code: SpanStatusCode.ERROR });
  }
  endSpans(observer, event.walk, spans, error && { 'error.type': error._tag });
  observer.made.walks.add(1, { ...endpoint, 'pagewalk.outcome': outcomeOf(event) });
};

const observe = (observer: Observer, event: WalkEvent): void => {
  const { made } = observer;
  const endpoint = attributesOf(observer, event.endpoint);
  if (event.type === 'restart') {
    // The walk that it follows has ended, and the next one has a span when it begins.
    made.restarts.add(1, endpoint);
    return;
  }
  const spans = spansOf(observer, event, endpoint);
  switch (event.type) {
    case 'request':
      return beginPage(observer, spans, event);
    case 'page':
      made.objects.add(event.objects, endpoint);
      made.duration.record(event.ms / 1_000, endpoint);
      return endPage(spans, event.page, { 'pagewalk.objects': event.objects });
    case 'retry':
      made.retries.add(1, { ...endpoint, ...failureOf(event.failure) });
      return endPage(spans, event.page, failureOf(event.failure));
    case 'refresh':
      made.refreshes.add(1, endpoint);
      return endPage(spans, event.page, {
        'error.type': 'Unauthorized',
        'http.response.status_code': 401,
      });
    case 'hold':
      made.holds.add(1, endpoint);
      spans.walk.addEvent('hold', {
        'pagewalk.page': event.page,
        'pagewalk.held': event.ms / 1_000,
      });
      return;
    case 'end':
      comeToEnd(observer, spans, event);
  }
};

/**
 * Creates a span for each walk of a client, and below it one for each request for a page, and counts what happens.
 *
 * | metric                   | kind            | attributes                      | what it is                                         |
 * | ------------------------ | --------------- | ------------------------------- | -------------------------------------------------- |
 * | `pagewalk.walks`         | counter         | `pagewalk.outcome`              | walks that ended: `done`, `unsubscribed`, `error` (what you do with its pages under `durable` threw), or the tag of an error |
 * | `pagewalk.walks.active`  | up-down counter |                                 | walks that have begun and not ended                |
 * | `pagewalk.walks.stalled` | counter         |                                 | times that a page did not come for `stalledAfter` ms |
 * | `pagewalk.objects`       | counter         |                                 | objects that came                                  |
 * | `pagewalk.page.duration` | histogram       |                                 | seconds from a request to its page                 |
 * | `pagewalk.retries`       | counter         | `error.type`, the status if any | requests that are sent again, and why              |
 * | `pagewalk.refreshes`     | counter         |                                 | credentials that were refused and replaced         |
 * | `pagewalk.restarts`      | counter         |                                 | walks that began again after a page token expired  |
 * | `pagewalk.token.holds`   | counter         |                                 | pages asked for although the valve was closed      |
 *
 * Each has `pagewalk.endpoint`, too. The label of a walk is an attribute of its span only, because each value of a metric's
 * attribute is a time series. The span of a walk whose `end` event leaves something in doubt has the attribute
 * `pagewalk.doubts`: `unseen`, `shifted`, `short`, `partial`, `cut`. No span and no metric holds a credential or a page token. The span of a walk is a child of the
 * span that is active when the walk sends its first request. Unsubscribing ends the spans that are open.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient } from 'pagewalk';
 * import { observeWalks } from 'pagewalk/otel';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 * observeWalks(client, { attributes: { 'service.peer.name': 'objects' } });
 *
 * client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee', label: 'nightly' }).subscribe();
 * ```
 *
 * @see observeHttp
 * @since 0.2.0
 */
export const observeWalks = (
  client: Pick<Client, 'events'>,
  options: OtelOptions & {
    /** Milliseconds without a page after which a walk is counted as stalled, as `stalledWalks` says. Default 60,000. */
    readonly stalledAfter?: number | undefined;
    /** What `polite` made: a walk that it holds back is not counted. */
    readonly limits?: Parameters<typeof stalledWalks>[1]['limits'];
  } = {},
): Subscription => {
  const instruments = instrumentsOf('observeWalks', options, 'tracer', 'stalledAfter', 'limits');
  const { attributes, stalledAfter: after = 60_000, limits } = options;
  const made = walkInstruments(instruments);
  const open = new Map<number, Spans>();
  const observer: Observer = { made, tracer: tracerOf(options), attributes, open };

  const subscription = new Subscription(() => {
    for (const [number, spans] of open) endSpans(observer, number, spans);
  });
  const standstills = stalledWalks(client, { after, limits });
  subscription.add(
    standstills.subscribe(({ endpoint }) => made.stalled.add(1, attributesOf(observer, endpoint))),
  );
  subscription.add(client.events.subscribe((event) => observe(observer, event)));
  return subscription;
};
