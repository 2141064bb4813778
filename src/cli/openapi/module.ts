import { codecNameOf, isCodecName, literalText, nestedText } from '../codec/moduleText';
import { cut } from '../../model/text';
import { counted, plainWords, printable, quoted } from '../terminal/text';
import type { Api } from './Api';
import { calling } from './calls';
import { definitionsOf, type Typed } from './codecs';
import type { Evidence } from './evidence';
import type { Request } from './fields';
import type { Operation } from './operations';
import { listOf, objectOf, shownRef, textOf } from './View';

/** An operation that is exported. */
export interface Described {
  readonly operation: Operation;
  readonly evidence: Evidence;
  readonly request: Request;
}

/** A text of the document in a comment: one line that neither ends the comment nor is a tag in it. */
const commentText = (text: unknown, max = 200): string =>
  cut(printable(plainWords(textOf(text).slice(0, 2_000))), max)
    .replaceAll('*/', '* /')
    .replace(/^[@\s]+/, '');

const imported =
  't z Int64 endpoint at body byCursor byLastItem byLink byOffset byPageNumber header link linkIn named onePage orElse orEmpty query valuesOf';

const maxName = 100;

/** Gives names that nothing else in the module has. */
const naming = (): ((wanted: string) => string) => {
  const taken = new Set(imported.split(' '));
  return (wanted) => {
    const name = wanted.slice(0, maxName);
    let made = name;
    for (let count = 2; taken.has(made) || !isCodecName(made); count += 1) made = `${name}${count}`;
    taken.add(made);
    return made;
  };
};

/** In the way of constants: `repos/list-for-org` gives `reposListForOrg`. */
const constantName = ({ method, path, words }: Operation): string =>
  codecNameOf(textOf(words.operationId) || `${method.toLowerCase()} ${path}`).replace(
    /^\p{Lu}+(?=\p{Lu}\p{Ll})|^\p{Lu}/u,
    (first) => first.toLowerCase(),
  );

