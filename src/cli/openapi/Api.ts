import * as E from 'fp-ts/Either';
import { createReadStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { firstValueFrom } from 'rxjs';
import { isSuccess } from '../../model/http';
import { hasTooMany } from '../../model/json/jsonBounds';
import { isAddress } from '../options/readers';
import { type Fields, isFields } from '../../model/json/Fields';
import { transportTo } from '../connection/transportTo';
import { type Checked, failure, misuse, reasonOf } from '../terminal/Complaint';
import type { Io } from '../terminal/Io';
import { shellWord } from '../terminal/text';
import { type Follow, followerOf } from './follow';
import { type ViewOf, viewing } from './View';

/** An OpenAPI document, and the files that it refers to. */
export interface Api {
  readonly root: Fields;
  readonly at: URL;
  readonly follow: Follow;
  readonly view: ViewOf;
  /** The names of files that it refers to and that are not read. */
  readonly unread: ReadonlyArray<string>;
}

/** Of all files together. */
const maxBytes = 100 * 1024 * 1024;
const maxFiles = 1_000;
/** What opens or divides a value: a hundred megabytes of empty lists would be gigabytes in memory. */
const maxValues = 10_000_000;
/** What all files together may still have. */
interface RoomLeft {
  files: number;
  bytes: number;
  values: number;
}

const tooManyValues = 'it has too many values, or its aliases repeat them';

const readFileText = async (at: URL, room: number): Promise<string> => {
  const chunks: Array<Buffer> = [];
  for await (const chunk of createReadStream(at, { end: room })) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (bytes.length > room) throw new Error('all files together are larger than 100 MB');
  return bytes.toString();
};

/** A document is public, or it is fetched by other means: no credential is sent, and no redirection followed. */
const fetchText = async (at: URL, room: number, env: Io['env']): Promise<string> => {
  const transport = await transportTo(at.origin, env, { maxResponseBytes: room });
  const url = at.pathname + at.search;
  const got = await firstValueFrom(transport({ method: 'GET', url, headers: { accept: '*/*' } }));
  if (E.isLeft(got)) throw new Error('there is no response, or one larger than 100 MB');
  if (!isSuccess(got.right.status))
    throw new Error(`the response has the status ${got.right.status}`);
  return got.right.body;
};

interface Yaml {
  readonly parse: (text: string, options: object) => unknown;
}

/** What is not JSON stays text. */
const yamlOptions = {
  schema: 'core',
  resolveKnownTags: false,
  merge: true,
  maxAliasCount: 1_000,
  logLevel: 'silent',
};

const parsed = async (
  text: string,
  { values }: RoomLeft,
  load: () => Promise<Yaml>,
): Promise<unknown> => {
  if (hasTooMany(text, values)) throw new Error(tooManyValues);
  const bare = text.replace(/^\ufeff/, '');
  if (/^\s*[{[]/.test(bare)) return JSON.parse(bare) as unknown;
  const { parse } = await load().catch(() => {
    throw new Error(
      'it is YAML, which needs another package: npm install yaml; or convert it to JSON',
    );
  });
  return parse(bare, yamlOptions);
};

/** Makes a reference absolute, and gives the address of the file that it leads to. */
const absoluteRef = (node: { $ref?: unknown }, at: URL): string | undefined => {
  const { $ref } = node;
  if (typeof $ref !== 'string' || !URL.canParse($ref, at.href)) return undefined;
  const { href } = new URL($ref, at);
  node.$ref = href;
  return href.replace(/#.*$/s, '');
};

/**
 * Makes every reference of a document absolute, and gives the addresses that they lead to. Each alias of YAML counts as what it stands
 * for; a value that holds itself has no end.
 */
const absoluteRefs = (root: unknown, at: URL, left: RoomLeft): ReadonlySet<string> => {
  const others = new Set<string>();
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const other = absoluteRef(node, at);
    if (other !== undefined) others.add(other);
    const inner = Object.values(node) as ReadonlyArray<unknown>;
    left.values -= inner.length;
    if (left.values < 0) throw new Error(tooManyValues);
    for (const one of inner) if (typeof one === 'object') open.push(one);
  }
  return others;
};

/** Whether a document may read another one: below its own folder, and at its own origin. */
const isBelow = (folder: string, address: string): boolean =>
  address.startsWith(folder) &&
  !/%2f|%5c/i.test(address.slice(folder.length)) &&
  !address.includes('?');

/** Where documents come from: files, or a web server. */
interface Origin {
  /** The address of what is read, behind all links of a file system. */
  readonly realOf: (href: string) => Promise<URL>;
  readonly read: (at: URL, room: number) => Promise<string>;
}

const fromDisk: Origin = {
  realOf: async (href) => pathToFileURL(await realpath(fileURLToPath(href))),
  read: readFileText,
};

const fromWeb = (env: Io['env']): Origin => ({
  realOf: (href) => Promise.resolve(new URL(href)),
  read: (at, room) => fetchText(at, room, env),
});

/** The values of a document and of the files that it refers to, by their addresses, and the addresses that could not be read. */
interface ReadFiles {
  readonly files: ReadonlyMap<string, unknown>;
  readonly unread: ReadonlyArray<string>;
}

/** Reads a document, and all below its folder that it refers to. What cannot be read is left out, but for the document itself. */
const readFiles = async (
  first: URL,
  { realOf, read }: Origin,
  yaml: () => Promise<Yaml>,
): Promise<ReadFiles> => {
  const folder = new URL('.', first).href;
  const files = new Map<string, unknown>();
  const all = new Set([first.href]);
  const left: RoomLeft = { files: maxFiles, bytes: maxBytes, values: maxValues };
  const add = async (href: string): Promise<void> => {
    // Those that cannot be read count, too.
    left.files -= 1;
    const real = await realOf(href);
    if (href !== first.href && !real.href.startsWith(folder)) return;
    const text = await read(real, left.bytes);
    left.bytes -= Buffer.byteLength(text);
    const root = await parsed(text, left, yaml);
    for (const other of absoluteRefs(root, new URL(href), left)) all.add(other);
    files.set(href, root);
  };
  await add(first.href);
  // What is added to a set while it is looked through is looked at, too.
  for (const href of all) {
    const mayRead = !files.has(href) && isBelow(folder, href) && left.files > 0;
    if (mayRead) await add(href).catch(() => undefined);
  }
  return { files, unread: [...all].filter((href) => !files.has(href)) };
};

const isDescription = ({ openapi, swagger }: Fields): boolean => {
  const version = openapi ?? swagger;
  // Without quotes, YAML reads it as a number.
  if (typeof version === 'number') return version >= 2;
  return typeof version === 'string' && /^(3\.\d|2\.0)/.test(version);
};

const fileNameOf = (href: string): string =>
  new URL(href).pathname.replace(/^.*\//, '').slice(0, 100);

/** Whether an address can be read, and shows no credentials. */
const isOpenAddress = (given: string): boolean => {
  const address = URL.canParse(given) ? new URL(given) : undefined;
  return address !== undefined && `${address.username}${address.password}` === '';
};

/** Reads a document, and all below its folder that it refers to. What cannot be read is left out; what needs it says so. */
export const readApi = async (
  given: string,
  env: Io['env'],
  yaml: () => Promise<Yaml> = () => import('yaml'),
): Promise<Checked<Api>> => {
  const isWeb = isAddress(given);
  // An address may have a secret in its query string.
  const shown = isWeb ? 'the document' : shellWord(given);
  if (isWeb && !isOpenAddress(given)) {
    return E.left(
      misuse(
        'URL must be an address such as https://example.com/openapi.json, without a user and a password',
      ),
    );
  }
  try {
    const at = isWeb ? new URL(given) : pathToFileURL(await realpath(given));
    at.hash = '';
    const { files, unread } = await readFiles(at, isWeb ? fromWeb(env) : fromDisk, yaml);
    const root = files.get(at.href);
    if (!isFields(root) || !isDescription(root)) {
      const why = 'openapi must be 3.0 or 3.1, or swagger 2.0';
      return E.left(misuse(`${shown} is not an OpenAPI document: ${why}`));
    }
    const follow = followerOf(files);
    return E.right({ root, at, follow, view: viewing(follow), unread: unread.map(fileNameOf) });
  } catch (error) {
    return E.left((isWeb ? failure : misuse)(`cannot read ${shown}: ${reasonOf(error)}`));
  }
};
