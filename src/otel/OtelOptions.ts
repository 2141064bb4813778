import {
  type Attributes,
  type Meter,
  metrics,
  type Span,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { checkKnown } from '../model/optionChecks';

/** Where metrics go. @since 0.2.0 */
export interface MeterOptions {
  /** By default `metrics.getMeter('pagewalk')`. */
  readonly meter?: Meter | undefined;
  /** Attributes of every metric and span: the name of the service, say. Each value is a time series. */
  readonly attributes?: Attributes | undefined;
}

/** Where spans and metrics go. @since 0.2.0 */
export interface OtelOptions extends MeterOptions {
  /** By default `trace.getTracer('pagewalk')`. */
  readonly tracer?: Tracer | undefined;
}

/** Bounds in seconds, as the conventions advise for HTTP, and beyond them for pages that take long. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60];

/** The span of each request event, for the exchange that follows it. */
export const spanOf = new WeakMap<object, Span>();

/** Makes the instruments of an observer, when they are needed: an SDK may be registered later than this module is loaded. */
export const instrumentsOf = (
  observer: string,
  options: MeterOptions,
  ...others: ReadonlyArray<string>
) => {
  checkKnown(observer, options, ['meter', 'attributes', ...others]);
  const meter = options.meter ?? metrics.getMeter('pagewalk');
  return {
    counter: (name: string, unit: string, description: string) =>
      meter.createCounter(name, { unit, description }),
    upDown: (name: string, unit: string, description: string) =>
      meter.createUpDownCounter(name, { unit, description }),
    gauge: (name: string, unit: string, description: string) =>
      meter.createGauge(name, { unit, description }),
    observed: (name: string, unit: string, description: string) =>
      meter.createObservableGauge(name, { unit, description }),
    duration: (name: string, description: string) =>
      meter.createHistogram(name, {
        unit: 's',
        description,
        advice: { explicitBucketBoundaries: bounds },
      }),
  };
};

export const tracerOf = ({ tracer }: OtelOptions): Tracer => tracer ?? trace.getTracer('pagewalk');
