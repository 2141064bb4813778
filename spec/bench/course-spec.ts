import { expect } from 'chai';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const load = async <M>(path: string): Promise<M> =>
  (await import(pathToFileURL(join(__dirname, '../../bench', path)).href)) as M;

interface Course {
  readonly shape: string;
  readonly objects: number;
  readonly pageSize: number;
  readonly invalidEvery?: number;
}
interface Record {
  readonly properties: { readonly id: number; readonly salary: unknown };
}
interface Tally {
  readonly taken: number;
  readonly refused: number;
  readonly checksum: number;
}
interface Pages {
  readonly recordOf: (course: Course, id: number) => Record;
  readonly serialise: (course: Course, toRecord: Pages['recordOf']) => (page: number) => Buffer;
}
interface Consumers {
  readonly consumerOf: (course: Course) => {
    readonly take: (record: Record) => unknown;
    readonly refuse: (record: Record) => void;
    readonly tally: () => Tally;
  };
}
interface Expected {
  readonly expectedTally: (course: Course, checks: boolean) => Tally;
}
interface Envelope {
  readonly data: ReadonlyArray<Record>;
  readonly nextPageToken?: string;
}

const walk = async (course: Course): Promise<ReadonlyArray<Record>> => {
  const { recordOf, serialise } = await load<Pages>('server/pages.mjs');
  const pageAt = serialise(course, recordOf);
  const records: Array<Record> = [];
  for (let page = 0; ; page += 1) {
    const { data, nextPageToken } = JSON.parse(pageAt(page).toString()) as Envelope;
    records.push(...data);
    if (nextPageToken === undefined) return records;
    expect(nextPageToken).to.equal(`v1.page-${page + 1}`);
  }
};

describe("the benchmark's courses", () => {
  const courses: ReadonlyArray<Course> = [
    { shape: 'employee', objects: 25, pageSize: 10 },
    { shape: 'employee', objects: 60_000, pageSize: 20 },
    { shape: 'employee', objects: 300, pageSize: 100, invalidEvery: 100 },
  ];

  for (const course of courses) {
    it(`serves what it expects to be read: ${course.objects} objects, pages of ${course.pageSize}`, async () => {
      const { consumerOf } = await load<Consumers>('race/consumer.mjs');
      const { expectedTally } = await load<Expected>('race/expectedTally.mjs');
      const records = await walk(course);
      const { take, refuse, tally } = consumerOf(course);
      for (const record of records) {
        if (typeof record.properties.salary === 'number') take(record);
        else refuse(record);
      }
      expect(records).to.have.length(course.objects);
      expect(tally()).to.deep.equal(expectedTally(course, true));
      expect(tally().refused).to.equal(
        course.invalidEvery === undefined ? 0 : course.objects / course.invalidEvery,
      );
    });
  }

  it('notices an object that is missing, and two that are swapped', async () => {
    const { consumerOf } = await load<Consumers>('race/consumer.mjs');
    const { expectedTally } = await load<Expected>('race/expectedTally.mjs');
    const [course] = courses as [Course];
    const [first, second, ...others] = (await walk(course)) as [Record, Record, ...Array<Record>];
    const tallyOf = (records: ReadonlyArray<Record>): Tally => {
      const { take, tally } = consumerOf(course);
      records.forEach(take);
      return tally();
    };
    const expected = expectedTally(course, true);
    expect(tallyOf([first, second, ...others])).to.deep.equal(expected);
    expect(tallyOf([second, ...others])).not.to.deep.equal(expected);
    expect(tallyOf([second, first, ...others])).not.to.deep.equal(expected);
  });
});
