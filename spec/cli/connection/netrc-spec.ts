import { expect } from 'chai';
import { netrcUser } from '../../../src/cli/connection/netrc';

const text = `# passwords of mine
machine api.example.com
  login ada
  password "p\\"w d"   # a comment
macdef init
machine fake.example.com login eve password stolen

machine Other.example.com login bob account x password q
machine other.example.com password second
machine silent.example.com login eve
default password any
`;

describe('netrcUser', () => {
  for (const [host, user] of Object.entries({
    'api.example.com': { login: 'ada', password: 'p"w d' },
    'other.example.com': { login: 'bob', password: 'q' },
    'silent.example.com': undefined,
    'fake.example.com': { login: '', password: 'any' },
  })) {
    it(host, () => expect(netrcUser(text, host)).to.deep.equal(user));
  }

  it('finds nobody without an entry', () => {
    for (const none of [
      '',
      'machine',
      'machine a login b password',
      'password x',
      'macdef a\nmachine a password b',
    ]) {
      expect(netrcUser(none, 'b'), none).to.equal(undefined);
    }
  });

  // What curl 7.88 sends for each.
  const commented: ReadonlyArray<readonly [text: string, user: string | undefined]> = [
    ['machine h login ada\n  # password old\n  password new', 'ada:new'],
    ['machine h login ada password new # password old', 'ada:new'],
    ['machine h login ada # password old\npassword new', 'ada:new'],
    ['#machine h login eve password old\nmachine h login ada password new', 'ada:new'],
    ['machine h login ada password\n# old\nnew', 'ada:new'],
    ['machine h login ada password new\nlogin eve password old', 'ada:new'],
    ['# it\'s "quoted\nmachine h login ada password "#new"', 'ada:#new'],
    ['machine h login ada password a#b', 'ada:a#b'],
    ['machine h login ada #password old', undefined],
    ['machine h login ada password #old', undefined],
    ['macdef init\r\n cd x\r\n\r\nmachine h login ada password new\r\n', 'ada:new'],
    ['machine h login ada password "new', 'ada:"new'],
  ];
  for (const [lines, user] of commented) {
    it(`sends no password that is commented out: ${JSON.stringify(lines)}`, () => {
      const { login, password } = netrcUser(lines, 'h') ?? {};
      expect(password && `${login}:${password}`).to.equal(user);
    });
  }
});
