import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { createReadStream } from 'node:fs';
import { parse } from 'node:path';
import { createInterface } from 'node:readline';
import { firstValueFrom } from 'rxjs';
import type { UnknownProperties } from '../../index';
import { isSegment } from '../../model/endpoints/path';
import { parseWhole } from '../../model/json/parseWhole';
import { parseFault, type Service, type ServiceOptions, startService } from '../../service';
import { isOrigin } from '../../service/core/readOptions';
import { isFields } from '../../model/json/Fields';
import { command } from '../options/CommandRow';
import {
  choice,
  flag,
  type Flags,
  anyTexts,
  value,
  type ValueReader,
  values,
} from '../options/Option';
import { rateLimit, wholeNumber } from '../options/readers';
import { portOptions, tokenOptions } from '../options/tables';
import { readToken } from '../connection/credentials';
import {
  type Checked,
  complain,
  type Complaint,
  failure,
  fileComplaint,
  misuse,
  say,
} from '../terminal/Complaint';
import { done, type Io, type Job } from '../terminal/Io';
import { counted } from '../terminal/text';

/**
 * The properties of the object in one line of a data file. A line is a record, as `pagewalk list` writes it, or the bare
 * properties; an object whose `properties` is an object counts as a record.
 */
const readLine = (line: string): E.Either<string, UnknownProperties> => {
  try {
    const value = parseWhole(line);
    if (!isFields(value)) return E.left('is not a JSON object');
    return E.right(isFields(value.properties) ? value.properties : value);
  } catch (error) {
    return E.left(
      error instanceof RangeError ? 'holds an integer of more than 1,000 digits' : 'is not JSON',
    );
  }
};

type ServedObjects = ReadonlyArray<UnknownProperties>;

const readFile = async (file: string): Promise<Checked<ServedObjects>> => {
  const objects: Array<UnknownProperties> = [];
  let number = 0;
  try {
    for await (const text of createInterface({
      input: createReadStream(file, 'utf8'),
      crlfDelay: Infinity,
    })) {
      number += 1;
      // A byte order mark.
      const line = number === 1 ? text.replace(/^\uFEFF/, '') : text;
      if (line.trim() === '') continue;
      const properties = readLine(line);
      if (E.isLeft(properties))
        return E.left(misuse(`${file}:${number}: the line ${properties.left}`));
      objects.push(properties.right);
    }
    return E.right(objects);
  } catch (error) {
    return E.left(fileComplaint(`cannot read ${file}`, error));
  }
};

/** The objects of some files, one in a line; each file holds the objects of the type that its base name names. */
export const readDataFiles = async (
  files: ReadonlyArray<string>,
): Promise<Checked<Readonly<Record<string, ServedObjects>>>> => {
  const types = new Map<string, ServedObjects>();
  for (const file of files) {
    const { name } = parse(file);
    if (types.has(name)) return E.left(misuse(`two data files hold objects of the type ${name}`));
    const objects = await readFile(file);
    if (E.isLeft(objects)) return objects;
    types.set(name, objects.right);
  }
  return E.right(Object.fromEntries(types));
};

const demoPaths = ['/customers', '/customers/cus_7/invoices', '/repos/acme/site/issues'];

/** What you need to know of a service that runs in order to use it. Only a generated token is shown: you know any other. */
export const announcement = (
  { url, ontologyRid, apiFamily, store, token }: Omit<Service, 'close'>,
  given: Pick<ServiceOptions, 'scheme' | 'token' | 'objects'>,
): ReadonlyArray<string> => {
  const types = store.objectTypes;
  const paths = given.objects === undefined ? demoPaths : types.map((name) => `/${name}s`);
  return [
    `serving at ${url}`,
    `ontology rid  ${ontologyRid}`,
    `api family    ${apiFamily}`,
    `object types  ${types.map((name) => `${name} (${counted(store.all(name).length, 'object')})`).join(', ')}`,
    `paths         ${paths.join(', ')}`,
    ...(given.scheme === undefined
      ? []
      : [`scheme        ${given.scheme}, at ${url}/api/${types[0] ?? ''}`]),
    ...(given.token === undefined ? [`token         ${token}`] : []),
    'stop it with Ctrl-C',
  ];
};

const segment: ValueReader<string> = E.fromPredicate(
  isSegment,
  () => 'must be a text that can stand in a path',
);

