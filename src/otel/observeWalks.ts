import { type Attributes, context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
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

const failureOf = (failure: PageFailure): Attributes => ({
  'error.type': failure._tag,
  ...('status' in failure && { 'http.response.status_code': failure.status }),
});

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
  const {
    counter,
    upDown,
    duration: durationOf,
  } = instrumentsOf('observeWalks', options, 'tracer', 'stalledAfter', 'limits');
  const tracer = tracerOf(options);
  const attributesOf = (endpoint: string): Attributes => ({
    ...options.attributes,
    'pagewalk.endpoint': endpoint,
  });
  const open = new Map<number, Spans>();
  const walks = counter('pagewalk.walks', '{walk}', 'Walks that ended');
  const active = upDown('pagewalk.walks.active', '{walk}', 'Walks that have begun and not ended');
  const stalled = counter(
    'pagewalk.walks.stalled',
    '{walk}',
    'Times that a page did not come for a while',
  );
  const objects = counter('pagewalk.objects', '{object}', 'Objects that came');
  const duration = durationOf('pagewalk.page.duration', 'Time from a request to its page');
  const retries = counter('pagewalk.retries', '{request}', 'Requests that are sent again');
  const refreshes = counter(
    'pagewalk.refreshes',
    '{credential}',
    'Credentials that were refused and replaced',
  );
  const restarts = counter(
    'pagewalk.restarts',
    '{walk}',
    'Walks that began again after a page token expired',
  );
  const holds = counter(
    'pagewalk.token.holds',
    '{page}',
    'Pages asked for although the valve was closed',
  );

  const endPage = (spans: Spans, page: number, attributes: Attributes = {}): void => {
    const span = spans.pages.get(page);
    span?.setAttributes(attributes);
    if (attributes['error.type'] !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    spans.pages.delete(page);
  };

  const endWalk = (number: number, spans: Spans, attributes: Attributes = {}): void => {
    for (const page of spans.pages.keys()) endPage(spans, page, attributes);
    spans.walk.end();
    open.delete(number);
    active.add(-1, spans.endpoint);
  };

  const spansOf = ({ walk, label }: WalkEvent, endpoint: Attributes): Spans => {
    const known = open.get(walk);
    if (known) return known;
    const attributes = { ...endpoint, ...(label !== undefined && { 'pagewalk.label': label }) };
    const span = tracer.startSpan(`walk ${String(endpoint['pagewalk.endpoint'])}`, { attributes });
    const begun = { walk: span, endpoint, pages: new Map<number, Span>() };
    open.set(walk, begun);
    active.add(1, endpoint);
    return begun;
  };

  const observe = (event: WalkEvent): void => {
    const endpoint = attributesOf(event.endpoint);
    if (event.type === 'restart') {
      // The walk that it follows has ended, and the next one has a span when it begins.
      restarts.add(1, endpoint);
      return;
    }
    const spans = spansOf(event, endpoint);
    switch (event.type) {
      case 'request': {
        const attributes = {
          ...endpoint,
          'pagewalk.page': event.page,
          ...(event.attempt > 1 && { 'http.request.resend_count': event.attempt - 1 }),
        };
        const span = tracer.startSpan(
          'page',
          { attributes },
          trace.setSpan(context.active(), spans.walk),
        );
        spans.pages.set(event.page, span);
        spanOf.set(event, span);
        return;
      }
      case 'page':
        objects.add(event.objects, endpoint);
        duration.record(event.ms / 1_000, endpoint);
        endPage(spans, event.page, { 'pagewalk.objects': event.objects });
        return;
      case 'retry':
        retries.add(1, { ...endpoint, ...failureOf(event.failure) });
        endPage(spans, event.page, failureOf(event.failure));
        return;
      case 'refresh':
        refreshes.add(1, endpoint);
        endPage(spans, event.page, {
          'error.type': 'Unauthorized',
          'http.response.status_code': 401,
        });
        return;
      case 'hold':
        holds.add(1, endpoint);
        spans.walk.addEvent('hold', {
          'pagewalk.page': event.page,
          'pagewalk.held': event.ms / 1_000,
        });
        return;
      case 'end': {
        const { error, unsubscribed, failed } = event;
        spans.walk.setAttributes({
          'pagewalk.pages': event.pages,
          'pagewalk.objects': event.objects,
        });
        const doubts = (['unseen', 'shifted', 'short', 'partial', 'cut'] as const).filter(
          (doubt) => event[doubt] !== undefined,
        );
        if (doubts.length > 0) spans.walk.setAttributes({ 'pagewalk.doubts': doubts });
        if (error) {
          spans.walk.setAttributes({ 'error.type': error._tag });
          spans.walk.setStatus({ code: SpanStatusCode.ERROR, message: explain(error) });
        }
        if (failed) {
          spans.walk.setAttributes({ 'error.type': '_OTHER' });
          spans.walk.setStatus({ code: SpanStatusCode.ERROR });
        }
        endWalk(event.walk, spans, error && { 'error.type': error._tag });
        const ended = failed ? 'error' : unsubscribed ? 'unsubscribed' : 'done';
        walks.add(1, { ...endpoint, 'pagewalk.outcome': error?._tag ?? ended });
      }
    }
  };

  const subscription = new Subscription(() => {
    for (const [number, spans] of open) endWalk(number, spans);
  });
  const standstills = stalledWalks(client, {
    after: options.stalledAfter ?? 60_000,
    limits: options.limits,
  });
  subscription.add(standstills.subscribe(({ endpoint }) => stalled.add(1, attributesOf(endpoint))));
  subscription.add(client.events.subscribe(observe));
  return subscription;
};
