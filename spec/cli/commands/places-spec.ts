import { expect } from 'chai';
import { filePlaces } from '../../../src/stores/files/filePlaces';
import { inDirectory } from '../../support/inDirectory';
import { driverNames, withFile } from '../../stores/sqlite/support/drivers';
import type { Store } from '../../walk/durable/support/storeCases';
import { runCommand } from '../support/runCommand';
import { placesRunbook } from '../support/placesRunbook';

// What else it refuses is in the transcript usage.txt.
describe('pagewalk places', () => {
  it('shows and changes the walks of a folder', () =>
    inDirectory((directory) => placesRunbook(filePlaces(directory), directory)));

  it('set-mark refuses a mark that is not of the kind of the one that is kept', () =>
    inDirectory(async (directory) => {
      const places = filePlaces(directory);
      await places.setMark('number', 7);
      await places.setMark('large', 2n ** 60n);
      for (const id of ['number', 'large'])
        expect(
          await runCommand(['places', directory, 'set-mark', id, 'yesterday', '--yes']),
          id,
        ).to.deep.equal({
          code: 2,
          stdout: '',
          stderr:
            'pagewalk: MARK must be a number, as the one that is kept (forget drops that one)\n',
        });
      const set = await runCommand(['places', directory, 'set-mark', 'large', '8', '--yes']);
      expect(set.code, set.stderr).to.equal(0);
      expect(await places.get('large')).to.have.nested.property('value.mark', 8n);
      expect(await places.get('number')).to.have.nested.property('value.mark', 7);
    }));

  it('shows and changes the walks of a SQLite file', () =>
    withFile(driverNames[0] ?? '', ({ places, file }) =>
      placesRunbook(places as object as Store['places'], file),
    ));
});
