import { counted, escaped } from '../terminal/text';
import { type Flavour, ioTs, zod } from './flavours';
import { objectOf, type Schema } from './jsonSchema';
import type { Sample } from './sample';
import { isUnread, sampleSchema } from './sampleSchema';
import { schemaCode } from './schemaCode';
import { maxShapeName } from './Shape';

/** Prints what accepts every object of a sample; with `literals`, a property that had few values accepts only those. */
type Printer = (
  sample: Sample,
  wording: { readonly name: string; readonly literals: boolean },
) => string;

/** What people have to know before they rely on it, in sentences. */
const madeOf = ({ shape, objects }: Sample): ReadonlyArray<string> => [
  `Generated from ${counted(objects, 'object')} by pagewalk codec.`,
  isUnread(shape)
    ? `They were not looked into: too much in one, or a name of more than ${maxShapeName} characters.`
    : 'A property that one of them lacked is optional, one that was null may be null.',
];

const noteIn = ({ $comment }: Schema): string => (typeof $comment === 'string' ? $comment : '');

/** A module of TypeScript: what it imports, and the codec and its type. */
const printModule =
  (flavourFor: (name: string) => Flavour, typeOf: (name: string) => string): Printer =>
  (sample, { name, literals }) => {
    const flavour = flavourFor(name);
    const needed = new Set<string>();
    const { code } = schemaCode(
      sampleSchema(sample.shape, { literals, formats: true }),
      {
        flavour,
        refer: () => undefined,
        isField: false,
        isHidden: () => false,
        noteOf: (property) => noteIn(objectOf(property)),
      },
      { room: Infinity, needed },
    );
    return [
      ...madeOf(sample).map((sentence) => `// ${sentence}`),
      flavour.imported,
      ...Array.from(needed, (one) => `import { ${one} } from 'pagewalk';`),
      `\nexport const ${name} = ${code};`,
      `\nexport type ${name} = ${typeOf(name)}<typeof ${name}>;\n`,
    ].join('\n');
  };

/** A JSON Schema: a document, not a module. Only its root says which dialect it is in. */
const printJsonSchema: Printer = (sample, { name, literals }) => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    $comment: madeOf(sample).join(' '),
    ...sampleSchema(sample.shape, { literals, formats: false }),
  };
  return escaped(`${JSON.stringify(schema, null, 2)}\n`);
};

// The codec itself may have one of the names that are imported.
const ioTsName = (name: string): string => (name === 't' ? 'io' : 't');
const zodName = (name: string): string => (name === 'z' ? 'zod' : 'z');

export const printers = {
  'io-ts': printModule(
    (name) => ioTs(ioTsName(name), name === 'Int64' ? 'Integer' : 'Int64'),
    (name) => `${ioTsName(name)}.TypeOf`,
  ),
  zod: printModule(
    (name) => zod(zodName(name)),
    (name) => `${zodName(name)}.infer`,
  ),
  'json-schema': printJsonSchema,
};
