import { join } from 'node:path';
import { firstValueFrom } from 'rxjs';
import { command } from '../options/CommandRow';
import type { Flags } from '../options/Option';
import { portOptions } from '../options/tables';
import { openRegular } from '../show/sendEvents';
import { type PageFiles, readCode, startShow } from '../show/startShow';
import {
  complain,
  type Complaint,
  failure,
  fileComplaint,
  misuse,
  reasonOf,
  say,
} from '../terminal/Complaint';
import { done, type Job, packageFolder } from '../terminal/Io';
import { counted } from '../terminal/text';

type ShowFlags = Flags<typeof portOptions>;

/** No more than a page can tell apart, and a process can hold open. */
const maxFiles = 100;

const checkFiles = async (files: ReadonlyArray<string>): Promise<Complaint | undefined> => {
  if (files.length > maxFiles) return misuse(`show takes ${maxFiles} files at most`);
  for (const file of files) {
    try {
      await (await openRegular(file)).close();
    } catch (error) {
      return fileComplaint(`cannot read ${file}`, error);
    }
  }
  return undefined;
};

/** The page needs the build that browsers can read. */
const builtCode = (): Promise<PageFiles> =>
  readCode(join(packageFolder(), 'dist', 'esm', 'devtools'));

export const showJob =
  (
    files: ReadonlyArray<string>,
    { port }: ShowFlags,
    code: () => Promise<PageFiles> = builtCode,
  ): Job =>
  async (io) => {
    const complaint = await checkFiles(files);
    if (complaint) return complain(io, complaint);
    try {
      const show = await startShow(files, await code(), port);
      const stopped = firstValueFrom(io.interrupts);
      say(io, `showing ${counted(files.length, 'file')} at ${show.url}`);
      say(io, 'stop it with Ctrl-C');
      await stopped;
      await show.close();
      return done;
    } catch (error) {
      return complain(io, failure(`the recordings cannot be shown: ${reasonOf(error)}`));
    }
  };

export const showCommand = command({
  words: [{ name: '<FILE...>', text: 'files that --events or recordWalks has written' }],
  options: portOptions,
  run: (files, flags) => showJob(files, flags),
});
