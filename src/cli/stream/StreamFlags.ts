import type { PoliteOptions } from '../../index';
import type { FormatFlags } from '../formats/formats';
import type { SourceFlags } from '../source/openSource';

/** The options that `list` and `search` share. */
export interface StreamFlags extends SourceFlags, FormatFlags {
  readonly limit?: number;
  readonly out?: string;
  /** The bookmark's file. */
  readonly resume?: string;
  /** The file of what is known, to tell changes. */
  readonly changes?: string;
  /** The property that tells objects apart. */
  readonly key?: string;
  /** The most requests for one page. */
  readonly attempts?: number;
  /** What the service allows. */
  readonly polite?: PoliteOptions;
  readonly quiet?: boolean;
}
