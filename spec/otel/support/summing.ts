import type { Attributes, Meter } from '@opentelemetry/api';
import { createNoopMeter } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

/** A meter that adds everything up, by name and attributes; of histograms it counts the measurements. */
export const summingMeter = (): { readonly meter: Meter; readonly sums: () => Readonly<Record<string, number>> } => {
  const sums = new Map<string, number>();
  const sum =
    (name: string, valueOf: (value: number) => number = (value) => value) =>
    (value: number, attributes?: Attributes): void => {
      const series = [name, ...Object.values(attributes ?? {})].join(' ');
      sums.set(series, (sums.get(series) ?? 0) + valueOf(value));
    };
  const meter: Meter = Object.assign(createNoopMeter(), {
    createCounter: (name: string) => ({ add: sum(name) }),
    createUpDownCounter: (name: string) => ({ add: sum(name) }),
    createHistogram: (name: string) => ({ record: sum(name, () => 1) }),
  });
  return { meter, sums: () => Object.fromEntries(sums) };
};

/** A tracer, and the spans that it has ended. */
export const recordingTracer = () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  return { tracer: provider.getTracer('specs'), spans: () => exporter.getFinishedSpans() };
};
