import { filePlaces } from '../../../src/stores/files/filePlaces';
import { inDirectory } from '../../support/inDirectory';
import { driverNames, withFile } from '../../stores/sqlite/support/drivers';
import type { Store } from '../../walk/durable/support/storeCases';
import { placesRunbook } from '../support/placesRunbook';

// What it refuses is in the transcript usage.txt.
describe('pagewalk places', () => {
  it('shows and changes the walks of a folder', () =>
    inDirectory((directory) => placesRunbook(filePlaces(directory), directory)));

  it('shows and changes the walks of a SQLite file', () =>
    withFile(driverNames[0] ?? '', ({ places, file }) =>
      placesRunbook(places as object as Store['places'], file),
    ));
});
