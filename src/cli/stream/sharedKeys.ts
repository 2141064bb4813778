import { counted } from '../terminal/text';

/** What is known of objects that share their key. */
export interface Shared {
  /** Objects that a walk which had begun again left out, because only others that share their key were written. */
  readonly omitted: number;
  /** Objects that were written though another one with their key was. */
  readonly repeated: number;
  /** The name of the key. */
  readonly name: string;
}

const omittedText = ({ omitted, name }: Shared): string =>
  `${counted(omitted, 'object')} ${omitted === 1 ? 'was' : 'were'} left out because another one has the same '${name}': ` +
  `--key must name a property that no two objects share`;

/** A walk without snapshot may have brought an object twice; only the user knows whether two objects share a key. */
const repeatedText = ({ repeated, name }: Shared): string =>
  `${counted(repeated, 'object')} had the '${name}' of another one: if objects share it, some may be missing (--key)`;

/** Says what objects that share a key did to a walk that had begun again; empty where none does. */
export const sharedKeys = (shared: Shared): string =>
  shared.omitted > 0 ? omittedText(shared) : shared.repeated > 0 ? repeatedText(shared) : '';
