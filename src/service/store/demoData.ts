import type { Objects, Properties } from './Properties';
import { pick, type Random, seededRandom } from './random';

/** Invented names are made of syllables, each in two scripts. */
const latinSyllables = ['ka', 'lo', 'mi', 'ne', 'ru', 'sa', 'to', 'vi', 'da', 'be'];
const cyrillicSyllables = ['ка', 'ло', 'ми', 'не', 'ру', 'са', 'то', 'ви', 'да', 'бе'];

const teams = ['Archive', 'Bridges', 'Harbour', 'Maps', 'Signals', 'Weather'];
const models = ['Heron 200', 'Heron 300', 'Kestrel 4', 'Tern 11'];
const kinds = ['opened', 'changed', 'closed', 'moved'];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const name = (random: Random, length: number): readonly [latin: string, cyrillic: string] => {
  const parts = Array.from({ length }, () => pick(random, [...latinSyllables.keys()]));
  const written = (syllables: ReadonlyArray<string>): string =>
    capital(parts.map((part) => syllables[part]).join(''));
  return [written(latinSyllables), written(cyrillicSyllables)];
};

const day = (random: Random): string =>
  new Date(Date.UTC(2000, 0, 1 + Math.floor(random() * 9_000))).toISOString().slice(0, 10);

const many = (
  seed: number,
  count: number,
  make: (id: number, random: Random) => Properties,
): Objects => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => make(index + 1, random));
};

const employee = (id: number, random: Random): Properties => ({
  id,
  name: `${name(random, 2)[0]} ${name(random, 3)[0]}`,
  team: pick(random, teams),
  active: random() < 0.8,
  salary: 30_000 + 500 * Math.floor(random() * 100),
  startDate: day(random),
});

const aircraft = (id: number, random: Random): Properties => ({
  id,
  tailNumber: `PW-${String(id).padStart(4, '0')}`,
  model: pick(random, models),
  seats: 4 + 2 * Math.floor(random() * 90),
  inService: random() < 0.9,
});

/** In revision 2.0 a property such as a name can be an array of objects that hold text fields. */
const person = (id: number, random: Random): Properties => {
  const [given, family] = [name(random, 2), name(random, 3)];
  const latin = { given: given[0], family: family[0], script: 'Latin' };
  const cyrillic = { given: given[1], family: family[1], script: 'Cyrillic' };
  return { id, name: random() < 0.5 ? [latin] : [latin, cyrillic] };
};

const event = (id: number, random: Random): Properties => ({
  id,
  kind: pick(random, kinds),
  employeeId: 1 + Math.floor(random() * 2_500),
  day: day(random),
});

/** Each was changed in another minute, and not in the order of their ids. */
const issue = (id: number, random: Random): Properties => ({
  id,
  repo: id <= 2_500 ? 'site' : 'shop',
  title: `${pick(random, ['Fix', 'Test', 'Speed up', 'Document'])} the ${pick(random, ['search', 'login', 'export', 'menu'])}`,
  state: random() < 0.8 ? 'closed' : 'open',
  updated_at: new Date(Date.UTC(2025, 0, 1, 0, (id * 7) % 3_000)).toISOString().replace('.000', ''),
});

const customer = (id: number, random: Random): Properties => ({
  id: `cus_${id}`,
  name: name(random, 3)[0],
});

const invoice = (id: number, random: Random): Properties => ({
  id: `in_${id}`,
  customer: `cus_${1 + Math.floor(random() * 40)}`,
  amount: 100 * (1 + Math.floor(random() * 900)),
  paid: random() < 0.9,
});

/**
 * What the service serves by default, the same every time: flat types, persons with arrays of text objects (revision 2.0),
 * more events than the limit of a list walk, and parents with their employees, issues and invoices.
 */
export const demoData = (): Readonly<Record<string, Objects>> => ({
  employee: many(1, 2_500, employee),
  aircraft: many(2, 300, aircraft),
  person: many(3, 1_200, person),
  event: many(4, 12_000, event),
  team: teams.map((id, index) => ({ id, floor: 1 + (index % 3) })),
  repo: ['site', 'shop'].map((id) => ({ id, owner: 'acme' })),
  issue: many(5, 3_000, issue),
  customer: many(6, 40, customer),
  invoice: many(7, 1_000, invoice),
});
