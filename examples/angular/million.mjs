/** A list of a million readings that is computed, not kept: `/api/readings?offset=700000&limit=200&station=North Quay`. */

const stations = ['North Quay', 'East Mole', 'South Basin', 'West Pier', 'Outer Roads', 'Lock Island'];
const sensors = ['Tide gauge', 'Anemometer', 'Barometer', 'Salinity probe', 'Wave buoy'];
const count = 1_000_000;
const maxLimit = 1_000;

const readingOf = (id) => ({
  id,
  sensor: sensors[id % sensors.length],
  station: stations[(id - 1) % stations.length],
  value: ((id * 7_919) % 4_200) / 10,
});

export const wholeNumber = (text, fallback) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : fallback);

/** The response to a request for readings; undefined for any other one. */
export const readingsAt = (url) => {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (pathname !== '/api/readings') return undefined;
  const place = stations.indexOf(searchParams.get('station') ?? '');
  const [step, first] = place < 0 ? [1, 1] : [stations.length, place + 1];
  const totalCount = Math.ceil((count - first + 1) / step);
  const offset = wholeNumber(searchParams.get('offset'), 0);
  const length = Math.max(0, Math.min(wholeNumber(searchParams.get('limit'), 100), maxLimit, totalCount - offset));
  const data = Array.from({ length }, (_, index) => readingOf(first + (offset + index) * step));
  return { offset, page: { data, totalCount } };
};
