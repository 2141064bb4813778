import { expect } from 'chai';
import { netrcUser } from '../../../src/cli/source/netrc';

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
});
