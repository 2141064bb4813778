import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endWith, from, lastValueFrom, NEVER } from 'rxjs';
import { run } from '../../../src/cli/commandLine';
import { claimOf, keepIn, type Store, superseded } from '../../walk/durable/support/storeCases';
import { root } from '../../textFiles';
import { runCommand } from './runCommand';
import { recorder } from './terminal';

/** The commands of operating.md, each without the names that are to be filled in. */
const advisedAtNight = [
  ...readFileSync(join(root, 'docs/guides/operating.md'), 'utf8').matchAll(
    /`npx pagewalk places (?:STORE|DATABASE_URL) ([^`]+)`/g,
  ),
].map(([, words = '']) => words.split(' ').filter((word) => !/^[A-Z]+$/.test(word)));

/** What operating.md says to do at night, literally, for one store. */
export const placesRunbook = async (
  places: Store['places'],
  store: string,
  env: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const ran: Array<string> = [];
  const command = (...words: ReadonlyArray<string>) => {
    ran.push(words.join(' '));
    return runCommand(['places', store, ...words], { env });
  };
  const listed = async () => {
    const { stdout } = await command('list', '--format', 'jsonl');
    return stdout
      .trim()
      .split('\n')
      .map(
        (line) =>
          JSON.parse(line) as {
            readonly id: string;
            readonly pages: number;
            readonly mark?: unknown;
            readonly failure?: object;
          },
      );
  };
  const walker = await claimOf(places, 'walk');
  await keepIn(places, walker, 3);
  await places.setMark('marked', '2026-11-16');
  await claimOf(places, 'other');

  await lastValueFrom(
    from(
      places.fail?.(await claimOf(places, 'poisoned'), {
        page: 7,
        round: 1,
        message: 'duplicate key',
      }) ?? [],
    ).pipe(endWith(undefined)),
  );

  const table = await command();
  expect(table.code, table.stderr).to.equal(0);
  expect(table.stdout).to.match(
    /^id +part +state +pages +objects +round +age +claimed by +claimed at +mark +failure\n/,
  );
  expect(table.stdout).to.match(/\nmarked +open +0 +0 +1 +[\d.]+ m?s +- +20\S+Z +2026-11-16\n/);
  expect(table.stdout).to.match(/\nwalk +open +3 +6 +1 +[\d.]+ m?s +\S+ \d+ +20\S+Z\n$/);
  expect(table.stdout).to.match(/\npoisoned +open +0 .* page 7, 1 time: duplicate key\n/);
  expect(table.stdout).to.not.match(/secret|pagewalk\d/);
  expect(await listed()).to.have.lengthOf(4);
  expect((await listed()).find(({ id }) => id === 'poisoned')?.failure).to.include({
    page: 7,
    times: 1,
    message: 'duplicate key',
  });
  await places.forget('poisoned');
  expect((await command('list', '--prefix', 'w', '--open')).stdout.split('\n')).to.have.lengthOf(3);
  expect((await command('show', 'walk')).stdout).to.match(/\nwalk +open +3 /);

  expect(await command('forget', 'walk'))
    .to.include({ code: 2, stdout: '' })
    .and.nested.include({
      stderr: 'pagewalk: there is no terminal to ask on: give --yes\n',
    });
  const io = {
    stdout: recorder(),
    stderr: recorder(),
    env,
    interrupts: NEVER,
    ask: () => Promise.resolve(E.right('n')),
  };
  expect(await run(['places', store, 'forget', 'walk'], io)).to.equal(1);
  expect(io.stderr.text()).to.equal('pagewalk: nothing was changed\n');
  expect(await keepIn(places, walker, 4), 'not superseded').to.deep.equal({
    _tag: 'Right',
    right: undefined,
  });

  expect(await command('release', 'walk', '--yes')).to.include({
    code: 0,
    stderr: 'pagewalk: released "walk"\n',
  });
  expect(await keepIn(places, walker, 5).catch(String)).to.deep.equal({
    ...superseded,
    left: { _tag: 'Superseded', id: 'walk' },
  });
  expect(await command('restart', 'marked', '--yes')).to.include({ code: 0 });
  expect((await listed()).find(({ id }) => id === 'marked')?.mark).to.equal('2026-11-16');
  expect(await command('set-mark', 'marked', '2026-11-01', '--yes')).to.include({ code: 0 });
  expect((await listed()).find(({ id }) => id === 'marked')?.mark).to.equal('2026-11-01');
  expect(await command('forget', 'walk', '--yes')).to.include({
    code: 0,
    stderr: 'pagewalk: forgot "walk"\n',
  });
  expect((await listed()).map(({ id }) => id)).to.deep.equal(['marked', 'other']);
  expect(await command('show', 'walk')).to.include({
    code: 1,
    stderr: 'pagewalk: there is no walk "walk"\n',
  });
  for (const advised of advisedAtNight) {
    expect(
      ran.some((words) => advised.every((word) => words.includes(word))),
      `${advised.join(' ')} of operating.md was not run`,
    ).to.equal(true);
  }
  const { nonce } = await claimOf(places, 'walk');
  expect(nonce).to.be.a('string');
};
