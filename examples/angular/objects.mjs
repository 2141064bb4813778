/** What the reference service of the example serves: the same objects every time. */

const stations = ['North Quay', 'East Mole', 'South Basin', 'West Pier', 'Outer Roads', 'Lock Island'];
const sensors = [
  { sensor: 'Tide gauge', unit: 'cm', least: 40, span: 420 },
  { sensor: 'Anemometer', unit: 'm/s', least: 0, span: 28 },
  { sensor: 'Barometer', unit: 'hPa', least: 965, span: 75 },
  { sensor: 'Salinity probe', unit: 'g/kg', least: 5, span: 29 },
  { sensor: 'Wave buoy', unit: 'cm', least: 5, span: 310 },
];
const teams = ['Archive', 'Bridges', 'Harbour', 'Maps', 'Signals', 'Weather'];
const models = ['Heron 200', 'Heron 300', 'Kestrel 4', 'Tern 11'];
const kinds = ['opened', 'changed', 'closed', 'moved'];
const syllables = ['ka', 'lo', 'mi', 'ne', 'ru', 'sa', 'to', 'vi', 'da', 'be'];

/** A small repeatable source of numbers from 0 up to 1 (mulberry32). */
const seeded = (seed) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const many = (seed, count, make) => {
  const random = seeded(seed);
  const below = (limit) => Math.floor(random() * limit);
  return Array.from({ length: count }, (_, index) => make(index + 1, below));
};

const day = (below) => new Date(Date.UTC(2020, 0, 1 + below(1_800))).toISOString().slice(0, 10);

const name = (below, parts) => {
  const text = Array.from({ length: parts }, () => syllables[below(syllables.length)]).join('');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const reading = (id, below) => {
  const { sensor, unit, least, span } = sensors[below(sensors.length)];
  return {
    id,
    sensor,
    station: stations[below(stations.length)],
    value: least + below(span * 10) / 10,
    unit,
    day: day(below),
  };
};

const employee = (id, below) => ({
  id,
  name: `${name(below, 2)} ${name(below, 3)}`,
  team: teams[below(teams.length)],
  active: below(5) > 0,
  startDate: day(below),
});

/** Every 25th has a number of seats that is none: what a codec is there to find. */
const aircraft = (id, below) => ({
  id,
  tailNumber: `PW-${String(id).padStart(4, '0')}`,
  model: models[below(models.length)],
  seats: id % 25 === 0 ? 'unknown' : 4 + 2 * below(90),
});

const event = (id, below) => ({
  id,
  kind: kinds[below(kinds.length)],
  employeeId: 1 + below(2_500),
  day: day(below),
});

/** `event` has more objects than a list walk hands out; a search finds them all. */
export const objects = {
  reading: many(1, 10_000, reading),
  employee: many(2, 2_500, employee),
  aircraft: many(3, 600, aircraft),
  event: many(4, 12_000, event),
};

/** The aircraft of another user. */
export const othersAircraft = many(5, 600, (id, below) => {
  const made = aircraft(id, below);
  return { ...made, tailNumber: made.tailNumber.replace('PW', 'GL') };
});