/** Names for what references lead to: the last word of each, with all before it where that is not enough. */
const namesOf = (
  refs: ReadonlyArray<string>,
  unique: (wanted: string) => string,
): ReadonlyMap<string, string> => {
  const longOf = (ref: string): string =>
    ref.replace(/^.*[#/]/s, '').replace(/%[\da-f]{2}|~1/gi, ' ');
  const shortOf = (ref: string): string => longOf(ref).replace(/^.*\.(?=\w)/s, '');
  const counts = new Map<string, number>();
  for (const ref of refs) counts.set(shortOf(ref), (counts.get(shortOf(ref)) ?? 0) + 1);
  return new Map(
    refs.map((ref) => [
      ref,
      unique(codecNameOf(counts.get(shortOf(ref)) === 1 ? shortOf(ref) : longOf(ref))),
    ]),
  );
};

/** The address of the first server, with what the document says for its variables. */
const serverOf = ({ root, at }: Api): string => {
  if (root.swagger !== undefined) {
    const scheme = textOf(listOf(root.schemes)[0]) || 'https';
    return typeof root.host === 'string' ? `${scheme}://${root.host}${textOf(root.basePath)}` : '';
  }
  const { url, variables } = objectOf(listOf(root.servers)[0]);
  const fill = (whole: string, name: string): string =>
    textOf(objectOf(objectOf(variables)[name]).default) || whole;
  const filled = textOf(url).replace(/\{([^{}]*)\}/g, fill);
  return at.protocol !== 'file:' && URL.canParse(filled, at.origin)
    ? new URL(filled, at.origin).href
    : filled;
};

/** What is unknown in the module, and why. */
const unsaid = (refs: ReadonlyArray<string>, noun: string, why: string): ReadonlyArray<string> => {
  const [first = ''] = refs;
  const are = refs.length === 1 ? 'is' : 'are';
  return refs.length === 0
    ? []
    : [
        `${counted(refs.length, noun)} ${are} unknown in the module, such as ${quoted(shownRef(first))}: ${why}`,
      ];
};

/** The module of the operations that are described, in the order of the document, and what it leaves unknown. */
export const moduleOf = (
  api: Api,
  flavour: Typed,
  described: ReadonlyArray<Described>,
  server: string | undefined,
): { readonly text: string; readonly remarks: ReadonlyArray<string> } => {
  const { used, items, slot, paging } = calling();
  const unique = naming();
  const roots = new Map<string, unknown>();
  const endpoints = described.map((one) => {
    const name = unique(constantName(one.operation));
    const { ref = `#${name}Item`, value } = api.follow(one.evidence.item);
    if (value === undefined) api.missing.add(textOf(objectOf(one.evidence.item).$ref));
    roots.set(ref, value);
    return { ...one, name, ref };
  });
  let names: ReadonlyMap<string, string> = new Map();
  const definitions = definitionsOf(api, flavour, roots, (refs) => (names = namesOf(refs, unique)));
  const codecs = definitions.map(({ ref, code, type, isRecursive }) => {
    const name = names.get(ref) ?? '';
    const [ofCodec, made] = flavour.named(name, code, isRecursive);
    return `export type ${name} = ${type};\nexport const ${name}: ${ofCodec} = ${made};\n`;
  });
  const texts = endpoints.map(({ operation, evidence, request, name, ref }) => {
    const { method, path, words, bodyAs } = operation;
    const codec = names.get(ref) ?? '';
    if (request.isNamed) used.add('named');
    const isQuery = method === 'POST' && bodyAs === undefined && request.fields.length > 0;
    const lines = [
      `name: ${literalText(name)}`,
      `method: ${literalText(method)}`,
      `path: ${literalText(request.path)}`,
      `items: ${items(evidence.items, evidence.leftOut)}`,
      [
        ...evidence.reasons.map((guess) => `// guess: ${commentText(guess, 500)}\n`),
        `paging: ${paging(evidence.options, evidence.leftOut)}`,
      ].join(''),
      ...(evidence.size === undefined ? [] : [`pageSize: ${slot(evidence.size)}`]),
      ...(request.fields.length === 0 ? [] : [`fields: ${nestedText('{', request.fields, '}')}`]),
      ...(isQuery ? ["fieldsIn: 'query'"] : []),
      ...(bodyAs === 'form' ? ["bodyAs: 'form'"] : []),
      ...(request.headers.length === 0
        ? []
        : [`headers: ${nestedText('{', request.headers, '}')}`]),
      `codec: ${codec}`,
    ];
    const summary = commentText(textOf(words.summary) || words.description);
    const comment = [
      ...(summary === '' ? [] : [summary, '']),
      `${method} ${commentText(path, 1_000)}`,
      '',
      `@see ${codec}`,
    ];
    const above = comment.map((line) => ` * ${line}`.trimEnd()).join('\n');
    return `/**\n${above}\n */\nexport const ${name} = endpoint(${nestedText('{', lines, '}')});\n`;
  });
  const { title, version } = objectOf(api.root.info);
  const about = [commentText(title) || 'an OpenAPI document', commentText(version)]
    .join(' ')
    .trim();
  const base = commentText(server ?? serverOf(api), 500);
  const isLarge = definitions.some(({ code }) =>
    /\bInt64\b/.test(code.replace(/'(?:\\.|[^'\\])*'/g, '')),
  );
  const text = [
    `// Generated from ${about} by pagewalk describe.`,
    ...(base === '' ? [] : [`// The base address of its server: ${base}`]),
    flavour.imported,
    `import { endpoint${isLarge ? ', Int64' : ''} } from 'pagewalk';`,
    `import { ${[...used].sort().join(', ')} } from 'pagewalk/paging';\n`,
    ...codecs,
    ...texts,
  ].join('\n');
  const tooMuch = definitions.filter(({ isTooMuch }) => isTooMuch).map(({ ref }) => ref);
  const remarks = [
    ...unsaid([...api.missing], 'reference', 'the document has nothing there'),
    ...unsaid(tooMuch, 'schema', 'more than 1,000 codecs would look at one value'),
  ];
  return { text, remarks };
};
