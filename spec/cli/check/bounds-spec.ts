import { expect } from 'chai';
import { withServer } from '../../support/withServer';
import { runCommand } from '../support/runCommand';

/** Checks a list service that answers every request with this body. */
const check = (body: string) =>
  withServer(
    (_, response) => response.end(body),
    (url) =>
      runCommand([
        'check',
        '--base-url',
        url,
        '--ontology',
        'ri.o',
        '--object-type',
        'thing',
        '--json',
      ]),
  );

interface Checked {
  readonly endpoints: ReadonlyArray<{
    readonly rules: ReadonlyArray<{
      readonly id: string;
      readonly status: string;
      readonly detail: string;
    }>;
  }>;
}

const ruleIn = (json: string, id: string) =>
  (JSON.parse(json) as Checked).endpoints[0]?.rules.find((rule) => rule.id === id);

describe('check, whatever a service sends', () => {
  it('law 31: does not read what nests deeper than a page may', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const { code, stdout, stderr } = await check(`{"data":[{"properties":{"deep":${deep}}}]}`);
    expect({ code, stderr }).to.deep.equal({ code: 1, stderr: '' });
    expect(ruleIn(stdout, 'envelope')).to.include({
      status: 'broken',
      detail: 'it is nested too deeply',
    });
  });

  it('law 31: does not take more than a million records for a page', async () => {
    const { stdout } = await check(`{"data":[${'0,'.repeat(1_000_000)}0]}`);
    expect(ruleIn(stdout, 'envelope')).to.include({
      status: 'broken',
      detail: 'data has more than 1,000,000 records',
    });
  });

  it('law 31: does not follow a page token that no request can carry', async () => {
    let requests = 0;
    await withServer(
      (_, response) => {
        requests += 1;
        response.end(`{"data":[{"properties":{"id":1}}],"nextPageToken":"${'x'.repeat(65_537)}"}`);
      },
      async (url) => {
        const argv = [
          'check',
          '--base-url',
          url,
          '--ontology',
          'ri.o',
          '--object-type',
          'thing',
          '--json',
        ];
        const { code, stdout } = await runCommand(argv);
        expect(code).to.equal(1);
        expect(ruleIn(stdout, 'token-type')).to.include({
          status: 'broken',
          detail: 'a nextPageToken has more than 65,536 characters',
        });
        expect(ruleIn(stdout, 'last-page')).to.include({ status: 'not seen' });
      },
    );
    expect(requests).to.be.below(10);
  });
});
