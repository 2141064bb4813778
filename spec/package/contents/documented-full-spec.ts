import { expect } from 'chai';
import { join } from 'node:path';
import { root } from '../../textFiles';
import { undocumented } from './documented';
import { entries } from '../support/Manifest';
import { installed, project } from '../support/tarball';

const lacking = `
/** A type. @since 0.1.0 */
export interface Documented {}
export const nothing = 1;
/** @since 0.1.0 */
export type NoSentence = 1;
/** A sentence. */
export type NoSince = 1;
/** A sentence. @since */
export type NoVersion = 1;
/** A sentence. @since 0.1.0 */
export function noExample(): void {}
/** A sentence. @example run(); @since 0.1.0 */
export const noFence = 1;
`;

describe('the public names', () => {
  it('are documented: a sentence, the version that they came with and, for values, an example', async () => {
    const { manifest } = await installed();
    const sources = entries(manifest).map(({ types }) =>
      types.replace('./dist/types/', 'src/').replace(/\.d\.ts$/, '.ts'),
    );
    expect(sources).to.include('src/index.ts');
    for (const source of sources)
      expect(undocumented(join(root, source)), source).to.deep.equal([]);
  });

  it('would be seen if they were not', async () => {
    const folder = await project('documented', { 'index.ts': lacking });
    expect(undocumented(join(folder, 'index.ts'))).to.have.members([
      'nothing lacks a sentence',
      'nothing lacks @since with a version',
      'nothing lacks an @example',
      'NoSentence lacks a sentence',
      'NoSince lacks @since with a version',
      'NoVersion lacks @since with a version',
      'noExample lacks an @example',
      'noFence lacks an @example',
    ]);
  });
});
