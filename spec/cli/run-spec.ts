import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { runCommand } from './support/runCommand';
import { withDirectory } from './support/temporary';

const closedPort = 'http://127.0.0.1:9';

const noToken =
  'there is no --token, because anyone on this machine can read a command line; ' +
  'set the environment variable PAGEWALK_TOKEN, or name a file by --token-file';

const misuses: ReadonlyArray<readonly [argv: ReadonlyArray<string>, line: string]> = [
  [['lst'], "unknown command 'lst' (Did you mean list?)"],
  [['list', '--pagesize', '5'], "unknown option '--pagesize' (Did you mean --page-size?)"],
  [['list', '--token', 's3cret'], noToken],
  [['list', '--token=s3cret'], noToken],
  [['list', 'a', 'b', 'c'], "too many arguments for 'list'. Expected 2 arguments but got 3."],
  [
    ['list', '--page-size', '0'],
    "option '--page-size <n>' argument '0' is invalid. It must be a whole number, 1 or more.",
  ],
  [
    ['list', '--page-size', '1.5'],
    "option '--page-size <n>' argument '1.5' is invalid. It must be a whole number, 1 or more.",
  ],
  [['list', '--page-size'], "option '--page-size <n>' argument missing"],
  [['list', '--limit', '-3'], "option '--limit <n>' argument '-3' is invalid. It must be a whole number, 1 or more."],
  [
    ['list', '--timeout', 'soon'],
    "option '--timeout <ms>' argument 'soon' is invalid. It must be a whole number, 0 or more.",
  ],
  [
    ['list', '--format', 'xml'],
    "option '--format <format>' argument 'xml' is invalid. Allowed choices are ndjson, json, csv.",
  ],
  [['list', '--base-url', 'nowhere', 'ri.o', 'a'], '--base-url must be an address such as https://objects.example.com'],
  [['list', '--base-url', closedPort], 'list needs ONTOLOGY_RID and OBJECT_TYPE where --base-url names a service'],
  [
    ['list', '--base-url', closedPort, 'ri.o'],
    'list needs ONTOLOGY_RID and OBJECT_TYPE where --base-url names a service',
  ],
  [
    ['list', '--base-url', closedPort, '--token-env', 'A', '--token-file', 'b', 'ri.o', 'a'],
    "option '--token-file <file>' cannot be used with option '--token-env <name>'",
  ],
  [['list', '--token-env', 'A'], 'a token needs --base-url: the embedded service has its own'],
  [['list', '--escape-formulas'], '--escape-formulas is of use only with --format csv'],
  [['list', '--out', '/dev/null'], 'cannot write /dev/null: it is not a regular file'],
  [['list', '--resume', 'a'], '--resume needs --out: a walk can only be continued where its objects are in a file'],
  [['list', '--out', 'a', '--resume', ''], '--resume needs the name of a file'],
  [
    ['list', '--out', 'a', '--resume', './a'],
    `${resolve('a')} cannot be the file of --out and the file of --resume at once: name another file`,
  ],
  [
    ['list', '--out', 'a', '--resume', 'a.part'],
    `${resolve('a.part')} cannot be the .part file of --out and the file of --resume at once: name another file`,
  ],
  [['list', '--key', ''], "option '--key <name>' argument '' is invalid. It must be the name of a property."],
  [['list', '--out', 'a', '--resume', '/dev/null'], 'cannot write /dev/null: it is not a regular file'],
  [
    ['list', '--attempts', '0'],
    "option '--attempts <n>' argument '0' is invalid. It must be a whole number, 1 or more.",
  ],
  [['search', '--snapshot'], "unknown option '--snapshot'"],
  [['search', '--page-size', '5'], "unknown option '--page-size'"],
  [['search', '--query', '[]'], '--query must be a JSON object with a string `type`, such as {"type":"empty"}'],
  [
    ['search', '--base-url', closedPort, 'a'],
    'search needs OBJECT_TYPE and --api-family where --base-url names a service',
  ],
  [
    ['serve', '--port', '65536'],
    "option '--port <n>' argument '65536' is invalid. It must be a whole number, 0 to 65535.",
  ],
  [
    ['serve', '--rate-limit', '8/'],
    "option '--rate-limit <n/min>' argument '8/' is invalid. " +
      'It must be CONCURRENT, CONCURRENT/PER_MINUTE or /PER_MINUTE, whole numbers above 0.',
  ],
  [['serve', '--open', '--protect-list'], "option '--protect-list' cannot be used with option '--open'"],
  [
    ['serve', '--cors', 'localhost:4200'],
    "cors must be an array of origins, such as 'http://localhost:4200', or '*', but is object",
  ],
  [['serve', '--data', 'no-such.ndjson'], 'cannot read no-such.ndjson: there is no such file or directory'],
  [['serve', '--fault', 'truncate:at=second'], '--fault: at of truncate must be a whole number above 0'],
  [
    ['serve', '--max-page-size', '5', '--page-size-drift', '-5'],
    'pageSizeDrift of -5 would leave no object in a page of 5',
  ],
  [
    ['check', '--base-url', closedPort],
    'check needs --object-type, and --ontology for list or --api-family for search, where --base-url names a service',
  ],
  [
    ['codec', '--base-url', closedPort, 'ri.o'],
    'codec needs ONTOLOGY_RID and OBJECT_TYPE where --base-url names a service',
  ],
  [
    ['codec', '--base-url', closedPort, '--search', 'a'],
    'codec needs OBJECT_TYPE and --api-family where --base-url names a service',
  ],
  [['codec', '--api-family', 'demo'], '--api-family is of use only with --search'],
  [['codec', '--query', '{}'], '--query is of use only with --search'],
  [['codec', 'a', 'b', 'c'], "too many arguments for 'codec'. Expected 2 arguments but got 3."],
  [['codec', '--sample', '0'], "option '--sample <n>' argument '0' is invalid. It must be a whole number, 1 or more."],
  [
    ['codec', '--name', 'class'],
    "option '--name <name>' argument 'class' is invalid. It must be a name that a constant and a type of TypeScript can have.",
  ],
  [
    ['codec', '--as', 'yup'],
    "option '--as <format>' argument 'yup' is invalid. Allowed choices are io-ts, zod, json-schema.",
  ],
];

