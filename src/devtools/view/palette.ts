const names = [
  'back',
  'text',
  'quiet',
  'accent',
  'chosen',
  'still',
  'page',
  'asking',
  'retry',
  'refresh',
  'failed',
  'unsubscribed',
  'wait',
  'done',
  'restarted',
  'grid',
  'hold',
] as const;

/** The colours of the canvas, which are those of the styles. */
export type Palette = Readonly<Record<(typeof names)[number], string>>;

/** Reads the colours that an element has now. */
export const paletteOf = (host: Element): Palette => {
  const style = getComputedStyle(host);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Palette;
};
