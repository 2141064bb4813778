import { type Attributes, type Meter, metrics, trace, type Tracer } from '@opentelemetry/api';

/**
 * Where metrics go.
 *
 * @since 0.1.0
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
 * @since 0.1.0
 */
export interface OtelOptions extends MeterOptions {
  /** By default `trace.getTracer('pagewalk')`. */
  readonly tracer?: Tracer | undefined;
}

// Asked for when they are needed: an SDK may be registered later than this module is loaded.
export const meterOf = ({ meter }: MeterOptions): Meter => meter ?? metrics.getMeter('pagewalk');

export const tracerOf = ({ tracer }: OtelOptions): Tracer => tracer ?? trace.getTracer('pagewalk');
