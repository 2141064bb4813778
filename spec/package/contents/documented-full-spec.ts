import { expect } from 'chai';
import { join } from 'node:path';
import { root } from '../../textFiles';
import { undocumented } from './documented';
import { entries } from '../support/Manifest';
import { installed, project } from '../support/tarball';

const documented = `
/**
 * A sentence.
 *
 * @example
 * \`\`\`ts
 * run();
 * \`\`\`
 *
 * @since 0.1.0
 */
export const documented = 1;

/**
 * A type.
 *
 * @since 0.1.0
 */
export interface Documented {}
`;

const lacking = `
export const nothing = 1;
export interface Nothing {}
/** @since 0.1.0 */
export type NoSentence = 1;
/** A sentence. */
export type NoSince = 1;
/**
 * A sentence.
 *
 * @since
 */
export type NoVersion = 1;
/**
 * A sentence.
 *
 * @since 0.1.0
 */
export function noExample(): void {}
/**
 * A sentence.
 *
 * @example
 * run();
 *
 * @since 0.1.0
 */
export const noFence = 1;
`;

const index = `
export { documented, type Documented } from './documented';
export { nothing as renamed, type Nothing, type NoSentence, type NoSince, type NoVersion } from './lacking';
export { noExample, noFence } from './lacking';
`;

describe('the public names', () => {
  it('are documented: a sentence, the version that they came with and, for values, an example', async () => {
    const { manifest } = await installed();
    const sources = entries(manifest).map(({ types }) =>
      types.replace('./dist/types/', 'src/').replace(/\.d\.ts$/, '.ts'),
    );
    expect(sources).to.include('src/index.ts');
    for (const source of sources) expect(undocumented(join(root, source)), source).to.deep.equal([]);
  });

  it('would be seen if they were not', async () => {
    const folder = await project('documented', {
      'documented.ts': documented,
      'lacking.ts': lacking,
      'index.ts': index,
    });
    expect([...undocumented(join(folder, 'index.ts'))].sort()).to.deep.equal([
      'NoSentence lacks a sentence',
      'NoSince lacks @since with a version',
      'NoVersion lacks @since with a version',
      'Nothing lacks @since with a version',
      'Nothing lacks a sentence',
      'noExample lacks an @example',
      'noFence lacks an @example',
      'renamed lacks @since with a version',
      'renamed lacks a sentence',
      'renamed lacks an @example',
    ]);
  });
});
