// What the site needs of TypeDoc beyond its options: names, titles, addresses, sources that are linked to, and marbles.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Comment, CommentTag, Converter, DocumentReflection, ReflectionKind, StructureRouter } from 'typedoc';
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

/** An alias with `@interface` passes on a type that is not exported: whoever names that type means the alias. */
const joinAliases = (context) => {
  const checker = context.programs[0].getTypeChecker();
  for (const reflection of context.project.getReflectionsByKind(ReflectionKind.Interface)) {
    const symbol = context.getSymbolFromReflection(reflection);
    const type = symbol && checker.getDeclaredTypeOfSymbol(symbol).symbol;
    if (type && type !== symbol) context.registerReflection(reflection, type);
  }
};

const moduleOf = (reflection) => (reflection.kind === ReflectionKind.Module ? reflection : moduleOf(reflection.parent));

/** `@see rights` leads to `rights`, be it of another entry; a name that nobody exports is told. */
const linkSee = ({ project, logger }) => {
  const modules = project.getReflectionsByKind(ReflectionKind.Module);
  for (const reflection of Object.values(project.reflections)) {
    for (const see of reflection.comment?.blockTags.filter(({ tag }) => tag === '@see') ?? []) {
      const name = Comment.combineDisplayParts(see.content).trim();
      if (!/^\w+$/.test(name)) continue;
      const places = [moduleOf(reflection), ...modules];
      const target = places.map((module) => module.getChildByName([name])).find((found) => found !== undefined);
      if (target) see.content = [{ kind: 'inline-tag', tag: '@link', text: name, target }];
      else logger.warn(`@see ${name} of ${reflection.getFriendlyFullName()} is not a public name`);
    }
  }
};

/** A document is called what its first heading says, and stands among its like. */
const nameDocument = (document) => {
  const text = document.content.map((part) => part.text).join('');
  const [, heading] = /^#\s+(.+)$/m.exec(text) ?? [];
  const path = pathOfDocument(document);
  if (heading === undefined) throw new Error(`${path} has no heading`);
  document.name = heading.replaceAll('`', '');
  document.frontmatter.group ??= groupOf(path);
};

const languages = {
  '.ts': 'ts',
  '.mjs': 'js',
  '.json': 'json',
  '.css': 'css',
  '.html': 'html',
  '.yml': 'yaml',
  '': 'text',
};

/** A page that shows a source file: a browser would download it. */
const showFile = (project, file) => {
  const fence = '`'.repeat(8);
  const text = `# ${pathOf(file)}\n\n${fence}${languages[extname(file)]}\n${readFileSync(file, 'utf8')}\n${fence}\n`;
  const page = new DocumentReflection(pathOf(file), project, [{ kind: 'text', text }], { group: 'Files' });
  project.addChild(page);
  project.registerReflection(page, undefined, file);
};

/** What a document links to and TypeDoc would copy: a folder is its README, a source is shown, a picture is copied. */
const followLinks = ({ project }) => {
  const { files } = project;
  const pages = new Map(project.documents.map((document) => [files.getReflectionPath(document), document]));
  for (const file of files.getMediaPaths()) {
    const readme = pages.get(join(file, 'README.md'));
    if (readme) files.registerReflectionPath(file, readme);
    else if (existsSync(file) && statSync(file).isFile() && extname(file) in languages) showFile(project, file);
  }
};

/** Documents have the addresses of their files, whatever their titles say; names have those of their imports. */
class PathRouter extends StructureRouter {
  getIdealBaseName(reflection) {
    return reflection.isDocument()
      ? pathOfDocument(reflection).replace(/\.md$/, '')
      : super.getIdealBaseName(reflection);
  }
}

/** What draws marble diagrams in place of the code blocks that hold them; for the option markdownItLoader. */
export const drawMarbles = ({ renderer: { rules } }) => {
  const fence = rules.fence;
  rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index];
    return (info.trim() === 'text' && marbleSvg(content)) || fence(tokens, index, ...rest);
  };
};

export const load = (app) => {
  app.renderer.defineRouter('path', PathRouter);
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => nameDocument(document));
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context) => {
    nameModules(context);
    joinAliases(context);
    linkSee(context);
    followLinks(context);
  });
};
