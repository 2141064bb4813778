import type { Busy, Superseded, WalkError } from '../../index';
import type { SinkEnd } from '../sinks/Sink';
import type { Interrupt } from '../terminal/Io';

/** How streaming ended: with the last page or the limit, with an error, or because somebody or the output stopped it. */
export type StreamEnd =
  | { readonly _tag: 'Done' }
  | { readonly _tag: 'Failed'; readonly error: WalkError | Superseded | Busy }
  | { readonly _tag: 'KeyFailed' | 'MarkFailed' | 'FormatFailed'; readonly reason: string }
  | { readonly _tag: 'Interrupted'; readonly by: Interrupt }
  | SinkEnd;
