import { expect } from 'chai';
import { secretProblems } from '../../scripts/release/secrets';

const inText = (text: string, machine: ReadonlyArray<string> = []): ReadonlyArray<string> =>
  secretProblems([{ path: 'dist/esm/index.js', size: text.length, text }], machine);

// Put together here, so that no scanner of this repository takes them for real ones.
const planted: ReadonlyArray<readonly [what: string, text: string]> = [
  ['a private key', ['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' ')],
  ['a private key', ['-----BEGIN', 'PRIVATE KEY-----'].join(' ')],
  ['a token of npm', `npm_${'a1B2'.repeat(9)}`],
  ['a token of GitHub', `ghp_${'a1B2'.repeat(9)}`],
  ['a token of GitHub', `github_pat_${'a1B2'.repeat(9)}`],
  ['a token of GitLab', `glpat-${'a1B2'.repeat(5)}`],
  ['a key of AWS', `AKIA${'A1B2'.repeat(4)}`],
  ['a key of Google', `AIza${'a1B2c'.repeat(7)}`],
  ['a token of Slack', `xoxb-${'1234'.repeat(4)}`],
  ['a secret key', `sk_live_${'a1B2'.repeat(6)}`],
  ['a signed token', ['eyJhbGciOiJI', 'eyJzdWIiOiIx', 'c2lnbmF0dXJl'].join('.')],
  ['a setting of a registry', '//packages.example.com/npm/:_authToken'],
  ['a setting of a registry', '_authToken = abc'],
  ['the address of a registry', 'https://registry.example.com/'],
  ['the address of a registry', 'http://artifactory.example.com:8081/npm'],
  ['an address with a password', ['postgres://walker', 'hunter2@db.example.com/walks'].join(':')],
  ['a path of the machine it was built on', '"sources":["/home/ann/pagewalk/src/index.ts"]'],
  ['a path of the machine it was built on', '/Users/ann/pagewalk'],
  ['a path of the machine it was built on', String.raw`"C:\\Users\\ann"`],
];

const harmless = [
  'https://objects.example.com/api/v1/ontologies',
  'http://127.0.0.1:8080/home/page',
  '{ "url": "https://example.com/Users/list" }',
  'Authorization: Bearer <token>',
  'filePlaces("/tmp/places-")',
  'task-management-of-a-very-long-name',
  'npm_config_registry',
];

describe('the secrets of a release', () => {
  for (const [what, text] of planted) {
    it(`are refused, and not repeated: ${what} as ${text.slice(0, 8)}…`, () =>
      expect(inText(`const a = 1;\nconst b = '${text}';`)).to.deep.equal([
        `dist/esm/index.js:2 holds ${what}`,
      ]));
  }

  for (const text of harmless) {
    it(`are not seen in ${text}`, () => expect(inText(text)).to.deep.equal([]));
  }

  it('are refused inside the sources of a source map', () => {
    const map = JSON.stringify({ sourcesContent: [`const token = 'npm_${'a1B2'.repeat(9)}';`] });
    expect(secretProblems([{ path: 'a.js.map', size: 1, text: map }], [])).to.deep.equal([
      'a.js.map:1 holds a token of npm',
    ]);
  });

  for (const path of [
    '.npmrc',
    'src/.env',
    'dist/.env.local',
    'src/id_ed25519',
    'dist/server.pem',
    'src/tls.key',
  ]) {
    it(`are refused by the name of a file: ${path}`, () =>
      expect(secretProblems([{ path, size: 0, text: '' }], [])).to.deep.equal([
        `${path} is a file that holds secrets`,
      ]));
  }

  it('are refused where they tell of the machine: its folders, or the host of its registry', () => {
    const machine = ['/build/pagewalk', 'packages.corp.example'];
    expect(inText('\n\n/build/pagewalk/src/index.ts', machine)).to.deep.equal([
      'dist/esm/index.js:3 tells of the machine it was built on',
    ]);
    expect(inText('from packages.corp.example', machine)).to.have.lengthOf(1);
    expect(inText('from packages.example', machine)).to.deep.equal([]);
    expect(inText('', [''])).to.deep.equal([]);
  });
});
