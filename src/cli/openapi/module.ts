import type { Flavour } from '../codec/flavours';
import { listOf, objectOf } from '../codec/jsonSchema';
import {
  codecNameOf,
  isCodecName,
  keyText,
  literalText,
  naming,
  nestedText,
} from '../codec/moduleText';
import { cut } from '../../model/text';
import { counted, plainWords, printableLine, shellWord } from '../terminal/text';
import type { Api } from './Api';
import { calling } from './calls';
import {
  type Definitions,
  definitionsOf,
  maxModule,
  type Root,
  moduleTooLarge,
  type Unknown,
} from './definitions';
import type { ListPaging } from './listing';
import type { Request } from './fields';
import type { Operation } from './operations';
import { shownRef } from './follow';
import { stringOf } from './View';

/** An operation that is exported. */
export interface Described {
  readonly operation: Operation;
  readonly listing: ListPaging;
  readonly request: Request;
}

/** The operations that are described, as a module of TypeScript. */
export interface Module {
  readonly text: string;
  /** Operations for which there was no room. */
  readonly leftOut: ReadonlyArray<Operation>;
  /** What is unknown in it, in sentences. */
  readonly remarks: ReadonlyArray<string>;
}

/** A text of the document in a comment: one line that neither ends the comment nor is a tag in it. */
const commentText = (text: unknown, max = 200): string =>
  cut(printableLine(plainWords(stringOf(text).slice(0, 2_000))), max)
    .replaceAll('*/', '* /')
    .replace(/^[@\s]+/, '');

const imported = new Set(
  't z Int64 endpoint at body byCursor byLastItem byLink byOffset byPageNumber header link linkIn named onePage orElse orEmpty query valuesOf'.split(
    ' ',
  ),
);

/** A name of at most 100 characters, without half a surrogate pair: nothing that has one is a name. */
const shortName = (name: string): string => name.slice(0, 100).replace(/[\ud800-\udbff]$/, '');

/** In the way of constants: `repos/list-for-org` gives `reposListForOrg`. */
const constantName = ({ method, path, words }: Operation): string =>
  codecNameOf(stringOf(words.operationId) || `${method.toLowerCase()} ${path}`).replace(
    /^\p{Lu}+(?=\p{Lu}\p{Ll})|^\p{Lu}/u,
    (first) => first.toLowerCase(),
  );

/** The address of the first server, with what the document says for its variables. */
const serverOf = ({ root, at }: Api): string => {
  if (root.swagger !== undefined) {
    const scheme = stringOf(listOf(root.schemes)[0]) || 'https';
    return typeof root.host === 'string'
      ? `${scheme}://${root.host}${stringOf(root.basePath)}`
      : '';
  }
  const { url, variables } = objectOf(listOf(root.servers)[0]);
  const fill = (whole: string, name: string): string =>
    stringOf(objectOf(objectOf(variables)[name]).default) || whole;
  const filled = stringOf(url).replace(/\{([^{}]*)\}/g, fill);
  return at.protocol !== 'file:' && URL.canParse(filled, at.origin)
    ? new URL(filled, at.origin).href
    : filled;
};

const unknownReasons: Readonly<Record<Unknown, readonly [noun: string, why: string]>> = {
  missing: ['reference', 'the document has nothing there'],
  looks: ['schema', 'more than 1,000 codecs would look at one value'],
  room: ['schema', moduleTooLarge],
};

const unknownRemarks = ({ unknown }: Definitions): ReadonlyArray<string> =>
  Object.entries(unknownReasons).flatMap(([reason, [noun, why]]) => {
    const refs = [...unknown].filter(([, own]) => own === reason).map(([ref]) => ref);
    const [first] = refs;
    const are = refs.length === 1 ? 'is' : 'are';
    return first === undefined
      ? []
      : [
          `${counted(refs.length, noun)} ${are} unknown in the module, such as ${shellWord(shownRef(first))}: ${why}`,
        ];
  });

/** An operation, what it is called, and the schema of its items. */
interface NamedOperation extends Described {
  readonly name: string;
  readonly item: Root;
}

