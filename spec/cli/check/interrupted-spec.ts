import { expect } from 'chai';
import { filter, interval, map } from 'rxjs';
import { run } from '../../../src/cli/commandLine';
import { withServer } from '../../support/withServer';
import { recorder } from '../support/terminal';

describe('a check that is interrupted', () => {
  it('erases its progress line before it says so', () =>
    withServer(
      () => undefined,
      async (url) => {
        const [stdout, stderr] = [recorder(80), recorder(80)];
        const interrupts = interval(10).pipe(
          filter(() => stderr.text().includes('checking')),
          map(() => 'SIGINT' as const),
        );
        const words = `check --base-url ${url} --ontology ri.o --object-type a`.split(' ');
        expect(await run(words, { stdout, stderr, env: {}, interrupts })).to.equal(130);
        expect(stdout.text()).to.equal('');
        const told = stderr.text();
        expect(told.slice(told.lastIndexOf('checking'))).to.equal(
          'checking listObjects, a: 1 request\x1b[K\r\x1b[Kpagewalk: interrupted before the report\n',
        );
      },
    ));
});
