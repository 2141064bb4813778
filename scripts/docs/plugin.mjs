// What the site needs of TypeDoc beyond its options: names, titles, addresses, texts for the search, and marbles.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Comment,
  CommentTag,
  Converter,
  IndexEvent,
  PageEvent,
  ReflectionKind,
  RendererEvent,
  StructureRouter,
} from 'typedoc';
import { highlightAtAnySpeed } from './highlightAtAnySpeed.mjs';
import { llmsFiles } from './llms.mjs';
import { marbleSvg } from './marbleSvg.mjs';
import { contents, entries, groupOf, pathOf } from './pages.mjs';

const pathOfDocument = (document) => pathOf(document.project.files.getReflectionPath(document));

/** A module is named as it is imported, and says what it holds. */
const nameModules = ({ project }) => {
  for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
    const source = pathOf(project.files.getReflectionPath(module));
    module.name = entries.find((entry) => entry.source === source).name;
    module.comment ??= new Comment([{ kind: 'text', text: contents[module.name] ?? '' }]);
    module.comment.blockTags.push(new CommentTag('@group', [{ kind: 'text', text: 'Reference' }]));
  }
};

/** A parameter that is taken apart where it is declared has no name there. */
const nameParameters = ({ project }) => {
  for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter))
    if (parameter.name === '__namedParameters') parameter.name = 'options';
};

/** An alias with `@interface` passes on a type that is not exported: a mention of that type means the alias. */
const joinAliases = (context) => {
  const checker = context.programs[0].getTypeChecker();
  for (const reflection of context.project.getReflectionsByKind(ReflectionKind.Interface)) {
    const symbol = context.getSymbolFromReflection(reflection);
    const type = symbol && checker.getDeclaredTypeOfSymbol(symbol).symbol;
    if (type && type !== symbol) context.registerReflection(reflection, type);
  }
};

const moduleOf = (reflection) =>
  reflection.kind === ReflectionKind.Module ? reflection : moduleOf(reflection.parent);

/** `@see rights` links to `rights`, also where another entry exports it. A name that is not exported fails the build. */
const linkSee = ({ project, logger }) => {
  const modules = project.getReflectionsByKind(ReflectionKind.Module);
  for (const reflection of Object.values(project.reflections)) {
    for (const see of reflection.comment?.blockTags.filter(({ tag }) => tag === '@see') ?? []) {
      const name = Comment.combineDisplayParts(see.content).trim();
      if (!/^\w+$/.test(name)) continue;
      const places = [moduleOf(reflection), ...modules];
      const target = places
        .map((module) => module.getChildByName([name]))
        .find((found) => found !== undefined);
      if (target) see.content = [{ kind: 'inline-tag', tag: '@link', text: name, target }];
      else logger.warn(`@see ${name} of ${reflection.getFriendlyFullName()} is not a public name`);
    }
  }
};

const textOf = (document) => document.content.map((part) => part.text).join('');

/** A document is called what its first heading says. */
const nameDocument = (document) => {
  const path = pathOfDocument(document);
  const [, heading] = /^#\s+(.+)$/m.exec(textOf(document)) ?? [];
  if (heading === undefined) throw new Error(`${path} has no heading`);
  document.name = heading.replaceAll('`', '');
  document.frontmatter.group = groupOf.get(path);
};

/** Documents have the addresses of their files, whatever their titles say; names have those of their imports. */
class PathRouter extends StructureRouter {
  getIdealBaseName(reflection) {
    return reflection.isDocument()
      ? pathOfDocument(reflection).replace(/\.md$/, '')
      : super.getIdealBaseName(reflection);
  }
}

