import { expect } from 'chai';
import { appendFileSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { EMPTY, type ObservableInput } from 'rxjs';
import { filePlaces } from '../../../../src/stores/files/filePlaces';
import { stemOf } from '../../../../src/stores/files/walkFiles';
import type { Claim } from '../../../../src/walk/durable/Places';
import * as store from '../../../walk/durable/support/storeCases';

/** Claims a walk in a directory, as another process would. */
export const claimOf = (directory: string): Promise<Claim> => store.claimOf(filePlaces(directory));

/** Keeps a place in a directory, as another process would. */
export const keepIn = (
  directory: string,
  claim: Claim,
  pages: number,
  work: () => ObservableInput<unknown> = () => EMPTY,
) => store.keepIn(filePlaces(directory), claim, pages, work);

/** The path of the file of this kind. */
export const fileIn = (directory: string, kind: string): string =>
  join(
    directory,
    readdirSync(directory).find((name) => name.endsWith(kind)) ?? expect.fail(`no ${kind}`),
  );

/** A store for the suite of places. */
export const storeIn = (directory: string): store.Store => ({
  places: filePlaces(directory),
  written: () =>
    readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]),
  damage: (id) => {
    for (const name of readdirSync(directory))
      if (name.startsWith(stemOf(id)) && name.endsWith('.place'))
        appendFileSync(join(directory, name), 'pagewalk2.damaged\n');
  },
  older: (minutes, id, part) => {
    const stem = stemOf(part === undefined ? id : `${id}\0${part}`);
    const then = Date.now() / 1_000 - minutes * 60;
    for (const name of readdirSync(directory))
      if (name.startsWith(stem)) utimesSync(join(directory, name), then, then);
  },
});
