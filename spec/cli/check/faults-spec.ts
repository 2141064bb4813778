import { expect } from 'chai';
import type { Report } from '../../../src/cli/check/Report';
import { type Fault, startService } from '../../../src/service';
import { runCommand } from '../support/runCommand';

type Endpoint = 'list' | 'search';

interface Checked {
  readonly code: number;
  readonly broken: ReadonlyArray<string>;
  readonly stderr: string;
  readonly requests: number;
}

const objects = { badge: Array.from({ length: 25 }, (_, id) => ({ id })) };

/** Checks one endpoint of a service with these faults, in five pages of five. */
const check = async (which: Endpoint, ...faults: ReadonlyArray<Fault>): Promise<Checked> => {
  let requests = 0;
  const onRequest = (): void => void (requests += 1);
  const service = await startService({ faults, objects, maxPageSize: 5, token: 't', onRequest });
  try {
    const target =
      which === 'list' ? ['--ontology', service.ontologyRid] : ['--api-family', service.apiFamily];
    const { code, stdout, stderr } = await runCommand(
      ['check', '--base-url', service.url, '--object-type', 'badge', '--json', ...target],
      { env: { PAGEWALK_TOKEN: 't' } },
    );
    const { endpoints } = JSON.parse(stdout || '{"endpoints":[]}') as {
      endpoints: ReadonlyArray<Report>;
    };
    const findings = endpoints.flatMap(({ rules }) => rules);
    return {
      code,
      broken: findings.filter(({ status }) => status === 'broken').map(({ id }) => id),
      stderr,
      requests,
    };
  } finally {
    await service.close();
  }
};

type Rules = ReadonlyArray<string>;

type Untyped<F> = F extends Fault ? Omit<F, 'type'> : never;

const faultless: Rules = [];

/** The rules that each fault breaks, of each revision; a fault that is missing here does not compile. */
const broken: {
  readonly [Type in Fault['type']]: ReadonlyArray<
    readonly [fault: Untyped<Extract<Fault, { readonly type: Type }>>, list: Rules, search: Rules]
  >;
} = {
  truncate: [
    [{ at: 3 }, ['envelope'], ['envelope']],
    [{ every: 1 }, ['envelope'], ['envelope']],
  ],
  html: [
    [{ at: 3 }, ['envelope'], ['envelope']],
    [{ every: 1 }, ['envelope'], ['envelope']],
  ],
  'empty-token': [[{ at: 2 }, ['token-not-empty'], ['token-not-empty']]],
  'null-token': [[{}, faultless, ['last-page']]],
  'empty-page': [
    [{ at: 2 }, ['no-empty-page'], ['no-empty-page']],
    [{ every: 1 }, ['no-empty-page'], ['no-empty-page']],
  ],
  'corrupt-object': [[{ at: 2 }, ['records'], ['records']]],
  'repeat-token': [[{ every: 1 }, ['token-once'], ['token-once']]],
  'repeat-page': [[{ at: 2 }, [], []]],
  'cycle-tokens': [[{ pages: 3 }, ['token-once'], ['token-once']]],
  'expire-token': [
    [{ ms: 0 }, ['token-lives'], ['token-lives']],
    [{ uses: 0 }, ['token-lives'], ['token-lives']],
    [{ uses: 1 }, ['token-again'], ['token-again']],
  ],
  'ignore-maximum': [[{}, ['maximum-page-size'], faultless]],
  unauthorized: [[{ at: 2 }, ['readable'], ['authentication-enough']]],
  'skip-authentication': [[{}, faultless, ['authentication-first', 'authentication-later']]],
  // The conventions say nothing of these: they break no rule.
  throttle: [[{ at: 2 }, faultless, faultless]],
  unavailable: [[{ at: 2, retryAfter: 0 }, faultless, faultless]],
  delay: [[{ every: 1, ms: 5 }, faultless, faultless]],
  'reset-before': [[{ at: 2 }, faultless, faultless]],
  'reset-during': [[{ at: 2 }, faultless, faultless]],
  trickle: [[{ every: 1, ms: 5 }, faultless, faultless]],
};

describe('check against a service with a fault', () => {
  for (const [type, cases] of Object.entries(broken)) {
    for (const [when, list, search] of cases) {
      const fault = { type, ...when } as Fault;
      for (const [which, rules] of Object.entries({ list, search })) {
        it(`${JSON.stringify(fault)}: ${which} breaks ${rules.join(', ') || 'nothing'}`, async () => {
          const checked = await check(which as Endpoint, fault);
          expect(checked).to.deep.include({
            code: rules.length > 0 ? 1 : 0,
            broken: rules,
            stderr: '',
          });
        });
      }
    }
  }
});

describe('check against a service that gives no first page', () => {
  it('says so in a line, and exits with 1', async () => {
    expect(await check('search', { type: 'unauthorized', every: 1 })).to.deep.include({
      code: 1,
      broken: [],
      stderr:
        'pagewalk: there is no first page to check: 401 InvalidCredentials; the service refused the token of the environment variable PAGEWALK_TOKEN\n',
    });
  });

  it('gives a busy service four attempts', async () => {
    const { stderr, requests } = await check('list', { type: 'throttle', every: 1, retryAfter: 0 });
    expect(stderr).to.equal('pagewalk: there is no first page to check: 429 TooManyRequests\n');
    expect(requests).to.equal(4);
  });
});
