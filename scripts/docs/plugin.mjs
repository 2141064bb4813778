// What the site needs of TypeDoc beyond its options: names, titles, addresses, the order of what a search finds, and marbles.
import {
  Comment,
  CommentTag,
  Converter,
  IndexEvent,
  ReflectionKind,
  StructureRouter,
} from 'typedoc';
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

/** The docs come before the names of the reference, and those before the members of a type. */
const boostOf = (reflection) => {
  if (reflection.isDocument()) return pathOfDocument(reflection).startsWith('docs/') ? 20 : 1;
  return reflection.parent.kind === ReflectionKind.Module ? 1 : 0.01;
};

/** Guides are found before the members of types. */
const boostResults = (event) => {
  for (const reflection of event.searchResults) reflection.relevanceBoost = boostOf(reflection);
};

/**
 * Marble diagrams are drawn in place of their code blocks, and tables and drawings scroll where they would be too small to read; for
 * the option markdownItLoader.
 */
export const extendMarkdown = ({ renderer: { rules } }) => {
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
};

export const load = (app) => {
  app.renderer.defineRouter('path', PathRouter);
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => nameDocument(document));
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context) => {
    for (const step of [nameModules, joinAliases, linkSee]) step(context);
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, nameParameters);
  app.renderer.on(IndexEvent.PREPARE_INDEX, boostResults);
};
