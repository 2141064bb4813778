import { expect } from 'chai';
import type { ServiceOptions } from '../../../src/service/index';
import { startService } from '../../../src/service/index';
import { withThings } from '../support/things';
import { withService } from '../support/withService';

const refusal = (options: unknown): Promise<unknown> =>
  startService(options as ServiceOptions).then(
    (service) => service.close(),
    (error: unknown) => error,
  );

const cyclic: Record<string, unknown> = {};
cyclic.itself = cyclic;

describe('the options of startService', () => {
  const positive = 'must be a whole number above 0, but is';
  const lifetime = 'must be a number of milliseconds, 0 or more, but is';
  const wrong: ReadonlyArray<readonly [options: unknown, message: string]> = [
    [{ port: -1 }, 'port must be a whole number from 0 to 65535, but is -1'],
    [{ port: 65_536 }, 'port must be a whole number from 0 to 65535, but is 65536'],
    [{ port: '80' }, 'port must be a whole number from 0 to 65535, but is string'],
    [{ maxPageSize: 0 }, `maxPageSize ${positive} 0`],
    [{ maxPageSize: 1.5 }, `maxPageSize ${positive} 1.5`],
    [{ maxPageSize: null }, `maxPageSize ${positive} object`],
    [{ pageSizeDrift: 0.5 }, 'pageSizeDrift must be a whole number, but is 0.5'],
    [{ pageSizeDrift: -100 }, 'pageSizeDrift of -100 would leave no object in a page of 100'],
    [{ maxPageSize: 3, pageSizeDrift: -3 }, 'pageSizeDrift of -3 would leave no object in a page of 3'],
    [{ limit: NaN }, 'limit must be a whole number above 0, or Infinity, but is NaN'],
    [{ limit: 0 }, 'limit must be a whole number above 0, or Infinity, but is 0'],
    [{ searchLimit: 0 }, 'searchLimit must be a whole number above 0, or Infinity, but is 0'],
    ...[8, { concurrent: 0 }, { perMinute: 1.5 }, { perMinute: '60' }, { perSecond: 1 }].map(
      (rateLimit) =>
        [
          { rateLimit },
          'rateLimit must be an object of concurrent and perMinute, each a whole number above 0, ' +
            `but is ${typeof rateLimit === 'number' ? rateLimit : 'object'}`,
        ] as const,
    ),
    [{ tokenLifetime: -1 }, `tokenLifetime ${lifetime} -1`],
    [{ tokenLifetime: NaN }, `tokenLifetime ${lifetime} NaN`],
    [{ snapshotLifetime: -1 }, `snapshotLifetime ${lifetime} -1`],
    [{ maxBodyBytes: 0 }, `maxBodyBytes ${positive} 0`],
    ...['http://localhost:4200', ['http://localhost:4200/'], ['localhost:4200'], ['null'], [7]].map(
      (cors) =>
        [
          { cors },
          `cors must be an array of origins, such as 'http://localhost:4200', or '*', but is ${typeof cors}`,
        ] as const,
    ),
    ...[-1, 1.5, Infinity, 2 ** 31].map(
      (closeGrace) =>
        [
          { closeGrace },
          `closeGrace must be a whole number of milliseconds from 0 to 2147483647, but is ${closeGrace}`,
        ] as const,
    ),
    [{ seed: 0.5 }, 'seed must be a whole number, but is 0.5'],
    [{ token: '' }, 'token must be a string of visible ASCII characters, but is string'],
    [{ token: 'two words' }, 'token must be a string of visible ASCII characters, but is string'],
    [{ ontologyRid: '' }, 'ontologyRid must be a string that can stand in a path, but is string'],
    [{ apiFamily: '..' }, 'apiFamily must be a string that can stand in a path, but is string'],
    [{ totalCount: 1 }, 'totalCount must be true or false, but is 1'],
    [{ protectList: 'yes' }, 'protectList must be true or false, but is string'],
    [{ lastPage: 'none' }, "lastPage must be 'null', 'absent' or 'mixed', but is string"],
    [{ onRequest: 1 }, 'onRequest must be a function, but is 1'],
    [{ pagesize: 5 }, 'pagesize is not an option of the service'],
    [{ objects: {} }, 'objects must hold at least one type: { employee: [{ id: 1 }] }'],
    [{ objects: [] }, 'objects must hold at least one type: { employee: [{ id: 1 }] }'],
    [{ objects: { '': [] } }, "objects has a type named '', which no path can hold"],
    [{ objects: { thing: {} } }, 'objects.thing must be an array'],
    [{ objects: { thing: [{}, 7, []] } }, 'objects.thing[1] must be an object; objects.thing[2] must be an object'],
    [{ objects: { thing: [undefined] } }, 'objects.thing[0] must be an object'],
    [{ objects: { thing: [cyclic] } }, 'objects.thing[0] cannot be written as JSON'],
    [{ faults: {} }, 'faults must be an array'],
    [{ faults: ['html'] }, 'a fault must be an object with a type'],
    [{ faults: [{ type: 'delay', every: 1 }] }, 'delay needs ms'],
    [{ faults: [{ type: 'html', every: undefined }] }, 'every of html must be a whole number above 0'],
    [
      { maxPageSize: 5, pageSizeDrift: -5, limit: NaN, objects: {}, faults: [{ type: 'html' }] },
      'limit must be a whole number above 0, or Infinity, but is NaN; ' +
        'pageSizeDrift of -5 would leave no object in a page of 5; ' +
        'objects must hold at least one type: { employee: [{ id: 1 }] }; ' +
        'html needs just one of every, at, probability',
    ],
    [null, 'the options must be an object'],
    [7, 'the options must be an object'],
  ];
  for (const [options, message] of wrong) {
    it(`are refused: ${message}`, async () => {
      const error = await refusal(options);
      expect(error).to.be.instanceOf(TypeError);
      expect(error).to.have.property('message', `startService: ${message}`);
    });
  }

  it('name ten of many problems, and count the others', async () => {
    const error = await refusal({ objects: { thing: Array.from({ length: 1_000 }, () => 7) } });
    expect(error)
      .to.have.property('message')
      .that.matches(/^startService: objects\.thing\[0\] must be an object; /);
    expect(error)
      .to.have.property('message')
      .that.matches(/objects\.thing\[9\] must be an object; and 990 more$/);
  });

  it('that are undefined count as absent', async () => {
    const undefinedOptions = { port: undefined, token: undefined, objects: undefined, faults: undefined };
    await withService(undefinedOptions, ({ objectType }) => {
      expect(objectType).to.equal('employee');
      return Promise.resolve();
    });
  });

  it('may be without bounds', async () => {
    const unbounded = {
      tokenLifetime: Infinity,
      snapshotLifetime: Infinity,
      limit: Infinity,
      searchLimit: Infinity,
      rateLimit: {},
    };
    await withService({ ...withThings(1), ...unbounded }, ({ objectType }) => {
      expect(objectType).to.equal('thing');
      return Promise.resolve();
    });
  });
});
