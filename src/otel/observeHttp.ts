import { type Attributes, context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { isLeft } from 'fp-ts/Either';
import { defer, finalize, tap } from 'rxjs';
import type { HttpRequest, HttpResponse } from '../model/http';
import { absolute } from '../transport/address';
import { checkBaseURL } from '../transport/checkBaseURL';
import { limited, maxBytesOf } from '../transport/TransportLimits';
import type { Transport } from '../transport/Transport';
import { instrumentsOf, type OtelOptions, spanOf, tracerOf } from './OtelOptions';

/** Options of `observeHttp`. @inline */
export interface ObserveHttpOptions extends OtelOptions {
  /** The base address of the transport. Requests do not hold it. */
  readonly baseURL: string;
}

/** A request, as it may be shown: its path may hold a cursor, and so may the values of a query string. */
const shownAttributes = (baseURL: string, request: HttpRequest) => {
  const { purpose } = request;
  const path = purpose?.path ?? '/REDACTED';
  const { attempt = 1 } = Object(purpose?.event) as { readonly attempt?: number };
  const [, query] = request.url.split(/\?(.*)/s);
  const names = query?.split('&').map((field) => field.replace(/^([^=]*=)?.*$/s, '$1REDACTED'));
  const shown: Attributes = {
    'url.full': [absolute(baseURL, path) ?? path, ...(names ? [names.join('&')] : [])].join('?'),
    ...(purpose && { 'url.template': purpose.endpoint }),
    ...(attempt > 1 && { 'http.request.resend_count': attempt - 1 }),
  };
  return { shown, name: purpose ? `${request.method} ${purpose.endpoint}` : request.method };
};

const serverOf = (address: string): Attributes => {
  if (!URL.canParse(address)) return {};
  const { hostname, port, protocol } = new URL(address);
  return {
    'server.address': hostname,
    'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
  };
};

const resultAttributes = ({ status }: HttpResponse): Attributes => ({
  'http.response.status_code': status,
  ...(status >= 400 && { 'error.type': String(status) }),
});

/**
 * Creates a client span for each request of a transport, and measures it, by the semantic conventions for HTTP.
 *
 * The span is named by its method and the path of its endpoint, as in `GET /books/{id}`. It has `http.request.method`,
 * `server.address`, `server.port`, `url.template` (the path of the endpoint), `url.full` (the same path with your params; the values
 * of its query string say `REDACTED`, and what a link or a cursor added to the path is not there), `http.response.status_code`,
 * `error.type` and, below `observeWalks`, `http.request.resend_count`.
 * The metric is `http.client.request.duration`: the rate of its measurements is that of requests. Below `observeWalks`, the
 * span is a child of the span of its page, also if the request has waited in a queue. Put it inside `polite`: a request that
 * waits for its turn has not begun. If an instrumentation of Node already observes the HTTP client below the transport, you
 * do not need this.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, polite } from 'pagewalk';
 * import { observeHttp } from 'pagewalk/otel';
 *
 * const baseURL = 'https://objects.example.com';
 * const transport = observeHttp(axiosTransport({ baseURL }), { baseURL });
 * const client = createClient({ transport: polite({ concurrent: 4 })(transport) });
 *
 * client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee' }).subscribe();
 * ```
 *
 * @see observeWalks
 * @since 0.2.0
 */
export const observeHttp = (transport: Transport, options: ObserveHttpOptions): Transport => {
  const made = instrumentsOf('observeHttp', options, 'tracer', 'baseURL');
  checkBaseURL(options.baseURL, true);
  const duration = made.duration(
    'http.client.request.duration',
    'Duration of HTTP client requests',
  );
  const tracer = tracerOf(options);

  return limited(maxBytesOf(transport), (request: HttpRequest) =>
    defer(() => {
      const address = absolute(options.baseURL, request.url) ?? request.url;
      const attributes = {
        ...options.attributes,
        'http.request.method': request.method,
        ...serverOf(address),
      };
      // Behind `polite` a request starts while another walk's response is handled: its own event knows whose it is.
      const parent = spanOf.get(request.purpose?.event ?? request);
      const { shown, name } = shownAttributes(options.baseURL, request);
      const span = tracer.startSpan(
        name,
        { kind: SpanKind.CLIENT, attributes: { ...attributes, ...shown } },
        parent ? trace.setSpan(context.active(), parent) : context.active(),
      );
      const began = performance.now();
      // Unsubscribing aborts the request; nothing is emitted then.
      let result: Attributes = { 'error.type': 'cancelled' };
      return defer(() => transport(request)).pipe(
        tap({
          next: (exchange) => {
            result = isLeft(exchange)
              ? { 'error.type': exchange.left._tag }
              : resultAttributes(exchange.right);
          },
          error: () => {
            result = { 'error.type': '_OTHER' };
          },
        }),
        finalize(() => {
          span.setAttributes(result);
          if ('error.type' in result) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
          duration.record((performance.now() - began) / 1_000, { ...attributes, ...result });
        }),
      );
    }),
  );
};
