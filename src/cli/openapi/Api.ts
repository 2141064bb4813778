import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { createReadStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { firstValueFrom } from 'rxjs';
import { isSuccess } from '../../model/http';
import { hasTooMany } from '../../model/json/jsonBounds';
import { valueAt } from '../../paging/slots/at';
import { isAddress } from '../options/readers';
import { isFields } from '../../model/json/Fields';
import { pathIn } from '../options/readers';
import { transportTo } from '../connection/transportTo';
import { type Checked, failure, misuse, reasonOf } from '../terminal/Complaint';
import type { Io } from '../terminal/Io';
import { shellWord } from '../terminal/text';

export type JsonObject = Readonly<Record<string, unknown>>;

/** What a chain of references leads to: the last of them, and what is there. */
export interface RefTarget {
  readonly ref: string | undefined;
  readonly value: JsonObject | undefined;
}

/** An OpenAPI document, and the files that it refers to. */
export interface Api {
  readonly root: JsonObject;
  readonly at: URL;
  readonly follow: (node: unknown) => RefTarget;
  /** The names of files that it refers to and that are not read. */
  readonly unread: ReadonlyArray<string>;
}

/** All files together. */
const maxBytes = 100 * 1024 * 1024;
const maxFiles = 1_000;
/** What opens or divides a value: a hundred megabytes of empty lists would be gigabytes in memory. */
const maxMarks = 10_000_000;

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

/** How many values there are if each alias counts as what it stands for. A value that holds itself has no end. */
const aliasedSize = (root: unknown): number => {
  const known = new Map<object, number>();
  const size = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1;
    const before = known.get(value);
    if (before !== undefined) return before;
    known.set(value, Infinity);
    const all = Object.values(value).reduce<number>((sum, inner) => sum + size(inner), 1);
    known.set(value, all);
    return all;
  };
  return size(root);
};

const parseYaml = async (text: string, load: () => Promise<Yaml>): Promise<unknown> => {
  const { parse } = await load().catch(() => {
    throw new Error(
      'it is YAML, which needs another package: npm install yaml; or convert it to JSON',
    );
  });
  const root = parse(text, yamlOptions);
  if (aliasedSize(root) > maxMarks)
    throw new Error('it has too many values, or its aliases repeat them');
  return root;
};

const parsed = (text: string, yaml: () => Promise<Yaml>): unknown => {
  if (hasTooMany(text, maxMarks)) throw new Error('it has too many values');
  const bare = text.replace(/^\ufeff/, '');
  return /^\s*[{[]/.test(bare) ? (JSON.parse(bare) as unknown) : parseYaml(bare, yaml);
};

/** Makes every reference of a document absolute, and gives the addresses that they lead to. */
const absoluteRefs = (root: unknown, at: URL): ReadonlySet<string> => {
  const others = new Set<string>();
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref === 'string' && URL.canParse($ref, at.href)) {
      const to = new URL($ref, at);
      (node as { $ref: string }).$ref = to.href;
      others.add(to.href.replace(/#.*$/s, ''));
    }
    for (const inner of Object.values(node)) if (typeof inner === 'object') open.push(inner);
  }
  return others;
};

/** Follows references in a loop, and keeps where each of a chain leads: a document has as many as it likes. */
const following = (files: ReadonlyMap<string, unknown>): Api['follow'] => {
  const known = new Map<string, RefTarget>();
  const step = (ref: string): unknown => {
    const [file = '', fragment = ''] = ref.split('#', 2);
    const pointer = O.getOrElse(() => fragment)(O.tryCatch(() => decodeURIComponent(fragment)));
    return pointer === '' ? files.get(file) : valueAt(files.get(file), pathIn(pointer));
  };
  return (node) => {
    const passed = new Set<string>();
    let ref: string | undefined;
    let value = node;
    while (isFields(value) && typeof value.$ref === 'string') {
      ref = value.$ref;
      const found = known.get(ref);
      if (found === undefined && !passed.has(ref)) {
        passed.add(ref);
        value = step(ref);
        continue;
      }
      ref = found?.ref;
      value = found?.value;
      break;
    }
    const target: RefTarget = { ref, value: isFields(value) ? value : undefined };
    for (const one of passed) known.set(one, target);
    return target;
  };
};

/** Whether a document may read another one: below its own folder, and at its own origin. */
const isBelow = (folder: string, address: string): boolean =>
  address.startsWith(folder) &&
  !/%2f|%5c/i.test(address.slice(folder.length)) &&
  !address.includes('?');

/** Reads a document, and all below its folder that it refers to. What cannot be read is left out; what needs it says so. */
export const readApi = async (
  given: string,
  env: Io['env'],
  yaml: () => Promise<Yaml> = () => import('yaml'),
): Promise<Checked<Api>> => {
  const isWeb = isAddress(given);
  // An address may have a secret in its query string.
  const shown = isWeb ? 'the document' : shellWord(given);
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (isWeb && (url === undefined || `${url.username}${url.password}` !== '')) {
    return E.left(
      misuse(
        'URL must be an address such as https://example.com/openapi.json, without a user and a password',
      ),
    );
  }
  const files = new Map<string, unknown>();
  try {
    const at = isWeb ? new URL(given) : pathToFileURL(await realpath(given));
    at.hash = '';
    const folder = new URL('.', at).href;
    const open = new Set([at.href]);
    let room = maxBytes;
    for (const href of open) {
      const isFirst = href === at.href;
      if (!isFirst && (!isBelow(folder, href) || files.size >= maxFiles)) continue;
      try {
        const real = isWeb ? new URL(href) : pathToFileURL(await realpath(fileURLToPath(href)));
        if (!isFirst && !real.href.startsWith(folder)) continue;
        const text = await (isWeb ? fetchText(real, room, env) : readFileText(real, room));
        room -= Buffer.byteLength(text);
        const root = await parsed(text, yaml);
        files.set(href, root);
        for (const other of absoluteRefs(root, new URL(href))) open.add(other);
      } catch (error) {
        if (isFirst) throw error;
      }
    }
    const unread = [...open]
      .filter((href) => !files.has(href))
      .map((href) => new URL(href).pathname.replace(/^.*\//, '').slice(0, 100));
    const root = files.get(at.href);
    const version = isFields(root) ? (root.openapi ?? root.swagger) : undefined;
    // Without quotes, YAML reads it as a number.
    const isKnown =
      typeof version === 'number'
        ? version >= 2
        : typeof version === 'string' && /^(3\.\d|2\.0)/.test(version);
    return isFields(root) && isKnown
      ? E.right({ root, at, follow: following(files), unread })
      : E.left(
          misuse(`${shown} is not an OpenAPI document: openapi must be 3.0 or 3.1, or swagger 2.0`),
        );
  } catch (error) {
    return E.left((isWeb ? failure : misuse)(`cannot read ${shown}: ${reasonOf(error)}`));
  }
};
