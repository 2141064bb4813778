import process from 'node:process';
import { URLSearchParams } from 'node:url';
import { E, pagewalk, pagewalkPaging, rxjs, t } from './product.mjs';
import { median } from './race/statistics.mjs';
import { shapes } from './server/shapes.mjs';

/*
 * What a walk by any scheme takes, against the same pages read by revision 1.0: in turns, from memory. It is time of the
 * processor, so that other programs do not count. Revision 1.0 runs twice, to show how far equal walks are apart.
 */
const sizes = [
  { objects: 1_000, pages: 20 },
  { objects: 100, pages: 100 },
];
const path = '/things';

const { at, byCursor, byLastItem, byLink, byOffset, byPageNumber, byRule, link, query } = pagewalkPaging();

const recordsOf = ({ objects, pages }) =>
  Array.from({ length: pages }, (_, page) =>
    Array.from({ length: objects }, (__, n) => ({ ...shapes.employee(page * objects + n), id: page * objects + n })),
  );

const paged = (paging, more = {}) => pagewalk.endpoint({ name: 'things', method: 'GET', path, paging, ...more });

const casesOf = (records, { objects, pages }) => {
  const isMore = (page) => page < pages - 1;
  const revision = {
    endpoint: pagewalk.endpoint({ name: 'things', method: 'GET', path, revision: '1.0' }),
    pageOf: (asked) => Number(asked.get('pageToken') ?? 0),
    body: (page) => ({
      data: records[page].map((properties) => ({ properties })),
      ...(isMore(page) && { nextPageToken: String(page + 1) }),
    }),
  };
  return {
    'revision 1.0': revision,
    'revision 1.0 again': revision,
    byCursor: {
      endpoint: paged(byCursor({ from: at('next'), to: query('c') })),
      pageOf: (asked) => Number(asked.get('c') ?? 0),
      body: (page) => ({ data: records[page], next: isMore(page) ? String(page + 1) : null }),
    },
    byLink: {
      endpoint: paged(byLink(link('next')), { items: at() }),
      pageOf: (asked) => Number(asked.get('c') ?? 0),
      body: (page) => records[page],
      headers: (page) => (isMore(page) ? { link: `<${path}?c=${page + 1}>; rel="next"` } : {}),
    },
    byOffset: {
      endpoint: paged(byOffset({ to: query('o'), total: at('total') })),
      pageOf: (asked) => Number(asked.get('o') ?? 0) / objects,
      body: (page) => ({ data: records[page], total: pages * objects }),
    },
    byPageNumber: {
      endpoint: paged(byPageNumber({ to: query('p'), last: at('last') })),
      pageOf: (asked) => Number(asked.get('p') ?? 1) - 1,
      body: (page) => ({ data: records[page], last: pages }),
    },
    byLastItem: {
      endpoint: paged(byLastItem({ from: at('id'), to: query('after'), more: at('more') })),
      pageOf: (asked) => (asked.has('after') ? (Number(asked.get('after')) + 1) / objects : 0),
      body: (page) => ({ data: records[page], more: isMore(page) }),
    },
    byRule: {
      endpoint: paged(
        byRule({
          cursor: t.number,
          next: ({ body }) => (body.next === null ? { _tag: 'None' } : { _tag: 'Some', value: body.next }),
          write: (c) => ({ query: { c } }),
        }),
      ),
      pageOf: (asked) => Number(asked.get('c') ?? 0),
      body: (page) => ({ data: records[page], next: isMore(page) ? page + 1 : null }),
    },
  };
};

const prepared = (records, { endpoint, pageOf, body, headers = () => ({}) }) => {
  const answers = records.map((_, page) => ({ status: 200, headers: headers(page), body: JSON.stringify(body(page)) }));
  const transport = ({ url }) => {
    const page = pageOf(new URLSearchParams(url.split('?')[1]));
    return rxjs.from(Promise.resolve(E.right({ ...answers[page], url: `http://127.0.0.1${url}` })));
  };
  return { endpoint, client: pagewalk.createClient({ transport }) };
};

const timed = async ({ endpoint, client }, all) => {
  let taken = 0;
  const began = process.cpuUsage();
  await rxjs.lastValueFrom(
    client.objects(endpoint, {}).pipe(rxjs.tap((result) => (taken += E.isRight(result) ? 1 : 0))),
  );
  if (taken !== all) throw new Error('objects were lost');
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
};

const raceOf = async (size, laps) => {
  const { objects, pages } = size;
  const records = recordsOf(size);
  const cases = casesOf(records, size);
  const names = Object.keys(cases);
  const walks = names.map((name) => prepared(records, cases[name]));
  const times = names.map(() => []);
  for (let lap = 0; lap < laps * 2; lap += 1) {
    for (let turn = 0; turn < walks.length; turn += 1) {
      const index = (lap + turn) % walks.length;
      const ms = await timed(walks[index], pages * objects);
      // The first half is warm-up.
      if (lap >= laps) times[index].push(ms);
    }
  }
  const [base] = times;
  for (const [index, name] of names.entries()) {
    const ratio = median(times[index].map((ms, lap) => ms / base[lap]));
    const ms = median(times[index]).toFixed(2);
    process.stdout.write(`${name}: ${ms} ms for ${pages} pages of ${objects}, ${ratio.toFixed(3)} of revision 1.0\n`);
  }
};

/** Says for each scheme how long its walk takes, against revision 1.0. */
export const schemesCost = async (laps) => {
  for (const size of sizes) await raceOf(size, laps);
};
