import type { SourceFlags } from '../source/openSource';
import type { FormatName } from './Formatter';

/** The options that `list` and `search` share. */
export interface StreamFlags extends SourceFlags {
  readonly limit?: number;
  readonly format: FormatName;
  readonly out?: string;
  readonly quiet?: boolean;
}