describe('the command line', () => {
  for (const [argv, line] of misuses) {
    it(`refuses ${argv.join(' ')}: one line, exit code 2`, async () => {
      expect(await runCommand(argv)).to.deep.equal({ code: 2, stdout: '', stderr: `pagewalk: ${line}\n` });
    });
  }

  for (const argv of [
    ['list', '--base-url', closedPort, 'ri.o', '..'],
    ['search', '--base-url', closedPort, '--api-family', '..', 'a'],
    ['check', '--ontology', '..'],
    ['codec', 'ri.o', '..'],
  ]) {
    it(`refuses ${argv.join(' ')} as the library does: one line, exit code 2`, async () => {
      const { code, stdout, stderr } = await runCommand(argv);
      expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
      expect(stderr).to.match(/^pagewalk: .*must not be '\.\.'.*\n$/);
    });
  }

  it('says how it is used where no command is given, with exit code 2', async () => {
    const { code, stdout, stderr } = await runCommand([]);
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
    expect(stderr).to.match(/^Usage: pagewalk/);
  });

  for (const argv of [
    ['--help'],
    ['help'],
    ['help', 'list'],
    ['list', '--help'],
    ['serve', '--help'],
    ['check', '--help'],
    ['codec', '--help'],
  ]) {
    it(`helps with ${argv.join(' ')}, on standard output`, async () => {
      const { code, stdout, stderr } = await runCommand(argv);
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      expect(stdout).to.match(/^Usage: pagewalk/m);
    });
  }

  it('has the version of the package', async () => {
    const { code, stdout } = await runCommand(['--version']);
    expect(code).to.equal(0);
    expect(stdout).to.match(/^\d+\.\d+\.\d+\n$/);
  });

  for (const argv of [
    ['list', '--base-url', closedPort, 'ri.o', 'a'],
    ['search', '--base-url', closedPort, '--api-family', 'demo', 'a'],
    ['codec', '--base-url', closedPort, '--attempts', '1', 'ri.o', 'a'],
  ]) {
    it(`${argv[0] ?? ''} says that a connection is refused, with exit code 1`, async () => {
      const { code, stdout, stderr } = await runCommand(argv);
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      expect(stderr)
        .to.match(/^pagewalk: NetworkFailure: .*ECONNREFUSED.*\npagewalk: is the service running at .*\n$/)
        .and.not.match(/ECONNREFUSED[^]*ECONNREFUSED/);
    });
  }

  it('check says that a connection is refused, with exit code 1', async () => {
    const { code, stderr } = await runCommand([
      'check',
      '--base-url',
      closedPort,
      '--ontology',
      'ri.o',
      '--object-type',
      'a',
    ]);
    expect(code).to.equal(1);
    expect(stderr).to.match(
      /^pagewalk: there is no first page to check: no response \(.*ECONNREFUSED.*\); is the service running at .*\n$/,
    );
  });

  it('serve says that a port is in use, with exit code 1', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await runCommand(['serve', '--port', String(port)]);
    await new Promise((resolve) => server.close(resolve));
    expect(code).to.equal(1);
    expect(stderr)
      .to.match(/^pagewalk: port \d+ is in use.*\n$/)
      .and.not.match(/\n./);
  });

  it('serve names the line of a data file that is not JSON, with exit code 2', () =>
    withDirectory(async (directory) => {
      const file = join(directory, 'badge.ndjson');
      await writeFile(file, '{"id":1}\nnonsense\n');
      const { code, stderr } = await runCommand(['serve', '--data', file]);
      expect({ code, stderr }).to.deep.equal({ code: 2, stderr: `pagewalk: ${file}:2: the line is not JSON\n` });
    }));
});