/** What the search shows of a document: its prose and code, without marks. */
const proseOf = (document) =>
  textOf(document)
    .replace(/^# .*$|^ *```.*$|^<.*>$|^_\[How to run.*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[#>|\s-]+|[*`]|(?<!\w)_|_(?!\w)|:?-{3,}:?/gm, '')
    .replace(/[|\s]+/g, ' ');

const summaryOf = (reflection) =>
  [reflection, ...(reflection.signatures ?? [])]
    .map(({ comment }) => Comment.combineDisplayParts(comment?.summary))
    .join(' ')
    .replace(/```[^]*?```|`/g, '')
    .trim();

const texts = {};

/** The headings of each guide by its address, as words in lower case. */
const headings = {};

/** The docs come before the names of the reference, and those before the members of a type. */
const boostOf = (reflection) => {
  if (reflection.isDocument()) return pathOfDocument(reflection).startsWith('docs/') ? 20 : 1;
  return reflection.parent.kind === ReflectionKind.Module ? 1 : 0.01;
};

/** A heading weighs more than the text below it. `addFiles` writes what the search shows of each result. */
const prepareIndex = (event, router) => {
  event.searchFieldWeights.headings = 20;
  event.searchResults.forEach((reflection, index) => {
    const isDocument = reflection.isDocument();
    reflection.relevanceBoost = boostOf(reflection);
    const url = router.getFullUrl(reflection);
    if (isDocument) {
      const lines = textOf(reflection).match(/^#+ .*$/gm);
      event.searchFields[index] = { headings: lines.join('\n') };
      if (url.startsWith('docs/'))
        headings[url] = lines.map((line) => line.toLowerCase().split(/\W+/));
    }
    texts[url] = isDocument ? proseOf(reflection) : summaryOf(reflection);
  });
};

const playground = join(import.meta.dirname, 'playground');

/** The home page links to the playground where there is one. */
const linkPlayground = (page) => {
  if (page.url !== 'index.html') return;
  page.contents = existsSync(playground)
    ? page.contents.replace('href="#playground"', 'href="playground/index.html"')
    : page.contents.replace(/<a[^>]+href="#playground"[^]*?<\/a>/, '');
};

/** The guides in the order of the sidebar, for those who read on. */
const inOrder = [...groupOf.keys()].filter(
  (path) => path.startsWith('docs/') && path !== 'docs/README.md',
);

/** A guide ends with links to the one before it and the one after it. */
const linkNeighbours = (page, router) => {
  const at = page.model.isDocument?.() ? inOrder.indexOf(pathOfDocument(page.model)) : -1;
  if (at < 0) return;
  const documents = page.project.getReflectionsByKind(ReflectionKind.Document);
  const link = (path, rel, title) => {
    const target = documents.find((document) => pathOfDocument(document) === path);
    if (target === undefined) return '';
    const href = router.relativeUrl(page.model, target);
    return `<a rel="${rel}" href="${href}"><small>${title}</small>${target.name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</a>`;
  };
  const links = link(inOrder[at - 1], 'prev', 'Previous') + link(inOrder[at + 1], 'next', 'Next');
  page.contents = page.contents.replace(
    /(?=<\/div>\s*<div class="col-sidebar">)/,
    `<nav class="neighbours" aria-label="Guides">${links}</nav>`,
  );
};

/** The page of all modules begins with them: the guides come first in the sidebar only, which is made before the pages. */
const beginWithModules = ({ url, model }) => {
  if (url === 'modules.html')
    model.groups.sort((one, other) => (other.title === 'Reference') - (one.title === 'Reference'));
};

/**
 * What a score is multiplied by, in the browser. TypeDoc puts a short title that begins with what is searched for first, and a long one
 * last: not that of a guide. A guide comes first, too, where one of its headings has every word.
 */
const bonusOf = ({ name, url }, searched) => {
  const begins = (word) => (other) => other.startsWith(word);
  const isHeading = headings[url]?.some((heading) =>
    searched.split(/\W+/).every((word) => heading.some(begins(word))),
  );
  if (!name.toLowerCase().startsWith(searched)) return isHeading ? 3 : 1;
  const ofTitle = 10 / (1 + Math.abs(name.length - searched.length));
  return isHeading ? Math.max(9, ofTitle) : ofTitle;
};

/** TypeDoc looks for parts of words, and `for` is a part of many: beside longer words, those of up to three letters are left out. */
const improveSearch = (outputDirectory) => {
  const path = join(outputDirectory, 'assets/main.js');
  const script = readFileSync(path, 'utf8');
  const words = '.split(" ").map(';
  const bonus =
    /(\w+)\.name\.toLowerCase\(\)\.startsWith\((\w+)\.toLowerCase\(\)\)&&\((\w+)\*=10\/\(1\+Math\.abs\(.+?\)\)\)/;
  if (script.split(words).length !== 2 || !bonus.test(script))
    throw new Error('TypeDoc has changed its search');
  const long = '.filter((word,_,all)=>word.length>3||all.every(({length})=>length<4))';
  const improved = script
    .replace(words, `.split(" ")${long}.map(`)
    .replace(bonus, '$3*=bonusOf($1,$2.toLowerCase())');
  writeFileSync(
    path,
    `"use strict";\nconst headings = ${JSON.stringify(headings)}, bonusOf = ${bonusOf};\n${improved}`,
  );
};

const addFiles = ({ outputDirectory }) => {
  improveSearch(outputDirectory);
  for (const [name, text] of Object.entries(llmsFiles()))
    writeFileSync(join(outputDirectory, name), text);
  writeFileSync(
    join(outputDirectory, 'assets/texts.js'),
    `window.siteTexts = ${JSON.stringify(texts)};\n`,
  );
  if (existsSync(playground))
    cpSync(playground, join(outputDirectory, 'playground'), { recursive: true });
};

/** On a phone the cells of a row stand one below the other, each under the title of its column. */
const labelCells = (tokens) => {
  let titles = [];
  let column = 0;
  tokens.forEach((token, index) => {
    if (token.type === 'thead_open') titles = [];
    if (token.type === 'th_open') titles.push(tokens[index + 1].content.replaceAll('`', ''));
    if (token.type === 'tr_open') column = 0;
    if (token.type === 'td_open') token.attrSet('data-label', titles[column++] ?? '');
  });
};

/**
 * Marble diagrams are drawn in place of their code blocks, tables fit their column, and drawings scroll where they would be too
 * small to read; for the option markdownItLoader.
 */
export const extendMarkdown = ({ core, renderer: { rules } }) => {
  const fence = rules.fence;
  rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index];
    return (info.trim() === 'text' && marbleSvg(content)) || fence(tokens, index, ...rest);
  };
  const image = rules.image;
  rules.image = (tokens, index, ...rest) => {
    const drawn = image(tokens, index, ...rest);
    return /\.svg$/.test(tokens[index].attrGet('src'))
      ? `<span class="drawing" tabindex="0">${drawn}</span>`
      : drawn;
  };
  rules.table_open = () => '<div class="table" tabindex="0"><table>';
  rules.table_close = () => '</table></div>';
  core.ruler.push('labels', ({ tokens }) => labelCells(tokens));
};

export const load = (app) => {
  highlightAtAnySpeed();
  app.renderer.defineRouter('path', PathRouter);
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => nameDocument(document));
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context) => {
    for (const step of [nameModules, joinAliases, linkSee]) step(context);
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, nameParameters);
  app.renderer.on(IndexEvent.PREPARE_INDEX, (event) => prepareIndex(event, app.renderer.router));
  app.renderer.on(PageEvent.BEGIN, beginWithModules);
  app.renderer.on(PageEvent.END, linkPlayground);
  app.renderer.on(PageEvent.END, (page) => linkNeighbours(page, app.renderer.router));
  app.renderer.on(RendererEvent.END, addFiles);
};
