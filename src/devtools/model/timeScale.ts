export interface TimeScale {
  readonly span: number;
  /** Its last moment; undefined while it follows the present. */
  readonly end: number | undefined;
}

export interface Window {
  readonly from: number;
  readonly to: number;
}

const minSpan = 50;
const maxSpan = 7 * 86_400_000;

const within = (span: number): number => Math.min(maxSpan, Math.max(minSpan, span));

/** What is shown. While it follows, the present stays a little before the right edge. */
export const windowOf = (
  { span, end }: TimeScale,
  { first, now }: { readonly first: number; readonly now: number },
): Window => {
  const begun = Number.isFinite(first) ? first - span * 0.01 : now - span;
  const to = end ?? Math.max(begun + span, now + span * 0.03);
  return { from: to - span, to };
};

/** Zooms in (a factor below 1) or out, so that a moment stays where it is; while it follows, the present does. */
export const zoomed = (
  scale: TimeScale,
  factor: number,
  shown: Window,
  moment: number,
): TimeScale => {
  const span = within(scale.span * factor);
  if (scale.end === undefined) return { span, end: undefined };
  const share = (shown.to - moment) / scale.span;
  return { span, end: moment + share * span };
};

export const moved = ({ span }: TimeScale, shown: Window, ms: number): TimeScale => ({
  span,
  end: shown.to + ms,
});

export const fitted = (first: number, last: number): TimeScale => ({
  span: within((last - first) * 1.05 || 10_000),
  end: undefined,
});

const steps = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 15e3, 3e4, 6e4, 12e4, 3e5, 6e5, 9e5, 18e5,
  36e5, 72e5, 216e5, 432e5,
];

/** The moments to name on the ruler, at least this many pixels apart. */
export const ticksOf = ({ from, to }: Window, width: number, apart = 90): ReadonlyArray<number> => {
  const least = ((to - from) / Math.max(1, width)) * apart;
  const step = steps.find((candidate) => candidate >= least) ?? 86_400_000;
  const ticks: Array<number> = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to && ticks.length < 200; tick += step)
    ticks.push(tick);
  return ticks;
};
