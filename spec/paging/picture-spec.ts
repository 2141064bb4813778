import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../textFiles';

const picture = readFileSync(join(root, 'docs/maintainers/paging.md'), 'utf8');

/** The members of an interface of a source. */
const membersOf = (file: string, name: string): ReadonlyArray<string> => {
  const source = readFileSync(join(root, file), 'utf8');
  const [, body = ''] =
    new RegExp(`^export interface ${name}\\b[^{]*\\{$(.*?)^\\}$`, 'ms').exec(source) ?? [];
  return Array.from(body.matchAll(/^ {2}readonly (\w+)\??:/gm), ([, member = '']) => member);
};

/** The names in the first column of the table below a heading. */
const rowsBelow = (heading: string): ReadonlyArray<string> => {
  const [, part = ''] = picture.split(`\n## ${heading}\n`);
  return Array.from(
    (part.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)`/gm),
    ([, name = '']) => name,
  );
};

describe('the picture of paging in the docs', () => {
  it('has the members of a rule', () =>
    expect(rowsBelow('A rule')).to.deep.equal(membersOf('src/paging/compile/Rule.ts', 'Rule')));

  it('has the members of a scheme, of which there are at most eight', () => {
    const members = membersOf('src/model/paging/scheme.ts', 'Scheme');
    expect(rowsBelow('A scheme')).to.deep.equal(members);
    expect(members).to.have.lengthOf.at.most(8);
  });

  it('has the members of a page source, and those of what a walk begins over', () =>
    expect(rowsBelow('A page source')).to.have.members([
      ...membersOf('src/model/endpoints/walkStart.ts', 'Beginning'),
      ...membersOf('src/client/walks/PageSource.ts', 'PageSource'),
      ...['problemOf', 'cursorOf', 'doubts'],
    ]));
});
