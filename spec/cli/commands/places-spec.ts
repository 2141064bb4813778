import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filePlaces } from '../../../src/node/places/filePlaces';
import { inDirectory } from '../../support/inDirectory';
import { driverNames, withFile } from '../../sqlite/support/drivers';
import type { Store } from '../../walk/durable/support/storeCases';
import { placesRunbook } from '../support/placesRunbook';
import { runCommand } from '../support/runCommand';

describe('pagewalk places', () => {
  it('shows and changes the walks of a folder', () =>
    inDirectory((directory) => placesRunbook(filePlaces(directory), directory)));

  it('shows and changes the walks of a SQLite file', () =>
    withFile(driverNames[0] ?? '', ({ places, file }) => placesRunbook(places as object as Store['places'], file)));

  it('refuses what is no store, an address with its password, and wrong words', () =>
    inDirectory(async (directory) => {
      const file = join(directory, 'notes.txt');
      writeFileSync(file, 'no places');
      const refused: Readonly<Record<string, ReadonlyArray<string>>> = {
        'is neither a folder of places nor a SQLite file': [file],
        'there is no such file or directory': [join(directory, 'nothing')],
        'put the address into the environment variable DATABASE_URL': ['postgres://me:hunter2@db/x'],
        'the environment variable DATABASE_URL is not set': ['DATABASE_URL'],
        'places cannot drop: it can list, show, forget, restart, release, set-mark': [directory, 'drop', 'x'],
        'write: pagewalk places STORE forget ID': [directory, 'forget'],
        'write: pagewalk places STORE set-mark ID MARK': [directory, 'set-mark', 'x'],
        'places STORE set-mark ID MARK': [directory, 'set-mark', 'x', ''],
      };
      for (const [message, words] of Object.entries(refused)) {
        const { code, stdout, stderr } = await runCommand(['places', ...words]);
        expect([code, stdout], message).to.deep.equal([2, '']);
        expect(stderr).to.include(message).and.not.include('hunter2');
      }
      expect(await runCommand(['places', directory])).to.include({ code: 0, stdout: 'no walks\n' });
    }));
});
