import { expect } from 'chai';
import { type ServiceOptions, startService } from '../../../src/service/index';
import { ask, listUrl } from '../support/plain';
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
  const positive = 'must be a whole number above 0';
  const lifetime = 'must be a number of milliseconds, 0 or more';
  /** An option with values that are wrong for the same reason. A number is named, of everything else its type. */
  const each = (option: string, rule: string, ...values: ReadonlyArray<unknown>) =>
    values.map((value) => {
      const found = typeof value === 'number' ? value : typeof value;
      return [{ [option]: value }, `${option} ${rule}, but is ${found}`] as const;
    });
  const wrong: ReadonlyArray<readonly [options: unknown, message: string]> = [
    ...each('port', 'must be a whole number from 0 to 65535', -1, 65_536, '80'),
    ...each('maxPageSize', positive, 0, 1.5, null),
    ...each('maxBodyBytes', positive, 0),
    ...each('pageSizeDrift', 'must be a whole number', 0.5),
    ...each('seed', 'must be a whole number', 0.5),
    [{ pageSizeDrift: -100 }, 'pageSizeDrift of -100 would leave no object in a page of 100'],
    [
      { maxPageSize: 3, pageSizeDrift: -3 },
      'pageSizeDrift of -3 would leave no object in a page of 3',
    ],
    ...each('limit', 'must be a whole number above 0, or Infinity', NaN, 0),
    ...each('searchLimit', 'must be a whole number above 0, or Infinity', 0),
    ...each(
      'rateLimit',
      'must be an object of concurrent and perMinute, each a whole number above 0',
      ...[8, { concurrent: 0 }, { perMinute: 1.5 }, { perMinute: '60' }, { perSecond: 1 }],
    ),
    ...each('tokenLifetime', lifetime, -1, NaN),
    ...each('snapshotLifetime', lifetime, -1),
    ...each('deltaLifetime', lifetime, -1),
    ...each(
      'cors',
      "must be an array of origins, such as 'http://localhost:4200', or '*'",
      ...['http://localhost:4200', ['http://localhost:4200/'], ['localhost:4200'], ['null'], [7]],
    ),
    ...each(
      'closeGrace',
      'must be a whole number of milliseconds from 0 to 2147483647',
      -1,
      1.5,
      Infinity,
      2 ** 31,
    ),
    ...each('token', 'must be a string of visible ASCII characters', '', 'two words'),
    ...each('ontologyRid', 'must be a string that can stand in a path', ''),
    ...each('apiFamily', 'must be a string that can stand in a path', '..'),
    ...each('totalCount', 'must be true or false', 1),
    ...each('protectList', 'must be true or false', 'yes'),
    ...each('lastPage', "must be 'null', 'absent' or 'mixed'", 'none'),
    ...each('onRequest', 'must be a function', 1),
    ...each('scheme', 'must be one of link, offset, page, cursor, lastItem', 'graph'),
    [{ pagesize: 5 }, 'pagesize is not an option of the service'],
    [{ objects: {} }, 'objects must hold at least one type: { employee: [{ id: 1 }] }'],
    [{ objects: [] }, 'objects must hold at least one type: { employee: [{ id: 1 }] }'],
    [{ objects: { '': [] } }, "objects has a type named '', which no path can hold"],
    [{ objects: { thing: {} } }, 'objects.thing must be an array'],
    [
      { objects: { thing: [{}, 7, []] } },
      'objects.thing[1] must be an object; objects.thing[2] must be an object',
    ],
    [{ objects: { thing: [undefined] } }, 'objects.thing[0] must be an object'],
    [{ objects: { thing: [cyclic] } }, 'objects.thing[0] cannot be written as JSON'],
    [{ faults: {} }, 'faults must be an array'],
    [{ faults: ['html'] }, 'a fault must be an object with a type'],
    [{ faults: [{ type: 'delay', every: 1 }] }, 'delay needs ms'],
    [
      { faults: [{ type: 'html', every: undefined }] },
      'every of html must be a whole number above 0',
    ],
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
    const undefinedOptions = {
      port: undefined,
      token: undefined,
      objects: undefined,
      faults: undefined,
    };
    const objectType = await withService(undefinedOptions, (service) =>
      Promise.resolve(service.objectType),
    );
    expect(objectType).to.equal('employee');
  });

  it('may be without bounds', async () => {
    const unbounded = {
      tokenLifetime: Infinity,
      snapshotLifetime: Infinity,
      limit: Infinity,
      searchLimit: Infinity,
      rateLimit: {},
    };
    await withService({ ...withThings(1), ...unbounded }, async (service) => {
      expect((await ask(listUrl(service))).status).to.equal(200);
    });
  });
});
