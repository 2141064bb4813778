import { codecNameOf, isCodecName, literalText, nestedText } from '../codec/moduleText';
import type { SchemeTexts } from '../describe/SchemeFlags';
import { printable, shortened } from '../terminal/text';
import type { Api } from './Api';
import { definitionsOf, type Flavour } from './codecs';
import type { Evidence } from './evidence';
import type { Request } from './fields';
import type { Operation } from './operations';
import { objectOf } from './View';

/** An operation that is exported. */
export interface Described {
  readonly operation: Operation;
  readonly evidence: Evidence;
  readonly request: Request;
}

const maxName = 100;

/** A text of the document in a comment: one line that neither ends the comment nor is a tag in it. */
export const commentText = (text: unknown, max = 200): string =>
  shortened(printable(typeof text === 'string' ? text : ''), max)
    .replaceAll('*/', '* /')
    .replace(/^[@/\s]+/, '');

/** Gives names that nothing else in the module has. */
const naming = () => {
  const taken = new Set(
    't z Int64 endpoint at body byCursor byLastItem byLink byOffset byPageNumber header link linkIn named onePage query valuesOf'.split(
      ' ',
    ),
  );
  return (wanted: string): string => {
    const name = wanted.slice(0, maxName);
    for (let count = 1; ; count += 1) {
      const one = count === 1 ? name : `${name}${count}`;
      if (taken.has(one) || !isCodecName(one)) continue;
      taken.add(one);
      return one;
    }
  };
};

/** In the way of constants: `repos/list-for-org` gives `reposListForOrg`. */
const constantName = ({ method, path, words }: Operation): string => {
  const { operationId } = words;
  const name = codecNameOf(
    typeof operationId === 'string' && operationId !== '' ? operationId : `${method.toLowerCase()} ${path}`,
  );
  return name.replace(/^\p{Lu}+(?=\p{Lu}\p{Ll})|^\p{Lu}/u, (first) => first.toLowerCase());
};

/** The path that an option of `walk` names. */
const pathIn = (text: string): ReadonlyArray<string> => {
  if (text === '.') return [];
  if (!text.startsWith('/')) return text.split('.');
  return text
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
};

/** Writes what the options of `walk` say as the calls that make the same, and keeps which functions these are. */
const calling = () => {
  const used = new Set<string>();
  const call = (name: string, ...args: ReadonlyArray<string>): string => {
    used.add(name);
    return `${name}(${args.join(', ')})`;
  };
  const atPath = (text: string): string => call('at', ...pathIn(text).map(literalText));
  const source = (text: string): string => {
    const [, word, rest = ''] = /^(header|link):(.*)$/s.exec(text) ?? [];
    if (word !== undefined) return call(word, literalText(rest));
    const [, list, rel = '', href = ''] = /^(.+)\[(\w+)=next\]\.(\w+)$/s.exec(text) ?? [];
    if (list === undefined) return text.endsWith('.*') ? call('valuesOf', atPath(text.slice(0, -2))) : atPath(text);
    const isUsual = rel === 'rel' && href === 'href';
    return call(
      'linkIn',
      atPath(list),
      ...(isUsual ? [] : [`{ rel: ${literalText(rel)}, href: ${literalText(href)} }`]),
    );
  };
  const slot = (text: string): string => {
    const [, word = 'query', rest = text] = /^(header|body|query):(.*)$/s.exec(text) ?? [];
    return word === 'body' ? call(word, ...pathIn(rest).map(literalText)) : call(word, literalText(rest));
  };
  const paging = (texts: SchemeTexts): string => {
    const { link, cursor, lastId, page, offset, to = [], first, more, last, total, untilEmpty } = texts;
    if (link !== undefined) return call('byLink', source(link === true ? 'link:next' : link));
    const [from] = cursor ?? [lastId];
    const [slotText] = [page ?? offset ?? to[0]];
    if (slotText === undefined) return call('onePage');
    const isNumbered = (page ?? offset) !== undefined;
    const firstText = first !== undefined && !isNumbered ? literalText(first) : first;
    const parts = [
      ...(from === undefined || isNumbered ? [] : [`from: ${source(from)}`]),
      `to: ${slot(slotText)}`,
      ...Object.entries({ more, last, total }).flatMap(([name, one]) =>
        one === undefined ? [] : [`${name}: ${source(one)}`],
      ),
      ...(firstText === undefined ? [] : [`first: ${firstText}`]),
      ...(untilEmpty === true ? ["end: 'emptyPage'"] : []),
    ];
    const scheme = isNumbered ? (page === undefined ? 'byOffset' : 'byPageNumber') : cursor ? 'byCursor' : 'byLastItem';
    return call(scheme, `{ ${parts.join(', ')} }`);
  };
  return { used, source, slot, paging };
};

