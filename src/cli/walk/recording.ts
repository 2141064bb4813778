import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { type Client, recordWalks } from '../../index';
import { clashOf, namesOf } from '../outputs/target';
import { type Checked, type Complaint, misuse, reasonOf } from '../terminal/Complaint';

export interface Recording {
  readonly record: (client: Client) => Promise<void>;
  /** Closes the file; says what went wrong with it, if anything did. */
  readonly close: () => Promise<string>;
}

interface RecordingFlags {
  readonly events?: string;
  readonly out?: string;
  readonly resume?: string;
  readonly changes?: string;
}

const none: Recording = { record: () => Promise.resolve(), close: () => Promise.resolve('') };

/** The file must not be one that the same run writes or reads. */
const clash = async ({ events = '', out, resume, changes }: RecordingFlags): Promise<O.Option<Complaint>> => {
  const files = { '--events': events, '--out': out, '--resume': resume, '--changes': changes };
  const named = Object.entries(files).map(
    async ([option, file]) => [`the file of ${option}`, file === undefined ? [] : await namesOf(file)] as const,
  );
  return clashOf(await Promise.all(named));
};

/** Opens the file of `--events`. With `--resume` it is appended to: the runs of one walk make one picture. */
export const openRecording = async (flags: RecordingFlags): Promise<Checked<Recording>> => {
  const { events, resume } = flags;
  if (events === undefined) return E.right(none);
  if (events === '') return E.left(misuse('--events needs the name of a file'));
  const clashing = await clash(flags);
  if (O.isSome(clashing)) return E.left(clashing.value);
  try {
    const stream = createWriteStream(events, { flags: 'a' });
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
        if (!stream.closed) await once(stream, 'close');
        return problem;
      },
    });
  } catch (error) {
    return E.left(misuse(`cannot write ${events}: ${reasonOf(error)}`));
  }
};
