import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../textFiles';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the commands of the repository', () => {
  it('are at most twenty, and have a line each in CONTRIBUTING.md', () => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: object };
    const told = [...read('CONTRIBUTING.md').matchAll(/^\| `npm (?:run )?([\w:]+)` /gm)];
    expect(told.map(([, name]) => name)).to.have.members(Object.keys(scripts));
    expect(told).to.have.length.at.most(20);
  });
});
