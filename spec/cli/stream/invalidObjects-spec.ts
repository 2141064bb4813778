import { expect } from 'chai';
import { invalidObjects } from '../../../src/cli/stream/invalidObjects';
import { explain } from '../../../src/index';
import { invalidObject } from '../support/records';

const tellOf = (count: number) => {
  const lines: Array<string> = [];
  const { note, total } = invalidObjects((line) => lines.push(line));
  for (let index = 0; index < count; index += 1) note(invalidObject(index));
  return { lines, total: total(count) };
};

describe('invalidObjects', () => {
  it('tells of each in a line, and of all at the end', () => {
    expect(tellOf(2)).to.deep.equal({
      lines: [explain(invalidObject(0)), explain(invalidObject(1))],
      total: ['2 objects were invalid and left out'],
    });
  });

  it('tells of ten at the most, and says that it does', () => {
    const { lines, total } = tellOf(10_000);
    expect(lines).to.have.length(11);
    expect(lines[10]).to.equal('further invalid objects are counted only');
    expect(total).to.deep.equal(['10,000 objects were invalid and left out']);
  });

  it('says nothing where there are none', () => {
    expect(tellOf(0)).to.deep.equal({ lines: [], total: [] });
  });
});
