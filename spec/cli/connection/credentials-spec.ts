import { expect } from 'chai';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withServer } from '../../support/withServer';
import { runCommand } from '../support/runCommand';
import { inDirectory } from '../../support/inDirectory';

describe('the command line: --token-file', () => {
  it('says that there is no credential where the file is gone when the service refuses its token', () =>
    inDirectory((directory) => {
      const file = join(directory, 'token');
      writeFileSync(file, 's3cret');
      return withServer(
        (_, response) => {
          rmSync(file, { force: true });
          response.writeHead(401).end();
        },
        async (url) => {
          const { code, stderr } = await runCommand([
            'list',
            '--base-url',
            url,
            '--token-file',
            file,
            'ri.o',
            'a',
          ]);
          expect(code).to.equal(1);
          expect(stderr).to.match(/^pagewalk: Unauthorized: the credential source failed: 401/);
        },
      );
    }));
});

describe('the command line: --oauth with --headers-file', () => {
  it('asks for another token when the service refuses one', () =>
    inDirectory((directory) => {
      const file = join(directory, 'headers');
      writeFileSync(file, 'X-Tenant: north');
      const sent: Array<string | undefined> = [];
      let tokens = 0;
      return withServer(
        (request, response) => {
          if (request.url === '/token') {
            response.end(JSON.stringify({ access_token: `t${(tokens += 1)}` }));
            return;
          }
          const { authorization, 'x-tenant': tenant } = request.headers;
          sent.push(`${authorization} ${String(tenant)}`);
          if (authorization === 'Bearer t1') response.writeHead(401).end();
          else response.end(JSON.stringify({ data: [] }));
        },
        async (url) => {
          const flags = ['--oauth', `${url}/token`, '--client-id', 'c', '--headers-file', file];
          const { code, stderr } = await runCommand(
            ['walk', `${url}/things`, '--items', 'data', '--link', '--quiet', ...flags],
            {
              env: { PAGEWALK_CLIENT_SECRET: 's3cret' },
            },
          );
          expect(stderr).to.equal('');
          expect([code, sent]).to.deep.equal([0, ['Bearer t1 north', 'Bearer t2 north']]);
        },
      );
    }));
});
