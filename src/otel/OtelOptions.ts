import { type Attributes, type Counter, type Meter, metrics, type Span, trace, type Tracer } from '@opentelemetry/api';
import { checkKnown } from '../model/optionChecks';

/**
 * Where metrics go.
 *
 * @since 0.2.0
 */
export interface MeterOptions {
  /** By default `metrics.getMeter('pagewalk')`. */
  readonly meter?: Meter | undefined;
  /** Attributes of every metric and span: the name of the service, say. Each value is a time series. */
  readonly attributes?: Attributes | undefined;
}

/**
 * Where spans and metrics go.
 *
 * @since 0.2.0
 */
export interface OtelOptions extends MeterOptions {
  /** By default `trace.getTracer('pagewalk')`. */
  readonly tracer?: Tracer | undefined;
}

/** Bounds in seconds, as the conventions advise for HTTP, and beyond them for pages that take long. */
export const seconds = {
  unit: 's',
  advice: {
    explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60],
  },
};

/** The span of each request event, for the exchange that follows it. */
export const spanOf = new WeakMap<object, Span>();

// Asked for when they are needed: an SDK may be registered later than this module is loaded.
export const meterOf = (observer: string, options: MeterOptions, ...others: ReadonlyArray<string>): Meter => {
  checkKnown(observer, options, ['meter', 'attributes', ...others]);
  return options.meter ?? metrics.getMeter('pagewalk');
};

/** Makes the counters of one part of the library. */
export const countersOf =
  (meter: Meter, part: string) =>
  (name: string, unit: string, description: string): Counter =>
    meter.createCounter(`pagewalk.${part}${name}`, { unit, description });

export const tracerOf = ({ tracer }: OtelOptions): Tracer => tracer ?? trace.getTracer('pagewalk');
