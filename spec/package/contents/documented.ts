import ts from 'typescript';
import { moduleExports, type ModuleExport } from '../support/moduleExports';

const tagText = (tag: ts.JSDocTagInfo | undefined): string =>
  ts.displayPartsToString(tag?.text).trim();

const lacks = (
  { symbol, isValue }: ModuleExport,
  checker: ts.TypeChecker,
): ReadonlyArray<string> => {
  const sentence = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
  const tags = symbol.getJsDocTags(checker);
  const since = tagText(tags.find(({ name }) => name === 'since'));
  const hasExample = tags.some(
    (tag) => tag.name === 'example' && /^```ts( no-run)?$/m.test(tagText(tag)),
  );
  return [
    ...(sentence === '' ? ['a sentence'] : []),
    ...(/^\d+\.\d+\.\d+$/.test(since) ? [] : ['@since with a version']),
    // A type shows itself in the examples of the functions that take it and return it.
    ...(hasExample || !isValue ? [] : ['an @example']),
  ];
};

/** What the public names of an entry lack in the doc comments at their declarations. */
export const undocumented = (entry: string): ReadonlyArray<string> => {
  const { names, checker } = moduleExports(entry);
  // Another package documents what is declared there.
  const isOurs = ({ symbol }: ModuleExport): boolean =>
    symbol.declarations?.every(
      (declaration) => !declaration.getSourceFile().fileName.includes('node_modules'),
    ) ?? true;
  return names
    .filter(isOurs)
    .flatMap((name) => lacks(name, checker).map((lack) => `${name.name} lacks ${lack}`));
};
