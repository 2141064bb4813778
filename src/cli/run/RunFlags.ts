import type { ClientFlags } from '../connection/client';
import type { ConnectionFlags } from '../connection/connect';
import type { FormatFlags } from '../formats/formats';
import type { Flags } from '../options/Option';
import type { listOptions, outputOptions } from '../options/tables';
import type { ProgressFlags } from '../terminal/progress';

/** The options of what writes the items of a walk, as they are written: `--resume` may come without the name of a file. */
export type GivenFlags = ConnectionFlags &
  ProgressFlags &
  ClientFlags &
  FormatFlags &
  Pick<Flags<typeof outputOptions>, 'limit' | 'out' | 'key' | 'breakLock' | 'events' | 'resume'> &
  Pick<Flags<typeof listOptions>, 'mark'>;

/** The same, once the name of the file is known. */
export type RunFlags = Omit<GivenFlags, 'resume'> & { readonly resume?: string };
