import { expect } from 'chai';
import { firstValueFrom, from } from 'rxjs';
import { filePlaces } from '../../../src/stores/files/filePlaces';
import { inDirectory } from '../../support/inDirectory';
import { driverNames, withFile } from '../../stores/sqlite/support/drivers';
import type { Store } from '../../walk/durable/support/storeCases';
import { odd } from '../support/odd';
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

  it('set-mark refuses a mark that is not of the kind of those of the parts', () =>
    inDirectory(async (directory) => {
      const places = filePlaces(directory);
      await firstValueFrom(from(places.claim('walk', { name: 'a', of: ['a', 'b'] })));
      await places.setMark('walk', '41', 'b');
      const set = await runCommand(['places', directory, 'set-mark', 'walk', '40', '--yes']);
      expect(set.code, set.stderr).to.equal(0);
      expect((await places.all()).map(({ mark }) => mark)).to.deep.equal(['40', '40']);
    }));

  it('jsonl holds nothing that a terminal obeys', () =>
    inDirectory(async (directory) => {
      await filePlaces(directory).setMark('walk', 'a\u009b2Jb\u202e');
      const { stdout } = await runCommand(['places', directory, 'list', '--format', 'jsonl']);
      expect(stdout).to.not.match(odd);
      expect(JSON.parse(stdout)).to.include({ mark: 'a\u009b2Jb\u202e' });
    }));

  it('shows and changes the walks of a SQLite file', () =>
    withFile(driverNames[0] ?? '', ({ places, file }) =>
      placesRunbook(places as object as Store['places'], file),
    ));
});
