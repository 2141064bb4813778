import type { Properties } from './Properties';
import type { ServiceOptions } from './ServiceOptions';

/** The options of a service, found right and complete. */
export interface Settings extends Required<{
  [Name in keyof Omit<ServiceOptions, 'objects' | 'seed'>]: Exclude<ServiceOptions[Name], undefined>;
}> {
  readonly objects: ReadonlyMap<string, ReadonlyArray<Properties>>;
  readonly seed: number | undefined;
}
