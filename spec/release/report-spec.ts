import { expect } from 'chai';
import { report } from '../../scripts/release/Check';

describe('the report before a release', () => {
  it('has a line for each check that holds, and ends with 0', () => {
    const checks = [
      { name: 'files', problems: [], found: '12, all of which belong there' },
      { name: 'tag', problems: [] },
    ];
    expect(report(checks)).to.deep.equal({
      text: 'ok      files       12, all of which belong there\nok      tag\n\nall 2 checks hold: this may be released\n',
      code: 0,
    });
  });

  it('says why a check failed, and ends with 1', () => {
    const checks = [
      { name: 'files', problems: ['a is missing', 'b is missing'], found: '12' },
      { name: 'tag', problems: [] },
    ];
    expect(report(checks)).to.deep.equal({
      text: 'failed  files       a is missing\n                    b is missing\nok      tag\n\n1 of 2 checks failed: this may not be released\n',
      code: 1,
    });
  });

  it('shows ten problems and counts the others', () => {
    const problems = Array.from({ length: 12 }, (_, n) => `problem ${n + 1}`);
    const { text } = report([{ name: 'files', problems }]);
    expect(text)
      .to.include('problem 10\n                    and 2 more\n')
      .and.not.include('problem 11');
  });
});