const serveOptions = {
  data: anyTexts(
    '--data <files...>',
    'objects, one per line; a file is named after their type (employee.ndjson)',
  ),
  ...portOptions,
  ...tokenOptions,
  ontology: value(
    '--ontology <rid>',
    'the ontology of the objects (default: ri.ontology.main)',
    segment,
  ),
  apiFamily: value(
    '--api-family <name>',
    'the family of search endpoints (default: demo)',
    segment,
  ),
  protectList: flag('--protect-list', 'require the token for list too (default with --data)', {
    not: { open: '' },
  }),
  open: flag('--open', 'do not require it, even with --data'),
  cors: values(
    '--cors <origins...>',
    'origins of web pages that may read responses, such as http://localhost:4200',
    E.fromPredicate(
      (origin: string) => isOrigin(origin),
      () => 'must be an origin such as http://localhost:4200, or *',
    ),
  ),
  maxPageSize: value(
    '--max-page-size <n>',
    'maximum objects in a page (default: 100)',
    wholeNumber(1),
  ),
  scheme: choice('--scheme <name>', 'page by another scheme too, at /api/TYPE', [
    'link',
    'offset',
    'page',
    'cursor',
    'lastItem',
  ]),
  pageSizeDrift: value(
    '--page-size-drift <n>',
    'objects more, or fewer if negative, in each page',
    wholeNumber(Number.MIN_SAFE_INTEGER),
  ),
  lastPage: choice('--last-page <mark>', 'how revision 1.0 marks its last page', [
    'null',
    'absent',
    'mixed',
  ]),
  totalCount: flag('--total-count', 'add the field totalCount to each page'),
  tokenLifetime: value(
    '--token-lifetime <ms>',
    'how long a page token is valid (default: 60000)',
    wholeNumber(0),
  ),
  snapshotLifetime: value(
    '--snapshot-lifetime <ms>',
    'how long a snapshot is kept (default: 600000)',
    wholeNumber(0),
  ),
  limit: value('--limit <n>', 'maximum objects of a list walk (default: 10000)', wholeNumber(1)),
  searchLimit: value(
    '--search-limit <n>',
    'maximum objects of a search walk (default: no limit)',
    wholeNumber(1),
  ),
  rateLimit: value(
    '--rate-limit <n/min>',
    'requests at once[/per minute] of one credential; others get a 429',
    rateLimit,
  ),
  fault: anyTexts(
    '--fault <faults...>',
    'a way to misbehave, NAME[:key=value,…], such as throttle:every=5,retryAfter=1',
  ),
  seed: value(
    '--seed <n>',
    'make random faults and error ids repeatable',
    wholeNumber(Number.MIN_SAFE_INTEGER),
  ),
};

type ServeFlags = Flags<typeof serveOptions>;

const serviceOptionsOf = async (
  flags: ServeFlags,
  env: Io['env'],
): Promise<Checked<ServiceOptions>> => {
  const { data, ontology, fault, tokenEnv, tokenFile, open, ...options } = flags;
  const faults = E.traverseArray(parseFault)(fault ?? []);
  if (E.isLeft(faults)) return E.left(misuse(`--fault: ${faults.left}`));
  const token = await readToken(
    { ...(tokenEnv && { tokenEnv }), ...(tokenFile && { tokenFile }) },
    env,
  );
  if (E.isLeft(token)) return token;
  const objects = data === undefined ? E.right(undefined) : await readDataFiles(data);
  if (E.isLeft(objects)) return objects;
  return E.right({
    // Your own data should not be readable by every user of the machine.
    protectList: data !== undefined && !open,
    ...options,
    ontologyRid: ontology,
    faults: faults.right,
    token: O.toUndefined(token.right),
    objects: objects.right,
  });
};

/** The service refuses options by a TypeError, and says in a line what else keeps it from listening. */
const startComplaint = (error: unknown): Complaint => {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof TypeError
    ? misuse(message.replace(/^startService: /, '').replace('pageSizeDrift', '--page-size-drift'))
    : failure(message);
};

const serveJob =
  (flags: ServeFlags): Job =>
  async (io) => {
    const options = await serviceOptionsOf(flags, io.env);
    if (E.isLeft(options)) return complain(io, options.left);
    try {
      const service = await startService(options.right);
      const stopped = firstValueFrom(io.interrupts);
      for (const line of announcement(service, options.right)) say(io, line);
      await stopped;
      await service.close();
      return done;
    } catch (error) {
      return complain(io, startComplaint(error));
    }
  };

export const serveCommand = command({
  options: serveOptions,
  run: (_, flags) => serveJob(flags),
});
