import { expect } from 'chai';
import { z } from 'zod';
import { type Codec, explain } from '../../../src/index';
import { readRecord } from '../../../src/model/records/ObjectRecord';
import { schemaOf, schemas } from '../../support/schemas';
import { leftOf, rightOf } from '../../support/sides';

const problemsIn = (codec: Codec<unknown>, properties: unknown) =>
  leftOf(readRecord(codec)({ properties }));

/** The problems of a schema that answers with this. */
const problemsOf = (answer: unknown) =>
  problemsIn(
    schemaOf(() => answer),
    {},
  );

describe('a Standard Schema for properties', () => {
  for (const [library, schema] of Object.entries(schemas)) {
    describe(`of ${library}`, () => {
      it('gives the value that it makes, and every other field of the record stays', () => {
        const record = { properties: { id: 1, job: { since: '2020-01-02' } }, rid: 'ri.1' };
        expect(rightOf(readRecord<unknown>(schema)(record))).to.deep.equal({
          properties: { id: 1, job: { since: new Date('2020-01-02') } },
          rid: 'ri.1',
        });
      });

      it('refuses with the paths that its issues name', () => {
        const problems = problemsIn(schema, { id: 'x', job: { since: [] } });
        expect(problems.map(({ at }) => at)).to.have.members([
          'properties.id',
          'properties.job.since',
        ]);
        for (const { message } of problems) expect(message).to.match(/number|string/);
      });

      it('refuses what is not an object', () => {
        for (const properties of [null, 5, 'x']) {
          expect(problemsIn(schema, properties).map(({ at }) => at)).to.deep.equal(['properties']);
        }
      });
    });
  }

  it('gives the very record where the schema gives the very value', () => {
    const record = { properties: { id: 1 } };
    expect(rightOf(readRecord(schemaOf((value) => ({ value })))(record))).to.equal(record);
  });

  it('may give any value, undefined too', () => {
    for (const value of [undefined, null, 0, 'x', []]) {
      expect(rightOf(readRecord(schemaOf(() => ({ value })))({ properties: {} }))).to.deep.equal({
        properties: value,
      });
    }
  });

  it('is asked though it has a decode like a codec: zod has both', () => {
    const schema = z.object({ id: z.number() });
    expect(schema).to.have.property('decode').that.is.a('function');
    expect(rightOf(readRecord(schema)({ properties: { id: 1, more: 2 } }))).to.deep.equal({
      properties: { id: 1 },
    });
    const decode = (): never => {
      throw new Error('nobody may ask');
    };
    const both = { ...schemaOf((value) => ({ value })), decode };
    expect(rightOf(readRecord(both)({ properties: { id: 1 } }))).to.deep.equal({
      properties: { id: 1 },
    });
  });

  it('may name the steps of a path as keys and as objects that hold a key', () => {
    const path = ['jobs', { key: 0 }, 1, { key: 'since' }, Symbol('mine')];
    expect(
      problemsOf({ issues: [{ message: 'is wrong', path }, { message: 'is all wrong' }] }),
    ).to.deep.equal([
      { at: 'properties.jobs.0.1.since.Symbol(mine)', message: 'is wrong' },
      { at: 'properties', message: 'is all wrong' },
    ]);
  });

  it('refuses with issues even if there are none in it, and says so', () => {
    for (const answer of [{ issues: [] }, { issues: [], value: 1 }]) {
      expect(problemsOf(answer)).to.deep.equal([
        { at: 'properties', message: 'was refused by the schema' },
      ]);
    }
  });

  it('that throws, or answers with what is no result, is one problem', () => {
    const throwing = schemaOf(() => {
      throw new Error('secret');
    });
    const broken = [undefined, null, 5, { issues: 5 }, { issues: [null] }].map((answer) =>
      schemaOf(() => answer),
    );
    for (const schema of [throwing, ...broken]) {
      expect(problemsIn(schema, {})).to.deep.equal([
        { at: 'properties', message: 'made the schema throw' },
      ]);
    }
  });

  it('law 22: says bounded messages at bounded paths, and not more than 20', () => {
    const path = Array.from({ length: 500 }, () => 'deep');
    const issues = Array.from({ length: 1_000 }, () => ({ message: 'x'.repeat(100_000), path }));
    const problems = problemsOf({ issues });
    expect(problems).to.have.length(20);
    for (const { at, message } of problems) {
      expect(at).to.match(/^properties\.deep\..*…$/);
      expect(at.length).to.equal(200);
      expect(message.length).to.equal(300);
    }
  });

  it('law 22: says nothing of a message that is empty, or not a string', () => {
    const large = Array.from({ length: 100_000 }, () => ({ text: 'x'.repeat(100) }));
    for (const message of [Symbol('mine'), { large }, large, undefined, null, 5, () => 'x', '']) {
      const problems = problemsOf({ issues: [{ message, path: ['id'] }] });
      expect(problems).to.deep.equal([
        { at: 'properties.id', message: 'was refused by the schema' },
      ]);
      const error = { _tag: 'InvalidObject', page: 0, index: 0, problems, record: {} } as const;
      expect(explain(error)).to.equal(
        'InvalidObject: object 1 of page 1: properties.id was refused by the schema',
      );
    }
  });

  it('law 22: reads no more of a path than it says', () => {
    const step = 'x'.repeat(10_000_000);
    const long = Array.from({ length: 1_000_000 }, () => step);
    const [problem] = problemsOf({ issues: [{ message: 'is wrong', path: long }] });
    expect(problem?.at)
      .to.match(/^properties\.x+…$/)
      .and.have.length(200);
  });

  it('is never shown properties with an own key __proto__', () => {
    let asked = 0;
    const schema = schemaOf((value) => {
      asked += 1;
      return { value };
    });
    const properties: unknown = JSON.parse('{"id":1,"deep":[{"__proto__":{"isAdmin":true}}]}');
    expect(problemsIn(schema, properties)).to.deep.equal([
      { at: 'properties', message: 'must not hold the key __proto__' },
    ]);
    expect(asked).to.equal(0);
  });

  describe('that answers with a promise', () => {
    const late = [{ at: 'properties', message: 'made the schema wait' }];

    it('refuses the object', () => {
      expect(problemsOf(Promise.resolve({ value: {} }))).to.deep.equal(late);
      expect(problemsOf({ then: (): void => undefined })).to.deep.equal(late);
    });

    it('may reject: nobody hears of it', async () => {
      const heard: Array<unknown> = [];
      const listeners = process.listeners('unhandledRejection');
      process.removeAllListeners('unhandledRejection');
      process.on('unhandledRejection', (reason) => heard.push(reason));
      try {
        expect(problemsOf(Promise.reject(new Error('mine')))).to.deep.equal(late);
        // What is not caught is heard here, in its order.
        void Promise.reject(new Error('heard'));
        while (heard.length === 0) await new Promise((resolve) => setImmediate(resolve));
        expect(heard.map(String)).to.deep.equal(['Error: heard']);
      } finally {
        process.removeAllListeners('unhandledRejection');
        for (const listener of listeners) process.on('unhandledRejection', listener);
      }
    });
  });
});
