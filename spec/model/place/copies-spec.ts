import { expect } from 'chai';
import { buildSync } from 'esbuild';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import type * as PlaceModule from '../../../src/model/place/Place';
import { placeWith } from '../../../src/model/place/placeInternals';
import { Place } from '../../../src/model/place/Place';
import { token } from '../../support/pages';

/** The module as another copy of the package has it: a bundle beside a package that was installed, for example. */
const anotherCopy = (): typeof PlaceModule => {
  const entry = join(__dirname, '../../../src/model/place/Place.ts');
  const built = buildSync({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'cjs',
    packages: 'external',
  });
  const module = { exports: {} };
  const run = compileFunction(built.outputFiles[0]?.text ?? '', [
    'module',
    'exports',
    'require',
  ]) as (...args: ReadonlyArray<unknown>) => void;
  run(module, module.exports, require);
  return module.exports as typeof PlaceModule;
};

describe('Place, in two copies of the package', () => {
  it('is a place in both: what one made, the other writes and reads', () => {
    const other = anotherCopy().Place;
    expect(other).to.not.equal(Place);
    const place = placeWith(
      { pages: 1, objects: 2, round: 1, isLast: false },
      { pageToken: O.some(token('secret')), request: { objectType: 'digest' } },
    );
    expect(other.is(place)).to.be.true;
    expect(other.encode(place)).to.equal(Place.encode(place));
    const back = other.decode(Place.encode(place));
    expect(E.isRight(back) && Place.is(back.right)).to.be.true;
  });
});
