import * as E from 'fp-ts/Either';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { truncate } from 'node:fs/promises';
import type { Client } from '../../index';
import { recordWalks } from '../../client/recordWalks';
import type { FileFlags } from '../sinks/target';
import { type Checked, fileComplaint, misuse, reasonOf } from '../terminal/Complaint';

export interface Recording {
  readonly record: (client: Pick<Client, 'events'>) => Promise<void>;
  /** Closes the file; says what went wrong with it, if anything did. */
  readonly close: () => Promise<string>;
}

const none: Recording = { record: () => Promise.resolve(), close: () => Promise.resolve('') };

/** Opens the file of `--events`, which nobody else may read: it has addresses and names. With `--resume` a run appends to it: the runs of one walk are shown together. */
export const openRecording = async ({ events, resume }: FileFlags): Promise<Checked<Recording>> => {
  if (events === undefined) return E.right(none);
  if (events === '') return E.left(misuse('--events needs the name of a file'));
  try {
    const stream = createWriteStream(events, { flags: 'a', mode: 0o600 });
    await once(stream, 'open');
    let problem = '';
    stream.on('error', (error) => {
      problem = `the events are not all in ${events}: ${reasonOf(error)}`;
    });
    return E.right({
      record: async (client) => {
        // Not before: a run that is refused must not cost the recording of the last one. A device cannot be truncated.
        if (resume === undefined) await truncate(events).catch(() => undefined);
        recordWalks(client).subscribe((line) => {
          // What cannot be written is not kept either: the walk is worth more than its recording.
          if (problem === '') stream.write(`${line}\n`);
        });
      },
      close: async () => {
        stream.end();
        // Not by `once`, which rejects where what is still to be written cannot be: that is said, and costs the walk nothing.
        if (!stream.closed)
          await new Promise<void>((resolve) => stream.once('close', () => resolve()));
        return problem;
      },
    });
  } catch (error) {
    return E.left(fileComplaint(`cannot write ${events}`, error));
  }
};