const serverOf = ({ root, at }: Api): string => {
  if (typeof root.host === 'string') {
    const [scheme = 'https'] = Array.isArray(root.schemes) ? (root.schemes as ReadonlyArray<unknown>) : [];
    return `${String(scheme)}://${root.host}${typeof root.basePath === 'string' ? root.basePath : ''}`;
  }
  const { url, variables } = objectOf(Array.isArray(root.servers) ? root.servers[0] : undefined);
  if (typeof url !== 'string') return '';
  const filled = url.replace(/\{([^{}]*)\}/g, (whole, name: string) =>
    String(objectOf(objectOf(variables)[name]).default ?? whole),
  );
  return at.protocol !== 'file:' && URL.canParse(filled, at.href) ? new URL(filled, at).href : filled;
};

/** The module of the operations that are described, in the order of the document. */
export const moduleOf = (
  api: Api,
  flavour: Flavour,
  described: ReadonlyArray<Described>,
  slotOf: (parameter: NonNullable<Evidence['size']>) => string,
  server: string | undefined,
): string => {
  const { used, source, slot, paging } = calling();
  const unique = naming();
  const roots = new Map<string, unknown>();
  const endpoints = described.map((one) => {
    const name = unique(constantName(one.operation));
    const { ref, value } = api.follow(one.evidence.item);
    const key = ref ?? `#${name}Item`;
    roots.set(key, ref === undefined ? one.evidence.item : value);
    return { ...one, name, key };
  });
  let names: ReadonlyMap<string, string> = new Map();
  const definitions = definitionsOf(api, flavour, roots, (refs) => {
    const longOf = (ref: string): string =>
      decodeURIComponent(ref.replace(/^.*[#/]/s, '').replace(/%(?![\da-f]{2})/gi, '')) || 'Item';
    const shortOf = (ref: string): string => longOf(ref).replace(/^.*\.(?=\w)/s, '');
    const counts = new Map<string, number>();
    for (const ref of refs) counts.set(shortOf(ref), (counts.get(shortOf(ref)) ?? 0) + 1);
    const wanted = (ref: string): string => (counts.get(shortOf(ref)) === 1 ? shortOf(ref) : longOf(ref));
    names = new Map(refs.map((ref) => [ref, unique(codecNameOf(wanted(ref)))]));
    return names;
  });
  const codecs = definitions.map(({ ref, code, type, isRecursive }) => {
    const name = names.get(ref) ?? '';
    const [typeText, codeText] = flavour.definition(name, code, isRecursive);
    return `export type ${name} = ${type};\nexport const ${name}: ${typeText} = ${codeText};\n`;
  });
  const texts = endpoints.map(({ operation, evidence, request, name, key }) => {
    const { method, path, words, bodyAs } = operation;
    const summary = commentText(words.summary ?? words.description);
    const address = `${method} ${commentText(path, 1_000).replace(/^/, path.startsWith('/') ? '/' : '')}`;
    const codec = names.get(key) ?? '';
    if (request.isNamed) used.add('named');
    const lines = [
      `name: ${literalText(name)}`,
      `method: ${literalText(method)}`,
      `path: ${literalText(request.path)}`,
      `items: ${source(evidence.items)}`,
      ...evidence.reasons.map((reason) => `// guess: ${commentText(reason, 500)}\n`),
      `paging: ${paging(evidence.options)}`,
      ...(evidence.size === undefined ? [] : [`pageSize: ${slot(slotOf(evidence.size))}`]),
      ...(request.fields.length === 0 ? [] : [`fields: ${nestedText('{', request.fields, '}')}`]),
      ...(method === 'POST' && bodyAs === undefined && request.fields.length > 0 ? ["fieldsIn: 'query'"] : []),
      ...(bodyAs === 'form' ? ["bodyAs: 'form'"] : []),
      ...(request.headers.length === 0 ? [] : [`headers: ${nestedText('{', request.headers, '}')}`]),
      `codec: ${codec}`,
    ];
    const comment = [...(summary === '' ? [] : [summary, '']), address, '', `@see ${codec}`];
    const body = nestedText('{', lines, '}').replace(/^( {2}\/\/ guess: .*)\n {2},$/gm, '$1');
    return `/**\n${comment.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\nexport const ${name} = endpoint(${body});\n`;
  });
  const { title, version } = objectOf(api.root.info);
  const base = commentText(server ?? serverOf(api), 500);
  const isLarge = codecs.some((text) => /\bInt64\b/.test(text)) && flavour.module.includes('io-ts');
  return [
    `// Generated from ${commentText(title) || 'an OpenAPI document'} ${commentText(version)} by pagewalk describe.`.replace(
      / +by/,
      ' by',
    ),
    ...(base === '' ? [] : [`// The base address of its server: ${base}`]),
    flavour.module,
    `import { endpoint${isLarge ? ', Int64' : ''} } from 'pagewalk';`,
    `import { ${[...used].sort().join(', ')} } from 'pagewalk/paging';\n`,
    ...codecs,
    ...texts,
  ].join('\n');
};
