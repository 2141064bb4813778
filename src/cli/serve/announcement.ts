import { counted } from '../terminal/text';

/** What people need to know of a service that runs in order to use it. */
export interface Announced {
  readonly url: string;
  readonly ontologyRid: string;
  readonly apiFamily: string;
  /** How many objects there are of each type. */
  readonly types: Readonly<Record<string, number>>;
  /** Only a token that was made up for the occasion: nobody could know it otherwise. */
  readonly token: string | undefined;
}

/** What `serve` says when it is ready. */
export const announcement = ({ url, ontologyRid, apiFamily, types, token }: Announced): ReadonlyArray<string> => [
  `serving at ${url}`,
  `ontology rid  ${ontologyRid}`,
  `api family    ${apiFamily}`,
  `object types  ${Object.entries(types)
    .map(([name, count]) => `${name} (${counted(count, 'object')})`)
    .join(', ')}`,
  ...(token === undefined ? [] : [`token         ${token}`]),
  'stop it with Ctrl-C',
];