/** An endpoint with its comment. */
const endpointText = (
  { operation, listing, request, name, item }: NamedOperation,
  { items, slot, paging, call }: ReturnType<typeof calling>,
  flavour: Flavour,
  { codeOf }: Definitions,
): string => {
  const { method, path, words, bodyAs } = operation;
  const { code: codec } = codeOf(item);
  const fields = request.fields.map((field) => {
    const made = codeOf(field);
    const code = field.isRequired ? made.code : flavour.optional(made);
    const { key, sentAs } = field;
    return `${keyText(key)}: ${key === sentAs ? code : call('named', literalText(sentAs), code)}`;
  });
  const lines = [
    `name: ${literalText(name)}`,
    `method: ${literalText(method)}`,
    `path: ${literalText(request.path)}`,
    `items: ${items(listing.items)}`,
    [
      ...listing.reasons.map((guess) => `// guess: ${commentText(guess, 500)}\n`),
      `paging: ${paging(listing.options)}`,
    ].join(''),
    ...(listing.size === undefined ? [] : [`pageSize: ${slot(listing.size)}`]),
    ...(fields.length === 0 ? [] : [`fields: ${nestedText('{', fields, '}')}`]),
    ...(method === 'POST' && bodyAs === undefined && fields.length > 0
      ? ["fieldsIn: 'query'"]
      : []),
    ...(bodyAs === 'form' ? ["bodyAs: 'form'"] : []),
    ...(request.headers.length === 0 ? [] : [`headers: ${nestedText('{', request.headers, '}')}`]),
    `codec: ${codec}`,
  ];
  const summary = commentText(stringOf(words.summary) || words.description);
  const comment = [
    ...(summary === '' ? [] : [summary, '']),
    `${method} ${commentText(path, 1_000)}`,
    ...(isCodecName(codec) ? ['', `@see ${codec}`] : []),
  ];
  const above = comment.map((line) => ` * ${line}`.trimEnd()).join('\n');
  return `/**\n${above}\n */\nexport const ${name} = endpoint(${nestedText('{', lines, '}')});\n`;
};

/** What a module begins with: where it comes from, and what it imports. */
const moduleHead = (
  api: Api,
  flavour: Flavour,
  server: string | undefined,
  needed: ReadonlySet<string>,
  used: ReadonlySet<string>,
): ReadonlyArray<string> => {
  const { title, version } = objectOf(api.root.info);
  const about = [commentText(title) || 'an OpenAPI document', commentText(version)]
    .join(' ')
    .trim();
  const base = commentText(server ?? serverOf(api), 500);
  return [
    `// Generated from ${about} by pagewalk describe.`,
    ...(base === '' ? [] : [`// The base address of its server: ${base}`]),
    flavour.imported,
    `import { ${['endpoint', ...needed].join(', ')} } from 'pagewalk';`,
    `import { ${[...used].sort().join(', ')} } from 'pagewalk/paging';\n`,
  ];
};

/** The module of the operations that are described, in the order of the document. */
export const moduleOf = (
  api: Api,
  flavour: Flavour,
  described: ReadonlyArray<Described>,
  server: string | undefined,
  room = maxModule,
): Module => {
  const calls = calling();
  const free = naming((name) => isCodecName(name) && !imported.has(name));
  const unique = (wanted: string): string => free(shortName(wanted));
  const named = described.map((one): NamedOperation => {
    const name = unique(constantName(one.operation));
    return {
      ...one,
      name,
      item: { schema: one.listing.item, isField: false, name: codecNameOf(`${name}Item`) },
    };
  });
  const definitions = definitionsOf(
    api,
    flavour,
    named.flatMap(({ item, request }) => [item, ...request.fields]),
    unique,
    room / 2,
  );
  const endpoints: Array<string> = [];
  const leftOut: Array<Operation> = [];
  let left = room / 2;
  for (const one of named) {
    const text = endpointText(one, calls, flavour, definitions);
    if (text.length > left) leftOut.push(one.operation);
    else endpoints.push(text);
    if (text.length <= left) left -= text.length;
  }
  const text = [
    ...moduleHead(api, flavour, server, definitions.needed, calls.used),
    ...definitions.texts,
    ...endpoints,
  ].join('\n');
  return { text, leftOut, remarks: unknownRemarks(definitions) };
};
