import type { Attributes, Meter, MetricOptions } from '@opentelemetry/api';
import { createNoopMeter } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

/** A meter that adds everything up, by name and attributes; of histograms it counts the measurements. */
export const summingMeter = () => {
  const sums = new Map<string, number>();
  const made = new Map<string, MetricOptions>();
  const gauges = new Map<unknown, () => Promise<void>>();
  type Observe = (value: number, attributes?: Attributes) => void;
  const sum =
    (name: string, valueOf: (value: number) => number = (value) => value) =>
    (value: number, attributes?: Attributes): void => {
      const series = [name, ...Object.values(attributes ?? {})].join(' ');
      sums.set(series, (sums.get(series) ?? 0) + valueOf(value));
    };
  /** What makes an instrument, and remembers how it was described. */
  const making =
    (make: (name: string) => object) =>
    (name: string, options: MetricOptions): object => {
      made.set(name, options);
      return make(name);
    };
  const meter: Meter = Object.assign(createNoopMeter(), {
    createCounter: making((name) => ({ add: sum(name) })),
    createUpDownCounter: making((name) => ({ add: sum(name) })),
    createHistogram: making((name) => ({ record: sum(name, () => 1) })),
    createGauge: making((name) => ({ record: (value: number) => void sums.set(name, value) })),
    createObservableGauge: making((name) => ({
      addCallback: (callback: (result: { readonly observe: Observe }) => Promise<void>) => {
        const observe = sum(name);
        gauges.set(callback, () => callback({ observe }));
      },
      removeCallback: (callback: unknown) => gauges.delete(callback),
    })),
  });
  return {
    meter,
    sums: () => Object.fromEntries(sums),
    made,
    collect: async () => {
      // All at once, as an SDK calls them.
      await Promise.all([...gauges.values()].map((gauge) => gauge()));
    },
  };
};

/** A tracer, and the spans that it has ended. */
export const recordingTracer = () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  return { tracer: provider.getTracer('specs'), spans: () => exporter.getFinishedSpans() };
};
