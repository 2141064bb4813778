import { join } from 'node:path';
import { type Service, startService } from '../../../src/service';
import { runCommand } from './runCommand';
import { inDirectory } from '../../support/inDirectory';

/** What each line says of a change: `added 4`. */
export const told = (text: string): ReadonlyArray<string> =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { readonly change: string; readonly key: unknown })
    .map(({ change, key }) => `${change} ${String(key)}`);

export interface Bench {
  readonly service: Service;
  /** The file of what is known. */
  readonly file: string;
  readonly directory: string;
  readonly run: (...options: ReadonlyArray<string>) => ReturnType<typeof runCommand>;
  readonly requests: () => number;
}

/** A service of three things in pages of two, and the command that tells their changes. */
export const withThings = async (use: (bench: Bench) => Promise<void>): Promise<void> => {
  let requests = 0;
  const objects = [1, 2, 3].map((id) => ({ id, name: `no. ${id}` }));
  const service = await startService({
    objects: { thing: objects },
    maxPageSize: 2,
    onRequest: () => void (requests += 1),
  });
  try {
    await inDirectory(async (directory) => {
      const file = join(directory, 'known');
      const args = [
        'list',
        service.ontologyRid,
        'thing',
        '--base-url',
        service.url,
        '--attempts',
        '1',
      ];
      const run = (...options: ReadonlyArray<string>) =>
        runCommand([...args, '--changes', file, '--key', 'id', ...options]);
      await use({ service, file, directory, run, requests: () => requests });
    });
  } finally {
    await service.close();
  }
};

export const change = ({ store }: Service): void => {
  store.update('thing', 0, (thing) => ({ ...thing, name: 'changed' }));
  store.delete('thing', 1);
  store.insert('thing', { id: 4, name: 'no. 4' });
};
