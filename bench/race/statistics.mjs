/** The value below which a part of the values lies; between two of them it is interpolated. */
export const quantile = (values, part) => {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  return below + (above - below) * (place - Math.floor(place));
};

export const median = (values) => quantile(values, 0.5);

/** The range of the middle half of the values, as a part of their median. */
export const spread = (values) =>
  (quantile(values, 0.75) - quantile(values, 0.25)) / median(values);
