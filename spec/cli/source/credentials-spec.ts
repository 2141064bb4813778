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
