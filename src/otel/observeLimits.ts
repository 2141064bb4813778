import { asyncScheduler, Subscription } from 'rxjs';
import type { Polite, PoliteState } from '../transport/polite/polite';
import { instrumentsOf, type MeterOptions } from './OtelOptions';

/**
 * Measures how the requests of a `polite` wait.
 *
 * | metric                      | kind            | what it is                                            |
 * | --------------------------- | --------------- | ----------------------------------------------------- |
 * | `pagewalk.limits.waiting`   | up-down counter | requests that wait for their turn                     |
 * | `pagewalk.limits.in_flight` | up-down counter | requests that were sent and are not over              |
 * | `pagewalk.limits.holds`     | counter         | how often the service asked to wait: a 429, say       |
 * | `pagewalk.limits.held`      | counter         | the seconds for which it asked that                   |
 * | `pagewalk.limits.wait`      | counter         | seconds that requests have waited, all added up       |
 * | `pagewalk.limits.remaining` | gauge           | requests that the service says are left of its limit  |
 *
 * If there are several, tell them apart by `attributes`.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, polite } from 'pagewalk';
 * import { observeLimits } from 'pagewalk/otel';
 *
 * const limits = polite({ concurrent: 8, perMinute: 5_000 });
 * observeLimits(limits, { attributes: { 'service.peer.name': 'objects' } });
 * const client = createClient({ transport: limits(axiosTransport({ baseURL: 'https://objects.example.com' })) });
 *
 * client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee' }).subscribe();
 * ```
 *
 * @see polite
 * @since 0.2.0
 */
export const observeLimits = (
  limits: Pick<Polite, 'state'>,
  options: MeterOptions = {},
): Subscription => {
  const { counter, gauge, upDown } = instrumentsOf('observeLimits', options);
  const waiting = upDown(
    'pagewalk.limits.waiting',
    '{request}',
    'Requests that wait for their turn',
  );
  const inFlight = upDown(
    'pagewalk.limits.in_flight',
    '{request}',
    'Requests that were sent and are not over',
  );
  const remaining = gauge(
    'pagewalk.limits.remaining',
    '{request}',
    "Requests that are left of the service's limit",
  );
  const holds = counter('pagewalk.limits.holds', '{hold}', 'How often the service asked to wait');
  const held = counter('pagewalk.limits.held', 's', 'Time for which the service asked to wait');
  const waited = counter('pagewalk.limits.wait', 's', 'Time that requests have waited');
  // The clock of `polite`, which is virtual in tests.
  let before = asyncScheduler.now();
  let last: PoliteState = { waiting: 0, inFlight: 0 };
  let heldUntil = 0;

  const measure = (state: PoliteState): void => {
    const now = asyncScheduler.now();
    if (last.waiting > 0 && now > before)
      waited.add((last.waiting * (now - before)) / 1_000, options.attributes);
    before = now;
    waiting.add(state.waiting - last.waiting, options.attributes);
    inFlight.add(state.inFlight - last.inFlight, options.attributes);
    if (state.remaining !== undefined) remaining.record(state.remaining, options.attributes);
    last = state;
    // The end of one hold differs by some milliseconds from one state to the next.
    if (state.heldUntil === undefined || state.heldUntil < heldUntil + 50) return;
    holds.add(1, options.attributes);
    held.add((state.heldUntil - Math.max(now, heldUntil)) / 1_000, options.attributes);
    ({ heldUntil } = state);
  };

  const subscription = new Subscription(() => measure({ waiting: 0, inFlight: 0 }));
  subscription.add(limits.state.subscribe(measure));
  return subscription;
};
