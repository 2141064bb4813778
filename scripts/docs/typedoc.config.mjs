// npm run docs: guides and reference as one site, in the folder site.
import { join } from 'node:path';
import { OptionDefaults } from 'typedoc';
import { entries, groupOf, root } from './pages.mjs';
import { extendMarkdown } from './plugin.mjs';

const inRoot = (path) => join(root, path);

// What users meet and do not name has no page of its own; whatever else is not exported fails the build. Types without
// parameters need no line here: `@inline` in their doc comment shows them where they are used.
const unlinked = [
  // The compiler's arithmetic behind `endpoint`, `EndpointParams`, `PageFailure` and `PageToken`.
  'PathNames',
  'FieldParams',
  'WithoutProgress',
  'RevisionTwoHasNoSnapshot',
  'PageTokenBrand',
  'DeltaTokenBrand',
  // What other types extend: its members are listed with theirs.
  'PropertiesOption',
  'CodecOption',
  'DeltaOption',
  // What a store is given for a page.
  'Work',
  'EndedWalk',
  // The fields of a Standard Schema are those of its specification.
  'StandardResult',
];

export default {
  // Signatures show what they stand for.
  intentionallyNotExported: [
    'AtOnce',
    'Brand',
    'Direct',
    'FieldCodec',
    'FieldTypes',
    'HowPaged',
    'HttpClientTransportOptions',
    'IsWhole',
    'ParamSlot',
    'PartOf',
    'Revision',
    'SlotIn',
  ],
  name: 'Pagewalk',
  includeVersion: true,
  tsconfig: inRoot('tsconfig.build.json'),
  entryPoints: entries.map(({ source }) => inRoot(source)),
  readme: inRoot('README.md'),
  projectDocuments: [...groupOf.keys()].map(inRoot),
  out: inRoot('site'),
  plugin: [join(import.meta.dirname, 'plugin.mjs')],
  markdownItLoader: extendMarkdown,
  favicon: join(import.meta.dirname, 'favicon.svg'),
  customCss: join(import.meta.dirname, 'site.css'),
  customJs: join(import.meta.dirname, 'site.js'),
  hideGenerator: true,
  headings: { readme: false, document: false },
  useFirstParagraphOfCommentAsSummary: true,
  router: 'path',
  // The package names no repository that a line of a source could be linked to.
  disableSources: true,
  // As in the published types.
  excludeInternal: true,
  displayBasePath: root,
  // `npm run types` has done that.
  skipErrorChecking: true,
  // What a type extends is on its page.
  includeHierarchySummary: false,
  searchInComments: true,
  searchInDocuments: true,
  // Who searches has a task: guides come first.
  searchGroupBoosts: { 'For maintainers': 0.1, Project: 0.3 },
  sortEntryPoints: false,
  navigation: { includeGroups: true },
  groupOrder: [...new Set(groupOf.values()), 'Reference', 'Functions', 'Variables', '*'],
  highlightLanguages: [...OptionDefaults.highlightLanguages, 'angular-ts', 'diff', 'ini', 'sql'],
  validation: {
    notExported: true,
    invalidLink: true,
    invalidPath: true,
    rewrittenLink: true,
    notDocumented: true,
  },
  // Members often say all with their names; spec/package/contents/documented-full-spec.ts asks more of the public names themselves.
  requiredToBeDocumented: ['Class', 'Interface', 'TypeAlias', 'Variable'],
  externalSymbolLinkMappings: { pagewalk: Object.fromEntries(unlinked.map((name) => [name, '#'])) },
  treatWarningsAsErrors: true,
};
